import type { BodyOf } from '@unspoken/contract/call';
import type { noteVisit } from '@unspoken/contract/visits';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { VisitStore } from './store.ts';

export interface VisitsOptions {
  readonly store: VisitStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** Counts visits to the public pages without identifying visitors, and deletes the counts in time. */
export class Visits {
  readonly #options: VisitsOptions;

  constructor(options: VisitsOptions) {
    this.#options = options;
  }

  async note(visit: BodyOf<typeof noteVisit>): Promise<void> {
    const { store, random, clock } = this.#options;
    await store.add({ id: random.id(), ...visit, at: new Date(clock.now()) });
  }

  /** Deletes what was counted before an instant. */
  async forget(before: Date): Promise<void> {
    await this.#options.store.eraseBefore(before);
  }
}
