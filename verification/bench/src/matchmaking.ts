import { parseArgs } from 'node:util';
import { Client, type Room } from '@colyseus/sdk';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { PairingLoad, PairingTimes } from '@unspoken/testing/pairing-load';
import { startRedis } from '@unspoken/testing/redis';
import pg from 'pg';
import { percentile } from '../../../tools/figures.ts';
import { findRedis } from '../../../tools/programs.mjs';
import { startPeers } from './peers.ts';
import { drawBars } from './picture.ts';
import { openRecording } from './recording.ts';

/**
 * `npm run bench:matchmaking -- --people 40 --seconds 10 --rounds 3`: 40 people press Connect, leave the room as soon as both have been
 * notified, and press again. One process with its own memory, and three over Redis, each of which writes every room to PostgreSQL before
 * it notifies anybody; compared with Colyseus in one process and in three over Redis, which stores nothing. The floor is the recording alone:
 * the same rows in the same batches, without sockets and matchmaking. Rounds of all alternate.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const [people, span, rounds] = [Number(values.people), Number(values.seconds) * 1_000, Number(values.rounds)];

/** A system under test: `meet` pairs people for `span` ms, and returns how long each pairing took, ms. */
interface Contestant {
  readonly name: string;
  meet(span: number): Promise<number[]>;
  stop(): Promise<unknown>;
}

async function unspoken(name: string, processes: number, environment: Readonly<Record<string, string>>): Promise<Contestant> {
  const installation = await Installation.start(processes, environment, { direct: true });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const tokens = (await enrol(database, people)).map(({ token }) => token);
  const load = await PairingLoad.open(tokens, (i) => ({ origin: installation.nodes[i % processes]?.origin as string }));
  return {
    name,
    meet: (span) => load.meet(span),
    async stop() {
      load.close();
      await database.end();
      await installation.stop();
    },
  };
}

async function colyseus(name: string, processes: number): Promise<Contestant> {
  const redis = processes > 1 ? await startRedis(findRedis() as string) : undefined;
  const { ports, stop } = await startPeers('Colyseus', new URL('./colyseus-server.ts', import.meta.url), processes, {
    NODE_ENV: 'production',
    ...(redis && { REDIS_URL: redis.url }),
  });
  const clients = ports.map((port) => new Client(`ws://127.0.0.1:${port}`));
  return {
    name,
    async meet(span) {
      const times = new PairingTimes();
      const until = performance.now() + span;
      const connectRepeatedly = async (client: Client) => {
        while (performance.now() < until) {
          const requestedAt = performance.now();
          // Two processes may assign the same seat: then one of the two clients tries again.
          const room: Room | undefined = await client.joinOrCreate('pair').catch(() => undefined);
          if (!room) continue;
          const paired = new Promise<boolean>((resolve) => {
            room.onMessage('paired', () => resolve(true));
            setTimeout(() => resolve(false), span);
          });
          if (await paired) times.note(room.roomId, requestedAt);
          await room.leave();
        }
      };
      await Promise.all(Array.from({ length: people }, (_, i) => connectRepeatedly(clients[i % processes] as Client)));
      return times.all;
    },
    async stop() {
      await stop();
      await redis?.stop();
    },
  };
}

const contestants = [
  { name: 'the floor: the recording alone', ...(await openRecording(people)) },
  await unspoken('one process, PostgreSQL', 1, { REDIS_URL: '' }),
  await unspoken('three processes, Redis, PostgreSQL', 3, {}),
  await colyseus('Colyseus, one process, no record', 1),
  await colyseus('Colyseus, three processes, Redis, no record', 3),
];
const found = new Map<string, { perSecond: number[]; latencies: number[] }>();
for (let round = 0; round <= rounds; round++)
  for (const contestant of contestants) {
    // The first round is warm-up.
    const latencies = await contestant.meet(round === 0 ? span / 4 : span);
    if (round === 0) continue;
    const row = found.get(contestant.name) ?? { perSecond: [], latencies: [] };
    row.perSecond.push(latencies.length / (span / 1_000));
    row.latencies.push(...latencies);
    found.set(contestant.name, row);
  }
process.stdout.write(`${people} people at once, ${rounds} rounds of ${span / 1_000} s\n\n`);
process.stdout.write(`${''.padEnd(46)}pairs/s (least to most)      p50       p99\n`);
for (const [name, { perSecond, latencies }] of found) {
  const most = Math.max(...perSecond).toFixed(0);
  const least = Math.min(...perSecond).toFixed(0);
  const ms = (share: number) => `${percentile(latencies, share).toFixed(1)} ms`.padStart(10);
  process.stdout.write(
    `${`${name.padEnd(46)}${percentile(perSecond, 0.5).toFixed(0).padStart(6)} (${least} to ${most})`.padEnd(70)}${ms(0.5)}${ms(0.99)}\n`,
  );
}
const per = (of: (each: { perSecond: number[]; latencies: number[] }) => number) =>
  [...found].map(([name, each]) => ({ name, value: of(each) }));
drawBars(`matchmaking-${people}`, [
  { title: 'Pairs per second', bars: per(({ perSecond }) => percentile(perSecond, 0.5)) },
  { title: 'From the second request to both notified: p50, ms', bars: per(({ latencies }) => percentile(latencies, 0.5)) },
  { title: 'p99, ms', bars: per(({ latencies }) => percentile(latencies, 0.99)) },
]);
for (const contestant of contestants) await contestant.stop();
process.exit(0);
