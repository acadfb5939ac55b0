import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import { RedisMatchmakingState } from '@unspoken/server/matchmaking/redis-state';
import type { MatchmakingState, WaitingEntry } from '@unspoken/server/matchmaking/state';
import { openRedis } from '@unspoken/server/platform/redis/redis';
import { startRedis } from '@unspoken/testing/redis';
import { percentile } from '../../../tools/figures.ts';
import { findRedis } from '../../../tools/programs.mjs';
import { drawCurves } from './picture.ts';

/**
 * `npm run bench:waiting`: the cost of one pairing while 100, 1,000 and 10,000 people wait in the same pool, in memory and in Redis,
 * compared with a Redis command that does nothing (PING). A newcomer may be paired with everybody who waits; those who wait may not be
 * paired with each other. Each person who is paired is replaced by another in the queue.
 */
const pairings = 2_000;
const newcomers = Array.from({ length: 20 }, (_, i) => `newcomer ${i}`);
const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;

const entry = (accountId: string, queuedAt: number, only?: readonly string[]): WaitingEntry => ({
  ...{
    accountId,
    connectionId: 'socket',
    node: 'here',
    clickID: '',
    pool,
    queuedAt,
    askedAt: queuedAt,
    noRepeat: false,
    avoid: {},
  },
  ...(only && { only }),
});

async function measure(state: MatchmakingState, waiting: number): Promise<number[]> {
  const room = (i: number) => ({ roomID: `room ${i}`, node: 'here' });
  for (let i = 0; i < waiting; i++) await state.join(entry(`waiting ${i}`, i, newcomers), room(i), 0);
  const took: number[] = [];
  for (let i = 0; i < pairings; i++) {
    const newcomer = newcomers[i % newcomers.length] as string;
    const asked = performance.now();
    const entered = await state.join(entry(newcomer, waiting + i), room(waiting + i), 0);
    took.push((performance.now() - asked) * 1_000);
    if (entered.outcome !== 'paired') throw new Error(`${newcomer} is ${entered.outcome}`);
    await state.release(`room ${waiting + i}`, entered.first, entered.second);
    await state.join(entry(entered.first.accountId, waiting + i, newcomers), room(waiting + i), 0);
  }
  return took;
}

const program = findRedis();
if (!program) throw new Error('this needs Redis; npm test installs it on Debian');
const server = await startRedis(program);
const redis = openRedis(server.url, { fault: () => {} });
await redis.ready;
const row = (name: string, took: readonly number[]): number => {
  const middle = percentile(took, 0.5);
  process.stdout.write(
    `${name.padEnd(34)}${middle.toFixed(0).padStart(7)} µs${percentile(took, 0.99).toFixed(0).padStart(8)} µs\n`,
  );
  return middle;
};
process.stdout.write(`${pairings} pairings each\n\n${''.padEnd(34)}       p50        p99\n`);
const floor: number[] = [];
for (let i = 0; i < pairings; i++) {
  const asked = performance.now();
  await redis.client.ping();
  floor.push((performance.now() - asked) * 1_000);
}
const ping = row('PING', floor);
const sizes = [100, 1_000, 10_000];
const points = { memory: [] as [number, number][], redis: [] as [number, number][] };
for (const waiting of sizes) {
  points.memory.push([waiting, row(`memory, ${waiting} waiting`, await measure(new MemoryMatchmakingState(), waiting))]);
  const state = new RedisMatchmakingState(redis, `bench-${waiting}`);
  await state.renewLease('here', 600_000, 1);
  points.redis.push([waiting, row(`Redis, ${waiting} waiting`, await measure(state, waiting))]);
}
drawCurves('waiting', {
  title: 'What one pairing costs the matchmaking state',
  x: 'people waiting in the pool',
  y: 'µs, p50',
  curves: [
    { name: 'in memory', points: points.memory },
    { name: 'in Redis', points: points.redis },
    { name: 'PING of Redis', points: sizes.map((size) => [size, ping] as const) },
  ],
});
redis.close();
await server.stop();
