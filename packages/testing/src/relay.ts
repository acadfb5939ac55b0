import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/free-port.ts';
import { findTurnServer } from '../../../tools/programs.mjs';

const shipped = join(import.meta.dirname, '..', '..', '..', 'deploy', 'coturn', 'turnserver.conf');

/** Whether coturn is installed. */
export const hasRelay = (): boolean => findTurnServer() !== undefined;

/** Starts coturn on the loopback interface, with the shipped configuration or, with `open`, one that denies no peer. */
export async function startRelay(
  secret: string,
  { open = false }: { readonly open?: boolean } = {},
): Promise<{ port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-relay-'));
  const port = await freePort();
  const own = [
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    `--listening-port=${port}`,
    '--min-port=41500',
    '--max-port=41600',
  ];
  const child = spawn(
    findTurnServer() ?? '',
    [
      ...(open ? ['-n', '--use-auth-secret', '--realm=open'] : ['-c', shipped]),
      ...own,
      ...[`--static-auth-secret=${secret}`, '--allow-loopback-peers', '--no-tls', '--no-dtls', '--no-cli'],
      ...['--simple-log', '--log-file=stdout', `--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'db')}`],
    ],
    { stdio: 'ignore' },
  );
  for (let attempt = 0; !(await listens(port)); attempt++) {
    if (attempt > 100 || child.exitCode !== null) throw new Error('coturn did not come up');
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
