import { type Orphans, RedisMatchmakingState } from '@unspoken/server/matchmaking/redis-state';
import { AgreedClock } from '@unspoken/server/platform/agreed-clock';
import type { Clock } from '@unspoken/server/platform/clock';
import type { OpenRedis } from '@unspoken/server/platform/redis/redis';
import type { Mutant } from './mutants.ts';

/** The mutants in the state that processes share. */

class TakeoverlessState extends RedisMatchmakingState {
  override async takeOver(): Promise<Orphans> {
    return { gone: [], rooms: [] };
  }
}

/** Assumes that Redis has never lost any state. */
class TrustingState extends RedisMatchmakingState {
  override async renewLease(
    ...call: Parameters<RedisMatchmakingState['renewLease']>
  ): ReturnType<RedisMatchmakingState['renewLease']> {
    return { ...(await super.renewLease(...call)), before: call[2], wasValid: true };
  }
}

export function mutatedRedisState(mutant: Mutant | undefined, redis: OpenRedis, space: string): RedisMatchmakingState {
  if (mutant === 'nobody takes over from a dead process') return new TakeoverlessState(redis, space);
  if (mutant === 'lost state stays lost') return new TrustingState(redis, space);
  return new RedisMatchmakingState(redis, space);
}

class StubbornClock extends AgreedClock {
  override agree(): void {}
}

export const mutatedAgreement = (mutant: Mutant | undefined, own: Clock): AgreedClock =>
  mutant === 'each process has its own time' ? new StubbornClock(own) : new AgreedClock(own);
