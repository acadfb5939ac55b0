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
  /** Whether a gathering takes place in this pool now. */
  readonly isGathering: (pool: Pool, now: number) => boolean;
  /** Which of these accounts have come to a gathering that takes place now. */
  readonly inGathering: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly deliver: (accountId: string, ring: Ring) => void;
  readonly fault: (error: unknown) => void;
}

/** At most so many are called for one waiting person within this time, ms. */
const [mostRings, ringWindow] = [12, 600_000];
/** How many are looked at together, and how often for one call, before it is given up. */
const [together, attempts] = [50, 6];

/** Somebody who waits by this process. */
interface Waiter {
  entry: WaitingEntry;
  readonly rungAt: number[];
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
    const waiter: Waiter = known ?? { entry, rungAt: [], stop: () => {} };
    waiter.entry = entry;
    if (known && known.stop !== idle) return;
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
          return true;
        })
        .then((goesOn) => {
          if (goesOn) this.#after(waiter, durations.nextRing);
          else this.#rest(waiter);
        });
    });
  }

  /** Nobody is called for this person any more, unless they wait again. What was done for them counts for a while. */
  #rest(waiter: Waiter): void {
    const { clock } = this.#options;
    waiter.stop = idle;
    const { accountId } = waiter.entry;
    clock.after(ringWindow, () => {
      if (waiter.stop === idle && this.#waiters.get(accountId) === waiter) this.#waiters.delete(accountId);
    });
  }

  /** Calls one member, if there is one. Whether this person still waits and may be called for again. */
  async #ring(waiter: Waiter): Promise<boolean> {
    const { clock, isGathering } = this.#options;
    const { entry } = waiter;
    if (!(await this.#stillWaits(entry))) return waiter.entry !== entry;
    const now = clock.now();
    const lately = waiter.rungAt.filter((at) => now - at < ringWindow).length;
    if (lately < mostRings && !isGathering(entry.pool, now) && (await this.#callOne(entry))) waiter.rungAt.push(clock.now());
    return true;
  }

  async #stillWaits({ accountId, clickID }: WaitingEntry): Promise<boolean> {
    const { matchmaking, node } = this.#options;
    const waiting = await matchmaking.waiting(accountId);
    return waiting?.clickID === clickID && waiting.node === node;
  }

  async #callOne(entry: WaitingEntry): Promise<boolean> {
    const { clock, store, inGathering } = this.#options;
    const except = [entry.accountId];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const now = clock.now();
      const found = await store.candidates(switchOf(entry.pool), {
        ...{ now: new Date(now), longAgo: new Date(now - betweenRings), except, limit: together },
        ...(entry.only && { only: entry.only }),
      });
      if (found.length === 0) return false;
      except.push(...found.map(({ accountId }) => accountId));
      const [called, deferred] = [[] as Candidate[], new Map<string, number>()];
      for (const each of found) {
        const until = each.hasAsked ? undefined : notBefore(each, now);
        if (until === undefined) called.push(each);
        else deferred.set(each.accountId, until);
      }
      await store.defer(deferred);
      const gathered = await inGathering(called.map(({ accountId }) => accountId));
      for (const each of called) {
        if (gathered.has(each.accountId) || !(await this.#isFree(each.accountId, entry))) continue;
        // Nobody is called for somebody who has been paired meanwhile.
        if (!(await this.#stillWaits(entry))) return false;
        if (await this.#claim(each, entry)) return true;
      }
    }
    return false;
  }

  /** Whether somebody is neither waiting nor in an encounter, and would be paired with this entry. */
  async #isFree(accountId: string, entry: WaitingEntry): Promise<boolean> {
    const { matchmaking } = this.#options;
    const [waits, room] = await Promise.all([matchmaking.waitsUnder(accountId), matchmaking.roomOf(accountId)]);
    return waits === undefined && room === undefined && matchmaking.couldMeet(accountId, entry.pool, [entry]);
  }

  async #claim(candidate: Candidate, { pool }: WaitingEntry): Promise<boolean> {
    const { clock, random, durations, store, deliver } = this.#options;
    const now = clock.now();
    const { notBefore: next, ...stamped } = afterRing(candidate, now);
    const ringID = random.id();
    const stamp = { ringId: ringID, now: new Date(now), ...stamped, notBefore: new Date(next) };
    if (!(await store.claim(candidate, stamp))) return false;
    const { experienceType, poolType } = pool;
    deliver(candidate.accountId, {
      ...{ ringID, pool: { experienceType, poolType }, until: now + durations.ringLife },
      ...(candidate.unanswered === patienceWithSilence && { isSeldom: true }),
    });
    return true;
  }
}

const idle = (): void => {};
