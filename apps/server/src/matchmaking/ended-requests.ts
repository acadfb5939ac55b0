import type { WaitingEntry } from './state.ts';

/** How many requests are remembered: enough for all that state restored from a few seconds ago may still have as waiting. */
const remembered = 20_000;

/**
 * The requests that were cancelled at this process. The matchmaking state knows them too, but state restored from a few seconds ago
 * does not know what has been acknowledged since.
 */
export class EndedRequests {
  readonly #names = new Set<string>();

  add(accountId: string, clickID: string): void {
    // A request without an id cannot be told from any other.
    if (clickID === '') return;
    this.#names.add(nameOf({ accountId, clickID }));
    if (this.#names.size <= remembered) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      return;
    }
  }

  has(request: Pick<WaitingEntry, 'accountId' | 'clickID'>): boolean {
    return this.#names.has(nameOf(request));
  }
}

const nameOf = ({ accountId, clickID }: Pick<WaitingEntry, 'accountId' | 'clickID'>): string => `${accountId} ${clickID}`;
