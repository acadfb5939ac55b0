import type { WaitingEntry } from './state.ts';

/** How many presses are remembered: enough for every one that a book which lost a few seconds may still have as waiting. */
const remembered = 20_000;

/**
 * The presses that have been taken back by way of this process. The book says so too, but a book that has come back from a few
 * seconds ago does not know what was acknowledged since.
 */
export class EndedRequests {
  readonly #names = new Set<string>();

  add(accountId: string, clickID: string): void {
    // A press without a name is as good as any other.
    if (clickID === '') return;
    this.#names.add(nameOf({ accountId, clickID }));
    if (this.#names.size <= remembered) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      return;
    }
  }

  has(press: Pick<WaitingEntry, 'accountId' | 'clickID'>): boolean {
    return this.#names.has(nameOf(press));
  }
}

const nameOf = ({ accountId, clickID }: Pick<WaitingEntry, 'accountId' | 'clickID'>): string => `${accountId} ${clickID}`;
