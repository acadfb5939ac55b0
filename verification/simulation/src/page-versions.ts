import type { SeededRandom } from './seeded-random.ts';

/** Whose pages have an addition: pages of an earlier version are exchanged for newer ones, never the reverse. */
export class PageVersions {
  readonly #updated = new Set<string>();

  /** Whether an account's next page has it. */
  hasIt(accountId: string, random: SeededRandom): boolean {
    const hasIt = this.#updated.has(accountId) || random.chance(0.85);
    if (hasIt) this.#updated.add(accountId);
    return hasIt;
  }
}
