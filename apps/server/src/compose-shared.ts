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

/** What the processes of an installation share; of one process, what it keeps for itself. */
export interface Shared {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly places: MatchmakingState;
  readonly counters: Counters;
  readonly once: OneTimeTokens;
  readonly adapter: CrowdAdapter | undefined;
  /** What is asked to know whether it can be reached, by name. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** Before anybody is let in: what a process before this one left behind is closed. */
  prepare(): Promise<void>;
  /** This process takes part from now on: what others have left behind is closed or gone on with. */
  join(parts: ClusterParts): Promise<void>;
  /** Hands over what can go on elsewhere. */
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

/** One process, or many that share a Redis: what each part of the house is given is the same, whichever it is. */
export const composeShared = (options: SharedOptions): Shared =>
  options.config.redisUrl === undefined ? alone(options) : amongMany(options, options.config.redisUrl);

function alone({ clock, encounterStore }: SharedOptions): Shared {
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

function amongMany({ config, clock: own, random, keys, fault }: SharedOptions, url: string): Shared {
  const { durations, redisSpace: space } = config;
  const clock = new AgreedClock(own);
  const redis = openRedis(url, { fault });
  const node = random.id();
  const bus = new RedisBus({ redis, space, node, clock, random, patience: durations.matchmakerAnswer, fault });
  const places = new RedisMatchmakingState(redis, space);
  const adapter = crowdAdapter(redis, space);
  let life: ClusterMembership | undefined;
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
      life = new ClusterMembership({ ...parts, node, places, bus, clock, durations, fault });
      await life.start(redis);
    },
    async leave() {
      await life?.leave();
    },
    close() {
      life?.stop();
      redis.close();
    },
  };
}
