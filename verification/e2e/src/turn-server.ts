import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TurnClient } from '@unspoken/turn-client/turn-client';
import { freePort } from '../../../tools/free-port.ts';
import { findOpenSsl, findTurnServer } from '../../../tools/programs.mjs';

export interface RunningTurnServer {
  readonly port: number;
  /** Its TLS port, with a self-signed certificate. */
  readonly tlsPort: number;
  readonly secret: string;
  stop(): Promise<void>;
}

const configuration = join(import.meta.dirname, '..', '..', '..', 'deploy', 'coturn', 'turnserver.conf');

/** Creates a key and a certificate for this machine and this run. */
function makeCertificate(folder: string): readonly string[] {
  const program = findOpenSsl();
  if (!program) throw new Error('openssl is not installed');
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    program,
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return [`--cert=${certificate}`, `--pkey=${key}`];
}

/** Whether a TURN server answers on this port, if only by demanding credentials (401). */
async function answers(port: number): Promise<boolean> {
  const client = await TurnClient.open({ host: '127.0.0.1', port, over: 'udp' }, { username: 'nobody', credential: '' });
  const code = await client.allocate(4).catch(() => 0);
  await client.close();
  return code === 401;
}

/**
 * Runs coturn with the shipped configuration on the loopback interface. Loopback is in a denied range, so two people meet over
 * this relay only because its own address is allowed, as in the configuration. With `given`, it listens on this port.
 */
export async function startTurnServer(given?: number): Promise<RunningTurnServer> {
  const program = findTurnServer();
  if (!program) throw new Error('coturn is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'unspoken-turn-'));
  const [port, tlsPort] = [given ?? (await freePort()), await freePort()];
  const secret = 'a secret for stories only, long';
  const child: ChildProcess = spawn(
    program,
    [
      ...['-c', configuration, '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', '--relay-ip=::1'],
      ...[`--listening-port=${port}`, '--min-port=41000', '--max-port=41400', `--static-auth-secret=${secret}`],
      ...[`--tls-listening-port=${tlsPort}`, ...makeCertificate(folder)],
      ...['--allowed-peer-ip=127.0.0.1', '--allow-loopback-peers', '--no-dtls', '--simple-log'],
      ...['--log-file=stdout', `--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'db')}`],
    ],
    { stdio: 'ignore' },
  );
  for (let attempt = 0; !(await answers(port)); attempt++)
    if (attempt > 20 || child.exitCode !== null) throw new Error('coturn did not come up');
  return {
    port,
    tlsPort,
    secret,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
