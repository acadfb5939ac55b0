import type { Addition } from '@unspoken/contract/configuration';
import { type Wishes, type WishesPort, wishedAdditions } from '@unspoken/encounter/ports';
import { noWishes } from '@unspoken/encounter/statements';

const key = 'unspoken.wishes';
/** What this page has kept last, where nothing can be stored. */
let unstored: Wishes | undefined;

function stored(): Partial<Wishes> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Wishes>;
  } catch {
    return {};
  }
}

/** The wishes that this browser keeps for the next minutes. `additions`: what the installation has. */
export const browserWishes = (additions: readonly Addition[]): WishesPort => ({
  offered: wishedAdditions.filter((each) => additions.includes(each)),
  kept: () => unstored ?? { ...noWishes, ...stored() },
  keep(wishes) {
    try {
      localStorage.setItem(key, JSON.stringify(wishes));
    } catch {
      unstored = wishes;
    }
  },
});
