import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DurationName } from '@unspoken/contract/durations';

/** Durations for stories that need not last a minute: the same chart, sooner. */
export const shortDurations: Partial<Record<DurationName, number>> = {
  introDuration: 1_000,
  connectionDuration: 6_000,
  afterConnectionDuration: 1_200,
  guidanceDelay: 800,
  enteringRoom: 600,
  startButtonDelay: 300,
  positionGuideline: 4_000,
  peerNotReadyTimeout: 6_000,
  startWarning: 3_000,
  cameraPromptLimit: 6_000,
  hintDelay: 800,
  frameLost: 1_500,
  frameGone: 4_000,
  grace: 1_000,
};

export interface RunningServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Starts the product as `npm start` does, on a fresh embedded database. */
export async function startServer(durations: Partial<Record<DurationName, number>>): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'unspoken-story-'));
  const port = await freePort();
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts')],
    {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://localhost:${port}`,
        LIMITS: 'off',
        DURATIONS: JSON.stringify(durations),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const origin = `http://localhost:${port}`;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was up`)));
    child.stdout?.on('data', (text: Buffer) => text.includes(origin) && resolve());
  });
  return {
    origin,
    pid: child.pid as number,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
