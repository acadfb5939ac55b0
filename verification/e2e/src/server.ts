import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DurationName } from '@unspoken/contract/durations';
import { newDataFolder } from '@unspoken/testing/data-folder/prepared';
import { startArguments } from '@unspoken/testing/start-command';
import { freePort } from '../../../tools/free-port.ts';
import { noGatheringNow } from './regular-gathering.ts';

/** Short durations for stories that need not last a minute; the chart is the same. */
export const shortDurations: Partial<Record<DurationName, number>> = {
  introDuration: 1_000,
  connectionDuration: 6_000,
  afterConnectionDuration: 1_200,
  endQuiet: 300,
  guidanceDelay: 800,
  gettingReadyInterval: 1_000,
  gettingReadyShown: 3_000,
  enteringRoom: 600,
  startButtonDelay: 300,
  positionGuideline: 4_000,
  peerNotReadyTimeout: 6_000,
  startWarning: 3_000,
  cameraPromptLimit: 6_000,
  hintDelay: 800,
  frameLost: 1_500,
  frameTimeout: 4_000,
  grace: 1_000,
};

export interface RunningServer {
  readonly origin: string;
  /** Its settings, for an operator's command. */
  readonly environment: NodeJS.ProcessEnv;
  /** Of its present process. */
  pid(): number;
  /** Kills it (`kill -9`), and starts it again with the same address and data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const serverFolder = join(import.meta.dirname, '..', '..', '..', 'apps', 'server', 'src');

/** Starts the product as `npm start` does, on an embedded database with nobody in it. */
export async function startServer(
  durations: Partial<Record<DurationName, number>>,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const dataDir = await newDataFolder();
  const { end, ...server } = await launch(dataDir, durations, more);
  return {
    ...server,
    async stop() {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Launched = Omit<RunningServer, 'stop'> & { end(): Promise<void> };

async function launch(
  dataDir: string,
  durations: Partial<Record<DurationName, number>>,
  more: Readonly<Record<string, string>>,
): Promise<Launched> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: origin,
    LIMITS: 'off',
    DURATIONS: JSON.stringify(durations),
    ...noGatheringNow,
    ...more,
  };
  let child = await running(environment);
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    origin,
    environment,
    pid: () => child.pid as number,
    async crash() {
      await end('SIGKILL');
      child = await running(environment);
    },
    end: () => end('SIGTERM'),
  };
}

/**
 * The embedded database is WebAssembly: compiled once and plainly, it starts with two thirds of the processor time, and the few statements of
 * a story take longer. (V8, "WebAssembly compilation pipeline")
 */
const compilesPlainly = '--liftoff-only';

/** A process of the server that accepts requests. */
async function running(environment: NodeJS.ProcessEnv & { readonly PUBLIC_URL: string }): Promise<ChildProcess> {
  const child: ChildProcess = spawn(process.execPath, [compilesPlainly, ...startArguments], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was up`)));
    // It prints its public address once it is up.
    child.stdout?.on('data', (text: Buffer) => text.includes(environment.PUBLIC_URL) && resolve());
  });
  return child;
}

/** Runs a command of the operator beside a running server, and returns its output. */
export async function admin(server: RunningServer, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(serverFolder, 'commands', 'admin.ts'), ...args], {
    env: server.environment,
  });
  return stdout.trim();
}
