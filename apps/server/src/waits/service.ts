import { poolKey } from '@unspoken/contract/matchmaking';
import type { Wait } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import { Signal } from '../platform/listeners.ts';
import type { Random } from '../platform/random.ts';
import type { RecordedWait, WaitStore } from './store.ts';

export interface WaitsOptions {
  readonly store: Pick<WaitStore, 'add' | 'eraseBefore'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly fault: (error: unknown) => void;
}

/** How often ended waits are written, ms; how many one statement writes; and how many are kept while none can be written. */
const interval = 5_000;
const batchSize = 500;
const mostKept = 10_000;

const minute = 60_000;

/** Records how long people wait, and what comes of it, without saying who waited or exactly when. */
export class Waits {
  readonly #options: WaitsOptions;
  /** What has not been written, oldest first. A row keeps its id, so that one written twice is there once. */
  #unwritten: RecordedWait[] = [];
  readonly #dropped = new Signal<[]>();
  /** Calls the listener for each wait that is dropped because too many could not be written. */
  readonly onDropped = this.#dropped.add;
  #stop: (() => void) | undefined;

  constructor(options: WaitsOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, fault } = this.#options;
    this.#stop = every(clock, interval, () => this.flush(), fault);
  }

  stop(): void {
    this.#stop?.();
  }

  /** Notes a wait, to be written with the next batch. A wait by a personal invitation is for one person, and says nothing of others. */
  record({ pool, queuedAt, endedAt, outcome }: Wait): void {
    if (pool.poolType === 'personalInvite') return;
    const isPrivate = pool.groupSpace !== 'open';
    this.#keep([
      {
        id: this.#options.random.id(),
        // The name of a private space is a secret.
        pool: poolKey(isPrivate ? { ...pool, groupSpace: 'group' } : pool),
        minute: new Date(Math.floor(queuedAt / minute) * minute),
        waitedMs: Math.max(0, Math.round(endedAt - queuedAt)),
        outcome,
      },
    ]);
  }

  /** Writes what has not been written. Rejects if the database refuses; then it is kept. */
  async flush(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const batch = this.#unwritten.splice(0, batchSize);
      try {
        await this.#options.store.add(batch);
      } catch (error) {
        const since = this.#unwritten;
        this.#unwritten = batch;
        this.#keep(since);
        throw error;
      }
    }
  }

  /** Deletes waits that began before an instant. */
  async forget(before: Date): Promise<void> {
    await this.#options.store.eraseBefore(before);
  }

  #keep(rows: readonly RecordedWait[]): void {
    this.#unwritten.push(...rows);
    const excess = this.#unwritten.length - mostKept;
    if (excess <= 0) return;
    this.#unwritten.splice(0, excess);
    for (let dropped = 0; dropped < excess; dropped++) this.#dropped.emit();
  }
}
