import type { Durations } from '@unspoken/contract/durations';
import type { Pool } from '@unspoken/contract/matchmaking';
import { type Ring, switchOf } from '@unspoken/contract/notifications';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { afterRing, betweenRings, notBefore, patienceWithSilence } from './ring-times.ts';
import type { Candidate, NotificationStore } from './store.ts';

export interface BellOptions {
  readonly node: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly durations: Pick<Durations, 'firstRing' | 'nextRing' | 'ringLife'>;
  readonly store: Pick<NotificationStore, 'candidates' | 'defer' | 'claim'>;
  readonly matchmaking: Pick<Matchmaking, 'waiting' | 'roomOf' | 'waitsUnder' | 'couldMeet'>;
  /** Whether nobody may be called for this pool now: a gathering takes place in it, or connecting is paused. */
  readonly isSilent: (pool: Pool, now: number) => boolean;
  /** Which of these accounts have come to a gathering that takes place now. */
  readonly inGathering: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly deliver: (accountId: string, ring: Ring) => void;
  readonly fault: (error: unknown) => void;
}

/** At most so many are called for one waiting person within this time, ms. */
const [mostRings, ringWindow] = [12, 600_000];
/** How many are looked at together, and how often for one call, before it is given up. */
const [together, attempts] = [50, 6];
/** For how long nobody looks again at a member who is busy, or at one who could not be paired; and where nobody was found, ms. */
const [busyFor, unmeetableFor, emptyFor] = [60_000, 300_000, 5_000];

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
  /** By account: a person who connects again continues where they were. */
  readonly #waiters = new Map<string, Waiter>();
  /** Until when nobody can be called for a switch, as far as is known, epoch ms. */
  readonly #emptyUntil = new Map<string, number>();
  #stopped = false;

  constructor(options: BellOptions) {
    this.#options = options;
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

  async #callOne(entry: WaitingEntry): Promise<boolean> {
    const { clock, store } = this.#options;
    const type = switchOf(entry.pool);
    const except = [entry.accountId];
    if (!entry.only && clock.now() < (this.#emptyUntil.get(type) ?? 0)) return false;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const now = clock.now();
      const found = await store.candidates(type, {
        ...{ now: new Date(now), longAgo: new Date(now - betweenRings), except, limit: together },
        ...(entry.only && { only: entry.only }),
      });
      if (found.length === 0) {
        if (!entry.only && attempt === 0) this.#emptyUntil.set(type, now + emptyFor);
        return false;
      }
      except.push(...found.map(({ accountId }) => accountId));
      const called = await this.#callOneOf(found, entry, type);
      if (called !== undefined) return called;
    }
    return false;
  }

  /** Calls the first of these members who can be called; whether one was, or undefined if none can be. The others are put off. */
  async #callOneOf(found: readonly Candidate[], entry: WaitingEntry, type: string): Promise<boolean | undefined> {
    const { clock, store, inGathering } = this.#options;
    const now = clock.now();
    const putOff = new Map<string, number>();
    const free: Candidate[] = [];
    for (const each of found) {
      const until = each.hasAsked ? undefined : notBefore(each, now);
      if (until === undefined) free.push(each);
      else putOff.set(each.accountId, until);
    }
    try {
      const gathered = await inGathering(free.map(({ accountId }) => accountId));
      for (const each of free) {
        const { accountId } = each;
        if (gathered.has(accountId) || (await this.#isBusy(accountId))) putOff.set(accountId, now + busyFor);
        else if (!(await this.#options.matchmaking.couldMeet(accountId, entry.pool, [entry])))
          putOff.set(accountId, now + unmeetableFor);
        // Nobody is called for somebody who has been paired meanwhile.
        else if (!(await this.#stillWaits(entry))) return false;
        else if (await this.#claim(type, each, entry)) return true;
      }
      return undefined;
    } finally {
      // Members who cannot be called do not block those behind them at the next call.
      await store.defer(putOff);
    }
  }

  async #isBusy(accountId: string): Promise<boolean> {
    const { matchmaking } = this.#options;
    const [waits, room] = await Promise.all([matchmaking.waitsUnder(accountId), matchmaking.roomOf(accountId)]);
    return waits !== undefined || room !== undefined;
  }

  async #claim(type: string, candidate: Candidate, { pool }: WaitingEntry): Promise<boolean> {
    const { clock, random, durations, store, deliver } = this.#options;
    const now = clock.now();
    const { notBefore: next, ...stamped } = afterRing(candidate, now);
    const ringID = random.id();
    const stamp = { ringId: ringID, now: new Date(now), ...stamped, notBefore: new Date(next) };
    if (!(await store.claim(type, candidate, stamp))) return false;
    const { experienceType, poolType } = pool;
    deliver(candidate.accountId, {
      ...{ ringID, pool: { experienceType, poolType }, until: now + durations.ringLife },
      ...(candidate.unanswered === patienceWithSilence && { isSeldom: true }),
    });
    return true;
  }
}
