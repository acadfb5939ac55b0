import { onRedis, ownSpace } from '@unspoken/testing/redis';
import { expect, test } from 'vitest';
import { busContract } from '../bus-contract.ts';
import { systemClock } from '../clock.ts';
import { countersContract } from '../counters-contract.ts';
import { Keys } from '../keys.ts';
import type { Counters } from '../limits.ts';
import { MemoryCounters } from '../memory-counters.ts';
import { MemoryOneTimeTokens } from '../one-time-tokens.ts';
import { oneTimeTokensContract } from '../one-time-tokens-contract.ts';
import { systemRandom } from '../random.ts';
import { openRedis } from './redis.ts';
import { RedisBus } from './redis-bus.ts';
import { RedisCounters } from './redis-counters.ts';
import { RedisOneTimeTokens } from './redis-one-time-tokens.ts';

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));
const keys = new Keys('a secret that is long enough for this test');

onRedis((redis) => {
  busContract('Redis', async () => {
    const space = ownSpace();
    const options = { redis: redis(), space, clock: systemClock, random: systemRandom, patience: 500, fault: () => {} };
    const buses = ['one', 'two', 'three'].map((node) => new RedisBus({ ...options, node }));
    for (const bus of buses) await bus.ready;
    const [own, ...others] = buses as [RedisBus, ...RedisBus[]];
    return { own, others };
  });

  test('[ENC-23] a process whose subscription was interrupted is notified once it receives messages again', async () => {
    const options = {
      redis: redis(),
      space: ownSpace(),
      clock: systemClock,
      random: systemRandom,
      patience: 500,
      fault: () => {},
    };
    const [one, other] = ['one', 'other'].map((node) => new RedisBus({ ...options, node })) as [RedisBus, RedisBus];
    await Promise.all([one.ready, other.ready]);
    let times = 0;
    const again = new Promise<void>((resume) => {
      one.onResubscribed(() => {
        times++;
        resume();
      });
    });
    await redis().client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await again;
    const received = new Promise((resume) => one.serve('note', resume));
    other.send('one', 'note', 'after');
    expect([await received, times]).toEqual(['after', 1]);
  });

  countersContract('Redis', () => {
    const asked = () => Promise.reject(new Error('Redis should have been asked'));
    const meanwhile = { take: asked, takeDistinct: asked, dropDistinct: asked };
    const space = ownSpace();
    // Two processes take turns: each window must be the one of both.
    const two = [0, 1].map(() => new RedisCounters({ redis: redis(), space, keys, meanwhile })) as [RedisCounters, RedisCounters];
    let next = 0;
    const one = () => two[next++ % 2] as RedisCounters;
    const counters: Counters = {
      take: (key, limit) => one().take(key, limit),
      takeDistinct: (key, subject, limit) => one().takeDistinct(key, subject, limit),
      dropDistinct: (key, subject) => one().dropDistinct(key, subject),
    };
    return { counters, wait };
  });

  // Each instance also has a memory of its own, so only claims at two instances show that Redis decides.
  oneTimeTokensContract('Redis', () => {
    const space = ownSpace();
    const two = [0, 1].map(() => new RedisOneTimeTokens(redis(), space, new MemoryOneTimeTokens(systemClock)));
    let next = 0;
    return { tokens: { claim: (token, lifetime) => (two[next++ % 2] as RedisOneTimeTokens).claim(token, lifetime) }, wait };
  });

  test('the counted keys cannot be read from Redis', async () => {
    const space = ownSpace();
    const counters = new RedisCounters({ redis: redis(), space, keys, meanwhile: new MemoryCounters(systemClock) });
    await counters.take('login ann@example.org', { count: 1, window: 1_000 });
    await counters.takeDistinct('tried 192.0.2.1', 'ann@example.org', { count: 1, window: 1_000 });
    const found = await redis().client.keys(`${space}*`);
    expect(found).toHaveLength(2);
    const subjects = await redis().client.smembers(found.find((each) => each.includes('distinct')) ?? '');
    expect(subjects).toHaveLength(1);
    expect([...found, ...subjects].join()).not.toMatch(/ann|example|login|tried|192/);
  });
});

test('[OPS-7] while Redis is unreachable, requests to it fail at once, and each process applies the limits by itself', async () => {
  const redis = openRedis('redis://127.0.0.1:1', { fault: () => {} });
  const options = { redis, space: 'away', clock: systemClock, random: systemRandom, patience: 500, fault: () => {} };
  const bus = new RedisBus({ ...options, node: 'one' });
  await expect(bus.request('two', 'anything', {})).rejects.toMatchObject({ code: 'unavailable' });
  bus.broadcast('anything', {});
  const counters = new RedisCounters({ redis, space: 'away', keys, meanwhile: new MemoryCounters(systemClock) });
  const limit = { count: 1, window: 60_000 };
  expect([(await counters.take('ann', limit)) === 0, (await counters.take('ann', limit)) > 0]).toEqual([true, true]);
  const tried = (subject: string) => counters.takeDistinct('network', subject, limit);
  expect([await tried('ann'), await tried('ann'), (await tried('ben')) > 0]).toEqual([0, 0, true]);
  await counters.dropDistinct('network', 'ann');
  expect(await tried('ben')).toBe(0);
  const tokens = new RedisOneTimeTokens(redis, 'away', new MemoryOneTimeTokens(systemClock));
  expect([await tokens.claim('it', 1_000), await tokens.claim('it', 1_000)]).toEqual([true, false]);
  redis.close();
});
