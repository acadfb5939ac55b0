import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { ServerProcess } from '@unspoken/testing/server-process';
import pg from 'pg';
import { freePort } from '../../../../tools/free-port.ts';
import { sum, ticks } from '../processes.ts';
import type { StormReport } from './members.ts';
import type { OpeningReport } from './openings.ts';
import { Program } from './programs.ts';
import { type Recorded, recordOpening } from './recording.ts';

export interface MailOptions {
  readonly openings: number;
  readonly pairing: number;
  readonly processes: number;
  readonly perAddress: number;
  readonly within: number;
  /** The page that the mail links. */
  readonly path: string;
}

export interface Mail {
  readonly requests: readonly Recorded[];
  readonly openings: OpeningReport['openings'];
  readonly refusals: Readonly<Record<string, number>>;
  /** From the first opening until all were complete, ms. */
  readonly took: number;
  /** Processor time of all processes for each opening, ms. */
  readonly processor: number;
  readonly pairings: readonly (readonly [since: number, ms: number])[];
}

interface Target {
  readonly ports: readonly number[];
  readonly tokens: readonly string[];
  pids(): readonly number[];
  stop(): Promise<void>;
}

export async function product({ openings, pairing, processes }: MailOptions): Promise<Target> {
  const installation = await Installation.start(processes, { LIMITS: 'on', TRUST_PROXY: 'on' }, { direct: true });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const tokens = (await enrol(database, openings + pairing)).map(({ token }) => token);
  await database.query('analyze');
  await database.end();
  return {
    ports: installation.nodes.map(({ port }) => port),
    tokens,
    pids: () => installation.nodes.map(({ pid }) => pid as number),
    stop: () => installation.stop(),
  };
}

/** Bare servers that answer the same requests with the same bytes, from memory. */
export async function bytesOnly({ openings, processes }: MailOptions, requests: readonly Recorded[]): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-answers-'));
  const answers = join(folder, 'answers.json');
  writeFileSync(answers, JSON.stringify(requests.map(({ path, answer }) => [path, answer])));
  const servers: ServerProcess[] = [];
  const ports: number[] = [];
  for (let i = 0; i < processes; i++) {
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), ANSWERS: answers };
    const program = new URL('./floor-server.ts', import.meta.url).pathname;
    const server = new ServerProcess({
      ...{ name: 'the floor', says: 'stdout', readyWords: 'listening' },
      launch: () => spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    });
    await server.start();
    servers.push(server);
    ports.push(port);
  }
  return {
    ports,
    tokens: Array.from({ length: openings }, (_, i) => String(i)),
    pids: () => servers.map(({ pid }) => pid as number),
    async stop() {
      for (const server of servers) await server.end('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

/** How long people meet before the openings, and after the last one, ms. */
const before = 15_000;
const after = 20_000;
const programs = 2;

export async function openAfterMail(target: Target, options: MailOptions, recorded?: readonly Recorded[]): Promise<Mail> {
  const { openings, pairing, perAddress, within, path } = options;
  const people = target.tokens.map((token, i) => {
    const network = Math.floor(i / perAddress);
    return { token, address: `198.${18 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}` };
  });
  const requests = recorded ?? (await recordOpening(`http://127.0.0.1:${target.ports[0]}`, path, target.tokens[0] as string));
  const pairs = new Program();
  const crowds = Array.from({ length: programs }, () => fork(new URL('./openings.ts', import.meta.url).pathname));
  try {
    if (pairing > 0) {
      const members = people.slice(openings).map((each) => ({ ...each, pairs: true }));
      await pairs.answer({ kind: 'arrive', members, ports: target.ports, beat: 4_000 });
      pairs.order({ kind: 'storm' });
      await wait(before);
    }
    const began = performance.timeOrigin + performance.now();
    const used = sum(target.pids(), ticks);
    const reports = await Promise.all(
      crowds.map(async (crowd, part) => {
        const members = people.slice(0, openings).filter((_, i) => i % programs === part);
        crowd.send({ requests, members, ports: target.ports, within });
        return (await once(crowd, 'message'))[0] as OpeningReport;
      }),
    );
    const took = performance.timeOrigin + performance.now() - began;
    const processor = ((sum(target.pids(), ticks) - used) * 10) / openings;
    if (pairing > 0) await wait(after);
    const { pairings } = await pairs.answer<StormReport>({ kind: 'report' });
    const refusals: Record<string, number> = {};
    for (const report of reports)
      for (const [what, times] of Object.entries(report.refusals)) refusals[what] = (refusals[what] ?? 0) + times;
    return {
      ...{ requests, refusals, took, processor },
      openings: reports.flatMap(({ openings }) => openings),
      pairings: pairings.map(([at, ms]) => [at - began, ms] as const),
    };
  } finally {
    pairs.end();
    for (const crowd of crowds) crowd.kill('SIGKILL');
    await target.stop();
  }
}
