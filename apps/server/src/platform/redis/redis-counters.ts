import type { Keys } from '../keys.ts';
import type { Counters, Rate } from '../limits.ts';
import { type OpenRedis, orWithout, script } from './redis.ts';

const lua = `
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if used <= tonumber(ARGV[1]) then return 0 end
return math.max(1, redis.call('PTTL', KEYS[1]))`;

interface RedisCountersOptions {
  readonly redis: OpenRedis;
  readonly space: string;
  readonly keys: Keys;
  /** Counts while Redis is unreachable: each process by itself, so that n processes allow at most n times the limit. */
  readonly meanwhile: Counters;
}

/** Counts for all processes together. The counted keys (addresses, accounts) are stored as keyed hashes. */
export class RedisCounters implements Counters {
  readonly #take: ReturnType<typeof script>;
  readonly #options: RedisCountersOptions;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#take = script(options.redis.client, 'unspokenTake', lua);
  }

  async take(key: string, limit: Rate): Promise<number> {
    const { space, keys, meanwhile } = this.#options;
    const wait = this.#take(`${space}:limit:${keys.hash('limit', key)}`, limit.count, limit.window);
    return orWithout(wait.then(Number), () => meanwhile.take(key, limit));
  }
}
