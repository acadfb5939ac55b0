import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, now, toAll, toOne } from './fault.ts';

export const faultsOfRedis: readonly Fault[] = [
  toAll(
    { name: 'Redis is killed and comes back empty', bound: 5_000, ms: 3_000 },
    async ({ redis }) => {
      await redis.kill();
      await redis.forget();
    },
    ({ redis }) => redis.start(),
  ),
  toAll(
    { name: 'Redis is killed and comes back with what it had', bound: 5_000, ms: 3_000 },
    ({ redis }) => redis.kill(),
    ({ redis }) => redis.start(),
  ),
  {
    name: 'Redis forgets everything',
    bound: 5_000,
    async run({ redis }) {
      await redis.command('FLUSHALL');
      return now();
    },
  },
  toAll(
    { name: 'Redis is suspended (SIGSTOP) for 10 s', bound: 5_000, ms: 10_000 },
    ({ redis }) => redis.freeze(true),
    ({ redis }) => redis.freeze(false),
  ),
  toAll(
    { name: 'Redis has no memory left for 10 s', bound: 5_000, ms: 10_000 },
    ({ redis }) => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    ({ redis }) => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  ),
  toAll(
    { name: 'Redis can only be read for 10 s', bound: 5_000, ms: 10_000 },
    ({ redis }) => redis.command('REPLICAOF', '127.0.0.1', '1'),
    ({ redis }) => redis.command('REPLICAOF', 'NO', 'ONE'),
  ),
  {
    name: 'Redis dies, and a copy that is 2 s behind takes its place',
    bound: 8_000,
    async run(installation) {
      const copy = await installation.copyRedis();
      await wait(2_000);
      copy.line.cut();
      await wait(2_000);
      await copy.takeOver();
      return now();
    },
  },
  toOne('the line between a process and Redis is cut for 15 s', async ({ redis }) => {
    redis.cut();
    await wait(15_000);
    redis.heal();
  }),
  toAll(
    { name: 'nobody reaches Redis for 15 s, which forgets nothing', bound: 12_000, ms: 15_000 },
    ({ nodes }) => {
      for (const { redis } of nodes) redis.cut();
    },
    ({ nodes }) => {
      for (const { redis } of nodes) redis.heal();
    },
  ),
  toAll(
    { name: 'every line to Redis takes 50 to 150 ms, for 15 s', bound: 5_000, ms: 15_000 },
    ({ nodes }) => {
      for (const { redis } of nodes) redis.slow({ delay: 50, jitter: 100 });
    },
    ({ nodes }) => {
      for (const { redis } of nodes) redis.slow();
    },
  ),
  {
    name: 'every line to Redis breaks each second, for 10 s',
    bound: 5_000,
    async run({ nodes }) {
      for (let i = 0; i < 10; i++) {
        for (const { redis } of nodes) redis.cut();
        await wait(500);
        for (const { redis } of nodes) redis.heal();
        await wait(500);
      }
      return now();
    },
  },
];
