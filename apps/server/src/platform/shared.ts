import { AgreedClock } from './agreed-clock.ts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keys } from './keys.ts';
import type { Counters } from './limits.ts';
import { LocalBus } from './local-bus.ts';
import { MemoryCounters } from './memory-counters.ts';
import { MemoryOneTimeTokens, type OneTimeTokens } from './one-time-tokens.ts';
import type { Random } from './random.ts';
import { type OpenRedis, openRedis } from './redis/redis.ts';
import { RedisBus } from './redis/redis-bus.ts';
import { RedisCounters } from './redis/redis-counters.ts';
import { RedisOneTimeTokens } from './redis/redis-one-time-tokens.ts';
import { type SocketAdapter, socketAdapter } from './redis/socket-adapter.ts';

/** A process of a cluster: its name, its connections to Redis, and the clock that all processes agree on. */
export interface ClusterNode {
  readonly name: string;
  readonly redis: OpenRedis;
  readonly clock: AgreedClock;
  readonly adapter: SocketAdapter;
}

/** What the processes of an installation share; a single process keeps it in its own memory. */
export interface Shared {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly counters: Counters;
  readonly oneTimeTokens: OneTimeTokens;
  /** Undefined without Redis: then there is only one process. */
  readonly node: ClusterNode | undefined;
}

interface SharedOptions {
  readonly config: Pick<Config, 'durations' | 'redisSpace'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly fault: (error: unknown) => void;
}

/** For the only process of an installation. */
export const ofOneProcess = (clock: Clock): Shared => ({
  clock,
  bus: new LocalBus(),
  counters: new MemoryCounters(clock),
  oneTimeTokens: new MemoryOneTimeTokens(clock),
  node: undefined,
});

/** For one of several processes that share the Redis at this address. */
export function overRedis({ config, clock: own, random, keys, fault }: SharedOptions, url: string): Shared {
  const { durations, redisSpace: space } = config;
  const clock = new AgreedClock(own);
  const redis = openRedis(url, { fault });
  const name = random.id();
  return {
    clock,
    bus: new RedisBus({ redis, space, node: name, clock, random, patience: durations.matchmakerAnswer, fault }),
    counters: new RedisCounters({ redis, space, keys, meanwhile: new MemoryCounters(clock) }),
    oneTimeTokens: new RedisOneTimeTokens(redis, space, new MemoryOneTimeTokens(clock)),
    node: { name, redis, clock, adapter: socketAdapter(redis, space) },
  };
}
