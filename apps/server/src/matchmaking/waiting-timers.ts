import type { Durations } from '@unspoken/contract/durations';
import { poolKey } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import { isAway, retryForever } from '../platform/retry-forever.ts';
import { nextChange } from './circumstances.ts';
import { RequestSet } from './request-set.ts';
import type { MatchmakingState, WaitingEntry } from './state.ts';

interface WaitingTimersOptions {
  readonly matchmakingState: Pick<MatchmakingState, 'find' | 'waitingIn'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'standInAfter'>;
  /** What this process does for one person, in order. */
  readonly mutex: KeyedMutex;
  readonly refresh: (entry: WaitingEntry) => Promise<unknown>;
  /** In a gathering nobody has waited longer than this person. */
  readonly isNext: (entry: WaitingEntry) => void;
  readonly fault: (error: unknown) => void;
}

/** What becomes due while an entry waits by a socket of this process. */
export class WaitingTimers {
  readonly #options: WaitingTimersOptions;
  /** The requests, each on a socket, that are looked at until they are next; and the last that have been. */
  readonly #watched = new Set<string>();
  readonly #notified = new RequestSet();

  constructor(options: WaitingTimersOptions) {
    this.#options = options;
  }

  /** `decidedAt`: the instant for which the state has found nobody for this entry, server epoch ms. */
  start(entry: WaitingEntry, decidedAt: number): void {
    this.#refreshLater(entry, decidedAt);
    const { clock, durations } = this.#options;
    // The state may know an earlier position than the one that `aloneFrom` was computed with.
    if (entry.aloneFrom !== undefined) this.#watch(entry, entry.queuedAt + durations.standInAfter - clock.now());
  }

  /** Two entries that avoid each other may wait side by side when their time ends: then no other request would pair them. */
  #refreshLater(entry: WaitingEntry, decidedAt: number): void {
    const { clock, refresh } = this.#options;
    // Timers of Node may fire a fraction of a millisecond early: what was about to change then has changed by now, and nobody has looked since.
    const next = nextChange(entry, decidedAt);
    if (Number.isFinite(next)) this.#look(entry, next - clock.now(), async (waiting) => waiting && refresh(waiting));
  }

  /** Looks in so many ms, and from then on regularly, whether the person is next. They are notified once on each socket. */
  #watch(entry: WaitingEntry, after: number): void {
    const { accountId, clickID, connectionId, pool, standsIn } = entry;
    const { matchmakingState, durations, isNext } = this.#options;
    const request = { accountId, clickID: `${clickID} ${connectionId}` };
    const name = `${accountId} ${request.clickID}`;
    if (standsIn || this.#watched.has(name) || this.#notified.has(request)) return;
    this.#watched.add(name);
    this.#look(entry, after, async (waiting) => {
      this.#watched.delete(name);
      if (waiting?.aloneFrom === undefined) return;
      const next = (await matchmakingState.waitingIn(poolKey(pool))).find((each) => !each.standsIn);
      if (next?.accountId !== accountId) return this.#watch(waiting, durations.standInAfter);
      this.#notified.add(request);
      isNext(waiting);
    });
  }

  /**
   * Runs a task in so many ms, with the entry if the same request still waits on the same socket then. While the state is away, it is
   * tried again: nothing else would.
   */
  #look(entry: WaitingEntry, after: number, task: (waiting: WaitingEntry | undefined) => Promise<unknown>): void {
    const { clock, matchmakingState, mutex, fault } = this.#options;
    const look = async () => {
      const { waiting } = await matchmakingState.find(entry.accountId);
      const isSame = waiting?.clickID === entry.clickID && waiting.connectionId === entry.connectionId;
      await task(isSame ? waiting : undefined);
    };
    clock.after(after, () => {
      retryForever(clock, fault, () => mutex.run(entry.accountId, look), isAway).catch(fault);
    });
  }
}
