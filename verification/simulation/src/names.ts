import type { Chance } from '@unspoken/server/platform/random';
import type { Random } from './seeded-random.ts';

/** Names that nobody else in a world ever has, told apart by a number. */
export class Names {
  #given = 0;

  next(kind: string): string {
    return `${kind}-${++this.#given}`;
  }

  /** A server's chance, made of these names. */
  chance(random: Random): Chance {
    return {
      id: () => this.next('id'),
      secret: () => `${this.next('room')}-${Math.floor(random.next() * 1e9)}`,
      digits: (count) => String(Math.floor(random.next() * 10 ** count)).padStart(count, '0'),
    };
  }
}
