import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';
import { median } from '../../../tools/figures.ts';
import { connectCrowd } from './crowds.ts';
import type { Progress } from './members.ts';
import { startPeers } from './peers.ts';
import { drawBars } from './picture.ts';
import { resident, sum, ticks } from './processes.ts';

/**
 * `npm run bench:connected -- --members 10000 --processes 1 --seconds 30 --rounds 1`: members who report presence every 4 s and are sent
 * the count of people every 2 s, compared with a bare Socket.IO server that exchanges the same packets. Prints processor time and
 * memory per member. Source: requirements/promises 6.
 */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '1' },
  },
});
const [members, processes, span, rounds] = [values.members, values.processes, values.seconds, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];

interface Servers {
  readonly origins: readonly string[];
  readonly pids: readonly number[];
  readonly tokens: readonly string[];
  /** Whether a change at one process is sent by all of them. */
  readonly isShared: boolean;
  stop(): Promise<void>;
}

interface Figures {
  readonly connected: number;
  /** The time until all were connected, s. */
  readonly connecting: number;
  /** Processor time per thousand members, percent of one core. */
  readonly cpu: number;
  /** Resident memory per member, beyond that of the idle process, bytes. */
  readonly memory: number;
  /** Count messages received per member and second. */
  readonly heard: number;
  readonly lost: number;
}

async function bare(): Promise<Servers> {
  const { ports, pids, stop } = await startPeers('Socket.IO', new URL('./bare-server.ts', import.meta.url), processes);
  const tokens = Array.from({ length: members }, () => '');
  return { origins: ports.map((port) => `http://127.0.0.1:${port}`), pids, tokens, isShared: false, stop };
}

async function ours(): Promise<Servers> {
  const environment = { LIMITS: 'on', TRUST_PROXY: 'on', ...(processes === 1 && { REDIS_URL: '' }) };
  const installation = await Installation.start(processes, environment, { direct: true });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const tokens = (await enrol(database, members)).map(({ token }) => token);
  await database.end();
  return {
    origins: installation.nodes.map(({ origin }) => origin),
    pids: installation.nodes.map(({ pid }) => pid as number),
    tokens,
    isShared: true,
    stop: () => installation.stop(),
  };
}

/** Runs one client program per server process, because a single one would be the bottleneck. */
async function measure({ origins, pids, tokens, isShared, stop }: Servers): Promise<Figures> {
  await sleep(3_000);
  const idle = sum(pids, resident);
  const began = performance.now();
  const crowds = await Promise.all(
    origins.map((origin, part) => {
      const own = tokens.filter((_, i) => i % origins.length === part);
      return connectCrowd({ origin, tokens: own, moving: isShared ? part === 0 : true }, Number.POSITIVE_INFINITY);
    }),
  );
  const connecting = (performance.now() - began) / 1_000;
  await sleep(12_000);
  const total = (of: (progress: Progress) => number) => crowds.reduce((all, { progress }) => all + of(progress), 0);
  const [before, heardBefore] = [sum(pids, ticks), total(({ heard }) => heard)];
  await sleep(span * 1_000);
  const [after, heardAfter] = [sum(pids, ticks), total(({ heard }) => heard)];
  const connected = total((progress) => progress.connected - progress.lost);
  const figures: Figures = {
    connected,
    connecting,
    cpu: (after - before) / span / (connected / 1_000),
    memory: (sum(pids, resident) - idle) / connected,
    heard: (heardAfter - heardBefore) / span / connected,
    lost: total(({ lost, refused }) => lost + refused),
  };
  for (const { child } of crowds) child.kill('SIGKILL');
  await stop();
  return figures;
}

const contestants = { 'Socket.IO alone': bare, Unspoken: ours } as const;
type Name = keyof typeof contestants;
const found: Record<Name, Figures[]> = { 'Socket.IO alone': [], Unspoken: [] };
for (let round = 0; round < rounds; round++)
  for (const name of Object.keys(contestants) as Name[]) {
    const figures = await measure(await contestants[name]());
    found[name].push(figures);
    process.stdout.write(
      `${name.padEnd(16)} ${figures.connected} connected in ${figures.connecting.toFixed(0)} s, ${figures.lost} lost or refused, ` +
        `${figures.cpu.toFixed(2)} % of a core per 1,000, ${(figures.memory / 1_024).toFixed(1)} kB each, ${figures.heard.toFixed(2)} counts/s each\n`,
    );
  }
const of = (name: Name, figure: (each: Figures) => number) => median(found[name].map(figure));
const ratio = (figure: (each: Figures) => number) => of('Unspoken', figure) / of('Socket.IO alone', figure);
process.stdout.write(
  `\n${members} members on ${processes} of ${rounds} rounds: processor ${ratio(({ cpu }) => cpu).toFixed(2)} times, memory ${ratio(({ memory }) => memory).toFixed(2)} times that of Socket.IO alone\n`,
);
const names = Object.keys(contestants) as Name[];
drawBars(`connected-${members}-on-${processes}`, [
  {
    title: 'Processor, % of a core per 1,000 members',
    bars: names.map((name) => ({ name, value: of(name, ({ cpu }) => cpu) })),
  },
  { title: 'Memory, kB per member', bars: names.map((name) => ({ name, value: of(name, ({ memory }) => memory / 1_024) })) },
]);
process.exit(0);
