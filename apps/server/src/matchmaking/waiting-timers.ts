import type { Clock } from '../platform/clock.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import { nextChange } from './circumstances.ts';
import type { MatchmakingState, WaitingEntry } from './state.ts';

interface WaitingTimersOptions {
  readonly matchmakingState: Pick<MatchmakingState, 'find'>;
  readonly clock: Clock;
  /** What this process does for one person, in order. */
  readonly mutex: KeyedMutex;
  readonly refresh: (entry: WaitingEntry) => Promise<unknown>;
  readonly fault: (error: unknown) => void;
}

/** What becomes due while an entry waits by this process. */
export class WaitingTimers {
  readonly #options: WaitingTimersOptions;

  constructor(options: WaitingTimersOptions) {
    this.#options = options;
  }

  /** Two entries that avoid each other may wait side by side when their time ends: then no other request would pair them. */
  refreshLater(entry: WaitingEntry): void {
    const { clock, refresh } = this.#options;
    const now = clock.now();
    const next = nextChange(entry, now);
    if (Number.isFinite(next)) this.#look(entry, next - now, refresh);
  }

  /** Runs a task in so many ms, if the same request still waits on the same socket then. */
  #look(entry: WaitingEntry, after: number, task: (entry: WaitingEntry) => Promise<unknown>): void {
    const { clock, matchmakingState, mutex, fault } = this.#options;
    const look = async () => {
      const { waiting } = await matchmakingState.find(entry.accountId);
      if (waiting?.clickID === entry.clickID && waiting.connectionId === entry.connectionId) await task(waiting);
    };
    clock.after(after, () => {
      mutex.run(entry.accountId, look).catch(fault);
    });
  }
}
