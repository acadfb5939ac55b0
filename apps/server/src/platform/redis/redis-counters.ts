import type { Keys } from '../keys.ts';
import type { Counters, Rate } from '../limits.ts';
import { asked, type OpenRedis, orWithout, script } from './redis.ts';

const lua = `
local used = redis.call('INCR', KEYS[1])
if used == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if used <= tonumber(ARGV[1]) then return 0 end
return math.max(1, redis.call('PTTL', KEYS[1]))`;

const distinct = `
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 0 end
local counted = redis.call('SCARD', KEYS[1])
if counted >= tonumber(ARGV[2]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('SADD', KEYS[1], ARGV[1])
if counted == 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 0`;

interface RedisCountersOptions {
  readonly redis: OpenRedis;
  readonly space: string;
  readonly keys: Keys;
  /** Counts while Redis is unreachable: each process by itself, so that n processes allow at most n times the limit. */
  readonly meanwhile: Counters;
}

/** Counts for all processes together. What is counted (addresses, accounts) is stored as keyed hashes. */
export class RedisCounters implements Counters {
  readonly #take: ReturnType<typeof script>;
  readonly #takeDistinct: ReturnType<typeof script>;
  readonly #options: RedisCountersOptions;

  constructor(options: RedisCountersOptions) {
    this.#options = options;
    this.#take = script(options.redis.client, 'unspokenTake', lua);
    this.#takeDistinct = script(options.redis.client, 'unspokenTakeDistinct', distinct);
  }

  async take(key: string, limit: Rate): Promise<number> {
    const { space, meanwhile } = this.#options;
    const wait = this.#take(`${space}:limit:${this.#hash(key)}`, limit.count, limit.window);
    return orWithout(wait.then(Number), () => meanwhile.take(key, limit));
  }

  async takeDistinct(key: string, subject: string, limit: Rate): Promise<number> {
    const wait = this.#takeDistinct(this.#setOf(key), this.#hash(subject), limit.count, limit.window);
    return orWithout(wait.then(Number), () => this.#options.meanwhile.takeDistinct(key, subject, limit));
  }

  async dropDistinct(key: string, subject: string): Promise<void> {
    const dropped = asked(this.#options.redis.client.srem(this.#setOf(key), this.#hash(subject)));
    await orWithout<unknown>(dropped, () => this.#options.meanwhile.dropDistinct(key, subject));
  }

  #setOf(key: string): string {
    return `${this.#options.space}:distinct:${this.#hash(key)}`;
  }

  #hash(counted: string): string {
    return this.#options.keys.hash('limit', counted);
  }
}
