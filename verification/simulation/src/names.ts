import type { Random } from '@unspoken/server/platform/random';
import type { SeededRandom } from './seeded-random.ts';

/** Names that are unique in a world: a kind and a number. */
export class Names {
  #given = 0;

  next(kind: string): string {
    return `${kind}-${++this.#given}`;
  }

  /** A server's source of ids, secrets and digits, made of these names. */
  random(seeded: SeededRandom): Random {
    return {
      id: () => this.next('id'),
      secret: () => `${this.next('room')}-${Math.floor(seeded.next() * 1e9)}`,
      digits: (count) => String(Math.floor(seeded.next() * 10 ** count)).padStart(count, '0'),
    };
  }
}
