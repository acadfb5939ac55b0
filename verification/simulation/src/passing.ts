import type { WaitingView } from './waiting-view.ts';

/** Conditions that may hold for a while, by key: `PROMISE what it is about`. */
export class Passing {
  readonly #now: () => number;
  /** When each condition was first observed. */
  readonly #firstSeen = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#firstSeen.size === 0;
  }

  /** The promises broken by conditions that have lasted too long while there was no fault. `seen` has all that hold now. */
  *broken(seen: ReadonlyMap<string, string>, by: WaitingView): Generator<{ readonly promise: string; readonly seen: string }> {
    const now = this.#now();
    for (const key of this.#firstSeen.keys()) if (!seen.has(key)) this.#firstSeen.delete(key);
    for (const [key, what] of seen) {
      const since = this.#firstSeen.get(key) ?? now;
      this.#firstSeen.set(key, since);
      if (Math.min(now - since, by.calmFor()) >= by.patience) yield { promise: key.split(' ', 1)[0] ?? '', seen: what };
    }
  }
}
