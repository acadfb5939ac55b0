import type { WaitingEntry } from './state.ts';

type Request = Pick<WaitingEntry, 'accountId' | 'clickID'>;

/** How many requests are remembered: enough for all that state restored from a few seconds ago may still have as waiting. */
const remembered = 20_000;

/** The last twenty thousand requests that were put here, each known by its account and id. */
export class RequestSet {
  readonly #names = new Set<string>();

  add(request: Request): void {
    // A request without an id cannot be told from any other.
    if (request.clickID === '') return;
    this.#names.add(nameOf(request));
    if (this.#names.size <= remembered) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      return;
    }
  }

  delete(request: Request): void {
    this.#names.delete(nameOf(request));
  }

  has(request: Request): boolean {
    return this.#names.has(nameOf(request));
  }
}

const nameOf = ({ accountId, clickID }: Request): string => `${accountId} ${clickID}`;
