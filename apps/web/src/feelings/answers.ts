import { type Change, changeOf, changes, type Feeling, randomised } from '@unspoken/contract/feelings';
import type { Clock } from '@unspoken/encounter/ports';

/** How long after a failed attempt the next one is made, ms, unless the line to the server comes back before. */
export const retryAfter = 30_000;

/** Keeps the answers that have not arrived, by room. */
export interface Unsent {
  all(): readonly (readonly [roomID: string, change: string])[];
  add(roomID: string, change: Change): void;
  remove(roomID: string): void;
}

export interface AnswersOptions {
  readonly unsent: Unsent;
  /** Sends an answer. `failed`: it may have arrived or not, and has to be sent again; otherwise it is settled, accepted or refused. */
  readonly send: (roomID: string, change: Change) => Promise<'settled' | 'failed'>;
  /** Whether the account whose answers these are is signed in now. */
  readonly isSignedIn: () => boolean;
  /** Throws a fair die: 1 to 6. */
  readonly die: () => number;
  readonly clock: Clock;
}

const isChange = (value: string): value is Change => (changes as readonly string[]).includes(value);

/**
 * The answers of an account after its minutes. Each is randomised once, before anything keeps it: repeated, it would tell more with each
 * time. From then on it is sent until the server has settled it, over a lost line and a reload.
 */
export class Answers {
  readonly #options: AnswersOptions;
  #timer: unknown;

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /** Answers about a room from how somebody felt before and after. A second answer about it is ignored while the first is kept. */
  give(roomID: string, before: Feeling, after: Feeling): Promise<void> {
    const { unsent, die } = this.#options;
    if (!unsent.all().some(([room]) => room === roomID)) unsent.add(roomID, randomised(changeOf(before, after), die));
    return this.deliver();
  }

  /** Sends what is kept, now, and later again what could not be sent. */
  async deliver(): Promise<void> {
    const { unsent, send, isSignedIn, clock } = this.#options;
    clock.clearTimeout(this.#timer);
    // Another account may have signed in since: the server would refuse what is not its own.
    if (!isSignedIn()) return;
    const outcomes = await Promise.all(
      unsent.all().map(async ([roomID, change]) => {
        const outcome = isChange(change) ? await send(roomID, change) : 'settled';
        if (outcome === 'settled') unsent.remove(roomID);
        return outcome;
      }),
    );
    clock.clearTimeout(this.#timer);
    if (outcomes.includes('failed')) this.#timer = clock.setTimeout(() => void this.deliver(), retryAfter);
  }
}
