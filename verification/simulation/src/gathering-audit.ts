import type { Durations } from '@unspoken/contract/durations';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { WaitingEntry } from '@unspoken/server/matchmaking/state';
import { nthOf, regular, type StoredGatherings } from './stored-gatherings.ts';

interface GatheringAuditOptions {
  readonly now: () => number;
  readonly durations: Durations;
  readonly stored: StoredGatherings;
  /** By how much the clock of a process may differ from virtual time, ms. */
  readonly tolerance: number;
}

/** What is wrong, and the promise that it breaks. */
export interface Problem {
  readonly promise: string;
  readonly seen: string;
}

/** A gathering in which people meet. Its instants are epoch ms. */
interface Current {
  readonly from: number;
  readonly to: number;
  /** With a private space. */
  readonly nth?: number;
}

const day = 86_400_000;
const minute = 60_000;
/** How soon every process has refused those who wait at an end, and how soon it knows that a gathering was cancelled, ms. */
const refusedWithin = 6_000;
const knownWithin = 6_000;
/** For how long two may wait beside each other when nothing separates them any more, ms. */
const pairedWithin = 3_000;

/** Watches gatherings from outside: who is paired with whom and when, and who waits in a space that has ended. */
export class GatheringAudit {
  /** Rooms opened in private spaces, and those of people who had met in the gathering before. */
  opened = 0;
  repeats = 0;
  readonly #options: GatheringAuditOptions;
  /** By account: when each encounter began, with whom. */
  readonly #met = new Map<string, { readonly at: number; readonly partner: string }[]>();

  constructor(options: GatheringAuditOptions) {
    this.#options = options;
  }

  /** Two see each other. */
  began(one: string, other: string, at: number): void {
    for (const [accountId, partner] of [
      [one, other],
      [other, one],
    ] as const)
      this.#met.set(accountId, [...(this.#met.get(accountId) ?? []), { at, partner }]);
  }

  /** A room opens for two people. */
  *pairing(first: WaitingEntry, second: WaitingEntry): Generator<Problem> {
    const { now, tolerance, stored } = this.#options;
    const current = this.#current(first.pool, now(), tolerance);
    const { groupSpace, poolType } = first.pool;
    if (groupSpace !== 'open' && poolType === 'anyone') {
      this.opened++;
      if (!current) yield { promise: 'GAT-11', seen: `a room opens in ${groupSpace}, where no gathering takes place` };
      for (const { accountId } of [first, second])
        if (!stored.isRegistered(accountId))
          yield { promise: 'GAT-11', seen: `${accountId} has a room in ${groupSpace} without a registration` };
    }
    if (!current) return;
    yield* this.#repeat(first, second, current);
    yield* this.#repeat(second, first, current);
    yield* this.#standIn(first, second, current);
    yield* this.#standIn(second, first, current);
  }

  /** Conditions that may hold only for a moment, each by a key. */
  *passing(
    waiting: readonly WaitingEntry[],
    isApart: (one: string, other: string) => boolean,
  ): Generator<readonly [string, string]> {
    const { durations, tolerance } = this.#options;
    const at = this.#options.now();
    const inGroups = waiting.filter(({ pool }) => pool.groupSpace !== 'open' && pool.poolType === 'anyone');
    for (const { accountId, clickID, pool } of inGroups) {
      const { to } = this.#times(nthOf(pool.groupSpace) ?? -1);
      if (at >= to + refusedWithin + tolerance)
        yield [`GAT-12 ${clickID}`, `${accountId} waits in ${pool.groupSpace}, which ended ${at - to} ms ago`];
    }
    const longest = durations.gatheringLastAfter + pairedWithin + tolerance;
    const patient = inGroups.filter(({ noRepeat, queuedAt }) => !noRepeat && at - queuedAt > longest);
    for (const one of patient)
      for (const other of patient) {
        if (one.accountId >= other.accountId || one.pool.groupSpace !== other.pool.groupSpace) continue;
        const nth = nthOf(one.pool.groupSpace) ?? -1;
        if (this.#standsIn(nth, one.accountId) && this.#standsIn(nth, other.accountId)) continue;
        if (isApart(one.accountId, other.accountId)) continue;
        yield [
          `MAT-32 ${one.clickID} ${other.clickID}`,
          `${one.accountId} and ${other.accountId} have waited beside each other for too long`,
        ];
      }
  }

  #standsIn(nth: number, accountId: string): boolean {
    return this.#options.stored.standsIn(nth, accountId);
  }

  /** This person has waited long enough for somebody whom they have met in this gathering. */
  *#repeat({ accountId, queuedAt }: WaitingEntry, partner: WaitingEntry, { from, to }: Current): Generator<Problem> {
    const { now, durations, tolerance } = this.#options;
    // At the very end a process may already take the gathering for ended.
    if (now() > to - tolerance) return;
    const here = (this.#met.get(accountId) ?? []).filter(({ at }) => at >= from + tolerance);
    if (!here.some((each) => each.partner === partner.accountId)) return;
    this.repeats++;
    // Not the one that was recorded last.
    const lastAt = Math.max(...here.map(({ at }) => at));
    const isLast = here.some((each) => each.at === lastAt && each.partner === partner.accountId);
    const [waited, limit] = [now() - queuedAt, isLast ? durations.gatheringLastAfter : durations.gatheringRepeatAfter];
    if (waited >= limit - tolerance) return;
    yield {
      promise: 'MAT-32',
      seen: `${accountId} meets ${partner.accountId} again after ${Math.round(waited)} ms${isLast ? ', their last partner' : ''}`,
    };
  }

  /** Nobody is paired with a stand-in before they have been alone for a while, and stand-ins never with each other. */
  *#standIn({ accountId }: WaitingEntry, partner: WaitingEntry, { nth }: Current): Generator<Problem> {
    const { now, durations, tolerance, stored } = this.#options;
    if (nth === undefined || !stored.standsIn(nth, accountId)) return;
    if (stored.standsIn(nth, partner.accountId))
      yield { promise: 'MAT-33', seen: `${accountId} and ${partner.accountId} both stand in` };
    const alone = now() - partner.queuedAt;
    if (alone < durations.standInAfter - tolerance)
      yield {
        promise: 'MAT-33',
        seen: `${accountId} stands in for ${partner.accountId}, who has waited ${Math.round(alone)} ms`,
      };
  }

  /** The gathering in whose pool this is, at this instant. */
  #current({ groupSpace, poolType }: Pool, at: number, tolerance: number): Current | undefined {
    if (poolType !== 'anyone') return undefined;
    const nth = nthOf(groupSpace);
    if (groupSpace !== 'open' && nth === undefined) return undefined;
    const { from, to } = nth === undefined ? this.#regular(at) : this.#times(nth);
    const isHere = from - tolerance <= at && at < to + tolerance;
    return isHere ? { from, to, ...(nth !== undefined && { nth }) } : undefined;
  }

  /** A cancelled gathering ends when every process knows it. */
  #times(nth: number): Pick<Current, 'from' | 'to'> {
    const { startsAt, endsAt } = this.#options.stored.row(nth);
    const cancelledAt = this.#options.stored.cancelledAt(nth) ?? Number.POSITIVE_INFINITY;
    return { from: startsAt.getTime(), to: Math.min(endsAt.getTime(), cancelledAt + knownWithin) };
  }

  #regular(at: number): Pick<Current, 'from' | 'to'> {
    const [hours = 0, minutes = 0] = regular.time.split(':').map(Number);
    const from = Math.floor(at / day) * day + (hours * 60 + minutes) * minute;
    return { from, to: from + regular.length };
  }
}
