import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/free-port.ts';
import { findCaddy } from '../../../tools/programs.mjs';

const shipped = join(import.meta.dirname, '..', '..', '..', 'deploy', 'proxy', 'Caddyfile');

export interface RunningProxy {
  /** The certificate of its local authority, PEM. */
  readonly ca: string;
  stop(): Promise<void>;
}

/** Runs the shipped proxy on this machine, with a self-signed certificate, in front of these processes. */
export async function startCaddy(port: number, upstream: readonly string[]): Promise<RunningProxy> {
  const program = findCaddy();
  if (!program) throw new Error('caddy is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-proxy-'));
  const config = join(folder, 'Caddyfile');
  // Do not install its authority in this machine's trust store, and do not listen on port 80.
  writeFileSync(config, `{\n\tskip_install_trust\n\tauto_https disable_redirects\n}\nimport ${shipped}\n`);
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      DOMAIN: `https://localhost:${port}`,
      UPSTREAM: upstream.join(' '),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output = (output + part.toString()).slice(-20_000);
  });
  const root = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  for (let attempt = 0; !existsSync(root) || !output.includes('certificate obtained successfully'); attempt++) {
    if (attempt > 200 || child.exitCode !== null) throw new Error(`caddy did not come up:\n${output}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    ca: readFileSync(root, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
