import { ClusterMembership, type ClusterParts } from './cluster/membership.ts';
import type { EncounterStore } from './encounters/store.ts';
import { MemoryMatchmakingState } from './matchmaking/memory-state.ts';
import { RedisMatchmakingState } from './matchmaking/redis-state.ts';
import type { MatchmakingState } from './matchmaking/state.ts';
import { AgreedClock } from './platform/agreed-clock.ts';
import type { Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Keys } from './platform/keys.ts';
import type { Counters } from './platform/limits.ts';
import { LocalBus } from './platform/local-bus.ts';
import { MemoryCounters } from './platform/memory-counters.ts';
import { MemoryOneTimeTokens, type OneTimeTokens } from './platform/one-time-tokens.ts';
import type { Random } from './platform/random.ts';
import { type CrowdAdapter, crowdAdapter } from './platform/redis/crowd-adapter.ts';
import { openRedis } from './platform/redis/redis.ts';
import { RedisBus } from './platform/redis/redis-bus.ts';
import { RedisCounters } from './platform/redis/redis-counters.ts';
import { RedisOneTimeTokens } from './platform/redis/redis-one-time-tokens.ts';

/** What the processes of an installation share; a single process keeps it in its own memory. */
export interface Shared {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly places: MatchmakingState;
  readonly counters: Counters;
  readonly once: OneTimeTokens;
  readonly adapter: CrowdAdapter | undefined;
  /** Readiness checks by the name of the service; each rejects if its service cannot be reached. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** Before users are let in: closes what a process before this one left open. */
  prepare(): Promise<void>;
  /** Joins the cluster: rooms that other processes have left behind are closed or continued from now on. */
  join(parts: ClusterParts): Promise<void>;
  /** Leaves the cluster: hands over what other processes can continue. */
  leave(): Promise<void>;
  close(): void;
}

interface SharedOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly encounterStore: EncounterStore;
  readonly fault: (error: unknown) => void;
}

/** For one process, or for many that share a Redis; either way the other parts are given the same interfaces. */
export const composeShared = (options: SharedOptions): Shared =>
  options.config.redisUrl === undefined ? forOneProcess(options) : forCluster(options, options.config.redisUrl);

function forOneProcess({ clock, encounterStore }: SharedOptions): Shared {
  return {
    clock,
    bus: new LocalBus(),
    places: new MemoryMatchmakingState(),
    counters: new MemoryCounters(clock),
    once: new MemoryOneTimeTokens(clock),
    adapter: undefined,
    checks: {},
    async prepare() {
      await encounterStore.closeOrphans(clock.now());
    },
    async join() {},
    async leave() {},
    close() {},
  };
}

function forCluster({ config, clock: own, random, keys, fault }: SharedOptions, url: string): Shared {
  const { durations, redisSpace: space } = config;
  const clock = new AgreedClock(own);
  const redis = openRedis(url, { fault });
  const node = random.id();
  const bus = new RedisBus({ redis, space, node, clock, random, patience: durations.matchmakerAnswer, fault });
  const places = new RedisMatchmakingState(redis, space);
  const adapter = crowdAdapter(redis, space);
  let membership: ClusterMembership | undefined;
  return {
    clock,
    bus,
    places,
    counters: new RedisCounters({ redis, space, keys, meanwhile: new MemoryCounters(clock) }),
    once: new RedisOneTimeTokens(redis, space, new MemoryOneTimeTokens(clock)),
    adapter,
    checks: { redis: () => redis.client.ping() },
    async prepare() {},
    async join(parts) {
      membership = new ClusterMembership({ ...parts, node, places, bus, clock, durations, fault });
      await membership.start(redis);
    },
    async leave() {
      await membership?.leave();
    },
    close() {
      membership?.stop();
      redis.close();
    },
  };
}
