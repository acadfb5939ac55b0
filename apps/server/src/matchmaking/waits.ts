import type { Pool } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import { Signal } from '../platform/listeners.ts';
import type { WaitingEntry } from './state.ts';

/** `lost`: the socket was lost, or its client did not answer, and the position was given up. */
export type WaitOutcome = 'met' | 'gave_up' | 'refused' | 'lost';

/** How the wait of one person in a pool ended, server epoch ms. A pairing that failed does not end it. */
export interface Wait {
  readonly pool: Pool;
  readonly queuedAt: number;
  readonly endedAt: number;
  readonly outcome: WaitOutcome;
}

/** Announces each wait that ends. Every wait is announced at one process: where it was ended, or where its room was confirmed. */
export class Waits {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #ended = new Signal<[wait: Wait]>();
  readonly subscribe = this.#ended.add;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  ended({ pool, queuedAt }: WaitingEntry, outcome: WaitOutcome, endedAt = this.#clock.now()): void {
    this.#ended.emit({ pool, queuedAt, endedAt, outcome });
  }
}
