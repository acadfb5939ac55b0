import { type Inheritance, RedisPlaces } from '@unspoken/server/matchmaking/redis-places';
import { AgreedClock } from '@unspoken/server/platform/agreed-clock';
import type { Clock } from '@unspoken/server/platform/clock';
import type { OpenRedis } from '@unspoken/server/platform/redis/redis';
import type { Plant } from './plants.ts';

/** The plants in what processes share. */

class HeirlessPlaces extends RedisPlaces {
  override async inherit(): Promise<Inheritance> {
    return { gone: [], rooms: [] };
  }
}

/** Believes that the book has all it was ever told. */
class TrustingPlaces extends RedisPlaces {
  override async live(node: string, lease: number, beat: number): ReturnType<RedisPlaces['live']> {
    return { ...(await super.live(node, lease, beat)), before: beat, lived: true };
  }
}

export function plantedRedisPlaces(plant: Plant | undefined, redis: OpenRedis, space: string): RedisPlaces {
  if (plant === 'nobody takes over from the dead') return new HeirlessPlaces(redis, space);
  if (plant === 'a lost book stays lost') return new TrustingPlaces(redis, space);
  return new RedisPlaces(redis, space);
}

class StubbornClock extends AgreedClock {
  override agree(): void {}
}

export const plantedAgreement = (plant: Plant | undefined, own: Clock): AgreedClock =>
  plant === 'each process has its own time' ? new StubbornClock(own) : new AgreedClock(own);
