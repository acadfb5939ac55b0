import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { ServerProcess } from '@unspoken/testing/server-process';
import pg from 'pg';
import { freePort } from '../../../../tools/free-port.ts';
import { sum, ticks } from '../processes.ts';
import type { StormMember, StormReport } from './members.ts';
import { Program } from './programs.ts';

export type Ending = 'SIGTERM' | 'SIGKILL';

export interface ExchangeOptions {
  readonly members: number;
  /** How many more people connect repeatedly, at all processes; none at the floor. */
  readonly pairing: number;
  readonly processes: number;
  readonly ending: Ending;
  /** Whether the others take the members at once; otherwise only the new process does, at the address of the old one. */
  readonly balanced: boolean;
  /** How many members share an address. */
  readonly perAddress: number;
}

/** What happened from the signal on. Times are in ms. */
export interface Exchange {
  readonly lost: number;
  readonly backs: readonly number[];
  /** Of each member who is back, since the signal. */
  readonly backSince: readonly number[];
  readonly absent: number;
  /** Attempts to open a socket for each member who was lost. */
  readonly attempts: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly accounts: readonly (readonly [since: number, ms: number])[];
  readonly pairings: readonly (readonly [since: number, ms: number])[];
  /** From the signal until the old process had ended, and until the new one took people. */
  readonly endedAfter: number;
  readonly readyAfter: number;
  /** Processor time of all processes for each return, ms: beyond what they need for people who are connected, and without the start. */
  readonly processor: number;
  /** The longest pause of a program of members, ms: what they would have sent in it came so much later. */
  readonly pause: number;
}

interface Servers {
  readonly ports: readonly number[];
  readonly tokens: readonly string[];
  pids(): readonly number[];
  /** Ends the first process; resolves when it has ended. */
  end(ending: Ending): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function unspoken({ members, pairing, processes }: ExchangeOptions): Promise<Servers> {
  const installation = await Installation.start(processes, { LIMITS: 'on', TRUST_PROXY: 'on' }, { direct: true });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const tokens = (await enrol(database, members + pairing)).map(({ token }) => token);
  await database.query('analyze');
  await database.end();
  const [first] = installation.nodes;
  if (!first) throw new Error('no process');
  return {
    ports: installation.nodes.map(({ port }) => port),
    tokens,
    pids: () => installation.nodes.map(({ pid }) => pid as number),
    end: (ending) => first.signal(ending),
    restart: async () => void (await first.start()),
    stop: () => installation.stop(),
  };
}

export async function floor({ members, pairing, processes }: ExchangeOptions): Promise<Servers> {
  const ports: number[] = [];
  const servers: ServerProcess[] = [];
  for (let i = 0; i < processes; i++) {
    const port = await freePort();
    const program = new URL('./floor-server.ts', import.meta.url).pathname;
    const server = new ServerProcess({
      ...{ name: 'ws', says: 'stdout', readyWords: 'listening' },
      launch: () =>
        spawn(process.execPath, [program], { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] }),
    });
    await server.start();
    ports.push(port);
    servers.push(server);
  }
  return {
    ports,
    tokens: Array.from({ length: members + pairing }, (_, i) => String(i)),
    pids: () => servers.map(({ pid }) => pid as number),
    end: (ending) => (servers[0] as ServerProcess).end(ending),
    restart: () => (servers[0] as ServerProcess).start(),
    stop: async () => void (await Promise.all(servers.map((server) => server.end('SIGKILL')))),
  };
}

const now = () => performance.timeOrigin + performance.now();

/** How long the members stay connected before the exchange, and for how long it is watched, ms. */
const before = 20_000;
const watched = 40_000;
/** How long those who are not back by then are waited for, ms. */
const patience = 120_000;
const beat = 4_000;
const programs = 2;

export async function exchange(servers: Servers, options: ExchangeOptions): Promise<Exchange> {
  const { members, pairing, ending, balanced, perAddress } = options;
  const people: StormMember[] = servers.tokens.map((token, i) => {
    const network = Math.floor(i / perAddress);
    return { token, address: `198.${18 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`, pairs: i >= members };
  });
  const crowds = Array.from({ length: programs }, (_, part) => ({
    program: new Program(),
    members: people.filter((_, i) => i < members && i % programs === part),
    ports: servers.ports.slice(0, 1),
  }));
  const pairs = { program: new Program(), members: people.slice(members), ports: servers.ports };
  const all = pairing > 0 ? [...crowds, pairs] : crowds;
  try {
    for (const { program, members, ports } of all) await program.answer({ kind: 'arrive', members, ports, beat });
    // The pairings of this time are the figures before the exchange.
    for (const { program } of all) program.order({ kind: 'storm' });
    const pids = servers.pids();
    const atFirst = sum(pids, ticks);
    await wait(before);
    const [steady, others] = [(sum(pids, ticks) - atFirst) / before, servers.ports.slice(1)];
    const survivors = sum(pids.slice(1), ticks);
    const began = now();
    const route = (ports: readonly number[]) => {
      for (const { program } of all) program.order({ kind: 'route', ports });
    };
    pairs.program.order({ kind: 'route', ports: others });
    for (const { program } of crowds) program.order({ kind: 'route', ports: balanced ? others : [] });
    await servers.end(ending);
    const endedAfter = now() - began;
    await servers.restart();
    const readyAfter = now() - began;
    const started = ticks(servers.pids()[0] as number);
    if (balanced) route(servers.ports);
    else {
      pairs.program.order({ kind: 'route', ports: servers.ports });
      for (const { program } of crowds) program.order({ kind: 'route', ports: servers.ports.slice(0, 1) });
    }
    await wait(Math.max(0, watched - readyAfter));
    const expected = all.reduce((total, { members }) => total + members.length, 0);
    const present = async () => {
      let total = 0;
      for (const { program } of all) total += await program.answer<number>({ kind: 'count' });
      return total;
    };
    while ((await present()) < expected && now() - began < patience) await wait(500);
    const used = sum(servers.pids(), ticks) - survivors - started - steady * (now() - began);
    const reports: StormReport[] = [];
    for (const { program } of all) reports.push(await program.answer<StormReport>({ kind: 'report' }));
    const lost = reports.reduce((sum, report) => sum + report.lost, 0);
    const refusals: Record<string, number> = {};
    for (const report of reports)
      for (const [what, times] of Object.entries(report.refusals)) refusals[what] = (refusals[what] ?? 0) + times;
    const since = (pairs: readonly (readonly [number, number])[]) => pairs.map(([at, ms]) => [at - began, ms] as const);
    return {
      lost,
      backs: reports.flatMap(({ backs }) => backs),
      backSince: reports.flatMap(({ backAt }) => backAt.map((at) => at - began)),
      absent: expected - reports.reduce((sum, { present }) => sum + present, 0),
      attempts: reports.reduce((sum, { requested }) => sum + requested, 0) / lost,
      refusals,
      accounts: since(reports.flatMap(({ accounts }) => accounts)),
      pairings: since(reports.flatMap(({ pairings }) => pairings)),
      endedAfter,
      readyAfter,
      processor: (used * 10) / lost,
      pause: Math.max(...reports.map(({ pause }) => pause)),
    };
  } finally {
    for (const { program } of all) program.end();
    await servers.stop();
  }
}
