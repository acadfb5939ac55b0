import { spawn } from 'node:child_process';
import { ServerProcess } from '@unspoken/testing/server-process';
import { freePort } from '../../../tools/free-port.ts';

/** Running processes of the system compared with. */
export interface Peers {
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Starts several processes of a program that listens at `PORT` and then prints `listening`. */
export async function startPeers(
  name: string,
  program: URL,
  processes: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Peers> {
  const ports: number[] = [];
  const servers: ServerProcess[] = [];
  for (let i = 0; i < processes; i++) {
    const port = await freePort();
    const server = new ServerProcess({
      ...{ name, says: 'stdout', readyWords: 'listening' },
      launch: () =>
        spawn(process.execPath, [program.pathname], {
          env: { ...process.env, PORT: String(port), ...environment },
          stdio: ['ignore', 'pipe', 'inherit'],
        }),
    });
    await server.start();
    ports.push(port);
    servers.push(server);
  }
  return {
    ports,
    pids: servers.map(({ pid }) => pid as number),
    async stop() {
      for (const server of servers) await server.end('SIGKILL');
    },
  };
}
