import type { Addition } from '@unspoken/contract/configuration';
import { additionOf, type Wishes, type WishesPort } from '@unspoken/encounter/ports';
import { noWishes } from '@unspoken/encounter/statements';
import { lengthWishOf } from '../lobby/length-wish.ts';

function stored(key: string): Partial<Wishes> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Wishes>;
  } catch {
    return {};
  }
}

/**
 * The wishes that this browser keeps for the next minutes. Each account has its own: nobody says what somebody else at this device has
 * chosen. `additions`: what the installation has.
 */
export function browserWishes(accountId: string, additions: readonly Addition[]): WishesPort {
  const key = `unspoken.wishes.${accountId}`;
  /** What was kept last, where nothing can be stored. */
  let unstored: Wishes | undefined;
  return {
    offered: Object.values(additionOf).filter((each) => additions.includes(each)),
    length: () => (additions.includes('short') ? lengthWishOf(accountId) : {}),
    kept: () => unstored ?? { ...noWishes, ...stored(key) },
    keep(wishes) {
      try {
        localStorage.setItem(key, JSON.stringify(wishes));
      } catch {
        unstored = wishes;
      }
    },
  };
}
