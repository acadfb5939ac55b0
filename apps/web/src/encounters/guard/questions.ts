import type { Kind } from './sample.ts';

/** How often the guard asks in one meeting. */
const most = 2;

/** When the guard may ask: one question at a time, twice in a meeting, and never again about what was answered. */
export class Questions {
  readonly #answered = new Set<Kind>();
  #asked = 0;
  #open: Kind | undefined;

  /** Whether a question is to be shown now. */
  ask(kind: Kind): boolean {
    if (this.#open !== undefined || this.#asked >= most || this.#answered.has(kind)) return false;
    this.#open = kind;
    this.#asked++;
    return true;
  }

  /** The user has said that it is all right. */
  answer(): void {
    if (this.#open) this.#answered.add(this.#open);
    this.#open = undefined;
  }

  /** There is nothing to ask about any more: the veil is down. */
  withdraw(): void {
    this.#open = undefined;
  }
}
