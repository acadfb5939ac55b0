import type { Durations } from '@unspoken/contract/durations';
import type { Pool } from '@unspoken/contract/matchmaking';
import { type Ring, switchOf } from '@unspoken/contract/notifications';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { CandidateQueue, type CandidateQueueOptions } from './candidate-queue.ts';
import { afterRing, patienceWithSilence } from './ring-times.ts';
import type { Candidate, NotificationStore, SingleCall } from './store.ts';

export interface CallDelivery {
  /** Whether the person still waits. */
  readonly isStillRelevant: () => Promise<boolean>;
  /** The single call that this one is, if it was asked for. */
  readonly asked?: SingleCall;
}

export interface BellOptions extends Pick<CandidateQueueOptions, 'inGathering' | 'hasPage'> {
  readonly node: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly durations: Pick<Durations, 'firstRing' | 'nextRing' | 'ringLife'>;
  readonly store: Pick<NotificationStore, 'candidates' | 'defer' | 'reachable' | 'claim'>;
  readonly matchmaking: Pick<Matchmaking, 'waiting' | 'roomOf' | 'waitsUnder' | 'couldMeet'>;
  /** Whether nobody may be called for this pool now: a gathering takes place in it, or connecting is paused. */
  readonly isSilent: (pool: Pool, now: number) => boolean;
  /** Brings a call to a member, as long as the person waits. Whether it reached a page or was accepted by a push service. */
  readonly deliver: (accountId: string, ring: Ring, call: CallDelivery) => Promise<boolean>;
  /** Hears that somebody has been called for the one who waits. */
  readonly calling: (entry: WaitingEntry) => void;
  readonly fault: (error: unknown) => void;
}

/** At most so many are called for one waiting person within this time, ms. */
const [mostRings, ringWindow] = [12, 600_000];

/** Somebody who waits by this process. */
interface Waiter {
  entry: WaitingEntry;
  rungAt: number[];
  /** Whether calls are made for this person; otherwise only what was done is remembered. */
  isRinging: boolean;
  stop: () => void;
}

/**
 * Calls members who have asked for it while somebody waits, one after another. The process that has the socket of the one who waits
 * rings for them, from its memory: what has not been rung when it dies never is. Each call is claimed and stamped before it is sent.
 */
export class Bell {
  readonly #options: BellOptions;
  readonly #queue: CandidateQueue;
  /** By account: a person who connects again continues where they were. */
  readonly #waiters = new Map<string, Waiter>();
  #stopped = false;

  constructor(options: BellOptions) {
    this.#options = options;
    this.#queue = new CandidateQueue(options);
  }

  stop(): void {
    this.#stopped = true;
    for (const { stop } of this.#waiters.values()) stop();
  }

  /** Somebody waits from now on, or goes on waiting. */
  entered(entry: WaitingEntry): void {
    const { node, clock, durations } = this.#options;
    if (entry.node !== node || entry.standsIn || entry.pool.groupSpace !== 'open') return;
    const known = this.#waiters.get(entry.accountId);
    const waiter: Waiter = known ?? { entry, rungAt: [], isRinging: false, stop: () => {} };
    waiter.entry = entry;
    if (waiter.isRinging) return;
    waiter.stop();
    waiter.isRinging = true;
    this.#waiters.set(entry.accountId, waiter);
    const sinceLast = waiter.rungAt.at(-1);
    const first = Math.max(entry.queuedAt + durations.firstRing, (sinceLast ?? Number.NEGATIVE_INFINITY) + durations.nextRing);
    this.#after(waiter, Math.max(0, first - clock.now()));
  }

  #after(waiter: Waiter, delay: number): void {
    const { clock, durations, fault } = this.#options;
    if (this.#stopped) return;
    waiter.stop = clock.after(delay, () => {
      this.#ring(waiter)
        .catch((error: unknown) => {
          fault(error);
          return durations.nextRing;
        })
        .then((next) => {
          if (next !== undefined) this.#after(waiter, next);
          else this.#rest(waiter);
        });
    });
  }

  /** Nobody is called for this person any more, unless they wait again. What was done for them counts for a while. */
  #rest(waiter: Waiter): void {
    if (this.#stopped) return;
    waiter.isRinging = false;
    waiter.stop = this.#options.clock.after(ringWindow, () => void this.#waiters.delete(waiter.entry.accountId));
  }

  /** Calls one member, if there is one. Returns after what time the next one may be, ms; undefined if this person waits no longer. */
  async #ring(waiter: Waiter): Promise<number | undefined> {
    const { clock, durations, isSilent } = this.#options;
    const { entry } = waiter;
    const now = clock.now();
    const untilFirst = entry.queuedAt + durations.firstRing - now;
    if (untilFirst > 0) return untilFirst;
    if (!(await this.#stillWaits(entry))) return waiter.entry === entry ? undefined : durations.firstRing;
    waiter.rungAt = waiter.rungAt.filter((at) => now - at < ringWindow);
    if (waiter.rungAt.length < mostRings && !isSilent(entry.pool, now) && (await this.#callOne(entry)))
      waiter.rungAt.push(clock.now());
    return durations.nextRing;
  }

  async #stillWaits({ accountId, clickID }: WaitingEntry): Promise<boolean> {
    const { matchmaking, node } = this.#options;
    const waiting = await matchmaking.waiting(accountId);
    return waiting?.clickID === clickID && waiting.node === node;
  }

  #callOne(entry: WaitingEntry): Promise<boolean> {
    const { matchmaking } = this.#options;
    const type = switchOf(entry.pool);
    return this.#queue.callOne(type, entry.only, async (candidate) => {
      const { accountId } = candidate;
      // Nobody is called for somebody who has been paired meanwhile.
      if (!(await this.#stillWaits(entry))) return 'stop';
      if (accountId === entry.accountId) return 'passed over';
      if (await this.isBusy(accountId)) return 'busy';
      if (!(await matchmaking.couldMeet(accountId, entry.pool, [entry]))) return 'unmeetable';
      if (!(await this.#stillWaits(entry))) return 'stop';
      return (await this.#claim(type, candidate, entry)) ? 'called' : 'passed over';
    });
  }

  /** Whether somebody waits, or is in an encounter. */
  async isBusy(accountId: string): Promise<boolean> {
    const { matchmaking } = this.#options;
    const [waits, room] = await Promise.all([matchmaking.waitsUnder(accountId), matchmaking.roomOf(accountId)]);
    return waits !== undefined || room !== undefined;
  }

  async #claim(type: string, candidate: Candidate, entry: WaitingEntry): Promise<boolean> {
    const { clock, random, durations, store, deliver, calling, fault } = this.#options;
    const now = clock.now();
    const { notBefore: next, ...stamped } = afterRing(candidate, now);
    const ringID = random.id();
    const stamp = { ringId: ringID, now: new Date(now), ...stamped, notBefore: new Date(next) };
    if (!(await store.claim(type, candidate, stamp))) return false;
    const { experienceType, poolType } = entry.pool;
    const ring: Ring = {
      ...{ ringID, pool: { experienceType, poolType }, until: now + durations.ringLife },
      ...(candidate.unanswered === patienceWithSilence && { isSeldom: true }),
    };
    const { accountId, askedUntil } = candidate;
    const call: CallDelivery = {
      isStillRelevant: () => this.#stillWaits(entry),
      ...(askedUntil !== undefined && { asked: { type, until: askedUntil } }),
    };
    deliver(accountId, ring, call)
      .then((isDelivered) => isDelivered && calling(entry))
      .catch(fault);
    return true;
  }
}
