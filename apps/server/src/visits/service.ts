import type { BodyOf } from '@unspoken/contract/call';
import type { Durations } from '@unspoken/contract/durations';
import type { noteVisit } from '@unspoken/contract/visits';
import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import type { VisitStore } from './store.ts';

export interface VisitsOptions {
  readonly store: VisitStore;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly durations: Pick<Durations, 'visitsKept' | 'visitsSweep'>;
  readonly fault: (error: unknown) => void;
}

/** Counts what happens on the public pages, without knowing anybody; forgets it in time. */
export class Visits {
  readonly #options: VisitsOptions;
  readonly #stop: () => void;

  constructor(options: VisitsOptions) {
    this.#options = options;
    const { clock, durations, store, fault } = options;
    const sweep = () => store.eraseBefore(new Date(clock.now() - durations.visitsKept));
    this.#stop = every(clock, durations.visitsSweep, sweep, fault);
  }

  async note(visit: BodyOf<typeof noteVisit>): Promise<void> {
    const { store, chance, clock } = this.#options;
    await store.add({ id: chance.id(), ...visit, at: new Date(clock.now()) });
  }

  close(): void {
    this.#stop();
  }
}
