import type { OneTimeTokens } from '../one-time-tokens.ts';
import { asked, type OpenRedis, orWithout } from './redis.ts';

/** Claims for all processes together; while Redis is unreachable, each process by itself. */
export class RedisOneTimeTokens implements OneTimeTokens {
  readonly #redis: OpenRedis;
  readonly #space: string;
  readonly #meanwhile: OneTimeTokens;

  constructor(redis: OpenRedis, space: string, meanwhile: OneTimeTokens) {
    this.#redis = redis;
    this.#space = space;
    this.#meanwhile = meanwhile;
  }

  async claim(token: string, lifetime: number): Promise<boolean> {
    const isFirstHere = await this.#meanwhile.claim(token, lifetime);
    if (!isFirstHere) return false;
    const set = asked(this.#redis.client.set(`${this.#space}:once:${token}`, '1', 'PX', lifetime, 'NX'));
    return orWithout(
      set.then((answer) => answer === 'OK'),
      () => true,
    );
  }
}
