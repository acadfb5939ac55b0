import { ringsPerDay, usualQuietHours } from '@unspoken/contract/notifications';
import { betweenNotifications, betweenRings } from '@unspoken/server/notifications/ring-times';
import type { Candidate, NotificationStore, Stamp } from '@unspoken/server/notifications/store';

export type BellStore = Pick<
  NotificationStore,
  'candidates' | 'defer' | 'reachable' | 'claim' | 'recordChannel' | 'answer' | 'takeTurn' | 'giveBackTurn'
>;

/** A member who has asked to be called, with the stamps that the row in the database has. */
interface Row {
  candidate: Candidate;
  notBefore: number | undefined;
  isUnreachable: boolean;
  readonly types: ReadonlySet<string>;
  notifiedAt: number | undefined;
}
interface Ring {
  readonly accountId: string;
  isAnswered: boolean;
}

/**
 * The first page of candidates is short: the bell reads two wall clocks for each of them, which takes most of the time of a study, and
 * mostly calls the first. Members who cannot be called are put off, and the next pages are whole.
 */
const firstPage = 2;

const longestAgoFirst = (one: Candidate, other: Candidate): number =>
  (one.lastRungAt ?? Number.NEGATIVE_INFINITY) - (other.lastRungAt ?? Number.NEGATIVE_INFINITY) || 0;

/** Members and their calls in memory: chosen, ordered, stamped and put off as by the statements of the database. Nobody has asked for a single call. */
export class MemoryBellStore implements BellStore {
  readonly #rows = new Map<string, Row>();
  readonly #rings = new Map<string, Ring>();

  /** A member with the usual settings, whom push reaches. */
  add(accountId: string, zone: string, ...types: readonly string[]): void {
    const candidate: Candidate = {
      ...{ accountId, zone, hasAsked: false, pushableFrom: 0, dailyCap: ringsPerDay.usual },
      ...{ quietFrom: usualQuietHours.from, quietTo: usualQuietHours.to },
      ...{ lastRungAt: undefined, rungOn: undefined, rungCount: 0, unanswered: 0 },
    };
    this.#rows.set(accountId, {
      candidate,
      notBefore: undefined,
      isUnreachable: false,
      types: new Set(types),
      notifiedAt: undefined,
    });
  }

  candidates: BellStore['candidates'] = async (type, { now, only, except, limit }) => {
    const [among, without] = [only && new Set(only), new Set(except)];
    const found: Candidate[] = [];
    for (const row of this.#rows.values()) {
      const { accountId } = row.candidate;
      if (row.isUnreachable || !this.#asks(row, type, now.getTime()) || without.has(accountId)) continue;
      if (among?.has(accountId) ?? true) found.push(row.candidate);
    }
    return found.sort(longestAgoFirst).slice(0, except.length > 1 ? limit : Math.min(limit, firstPage));
  };

  defer: BellStore['defer'] = async (until) => {
    for (const [accountId, at] of until) {
      const row = this.#rows.get(accountId);
      if (row) row.notBefore = Math.max(row.notBefore ?? at, at);
    }
  };

  reachable: BellStore['reachable'] = async (accountIds, is) => {
    for (const accountId of accountIds) {
      const row = this.#rows.get(accountId);
      if (row) row.isUnreachable = !is;
    }
  };

  claim: BellStore['claim'] = async (type, { accountId, lastRungAt }, stamp) => {
    const row = this.#rows.get(accountId);
    if (!row || row.candidate.lastRungAt !== lastRungAt || !this.#asks(row, type, stamp.now.getTime())) return false;
    this.#stamp(row, stamp);
    this.#rings.set(stamp.ringId, { accountId, isAnswered: false });
    return true;
  };

  recordChannel: BellStore['recordChannel'] = async (ringId, channel) => {
    const row = this.#rowOf(this.#rings.get(ringId));
    if (row && channel === 'none') this.#change(row, { unanswered: Math.max(0, row.candidate.unanswered - 1) });
  };

  takeTurn: BellStore['takeTurn'] = async (accountId, at) => {
    const row = this.#rows.get(accountId);
    const last = Math.max(row?.notifiedAt ?? -Infinity, row?.candidate.lastRungAt ?? -Infinity);
    if (at.getTime() - last < betweenNotifications) return false;
    if (row) row.notifiedAt = at.getTime();
    return true;
  };

  giveBackTurn: BellStore['giveBackTurn'] = async (accountId, at) => {
    const row = this.#rows.get(accountId);
    if (row?.notifiedAt === at.getTime()) row.notifiedAt = undefined;
  };

  answer: BellStore['answer'] = async (ringId, accountId) => {
    const ring = this.#rings.get(ringId);
    const row = this.#rowOf(ring);
    if (!ring || !row || ring.accountId !== accountId || ring.isAnswered) return false;
    ring.isAnswered = true;
    this.#change(row, { unanswered: 0 });
    const soonest = (row.candidate.lastRungAt ?? Number.NEGATIVE_INFINITY) + betweenRings;
    row.notBefore = Math.min(row.notBefore ?? soonest, soonest);
    return true;
  };

  #asks({ types, notBefore, notifiedAt }: Row, type: string, now: number): boolean {
    const hasRested = notifiedAt === undefined || notifiedAt <= now - betweenNotifications;
    return types.has(type) && hasRested && (notBefore === undefined || notBefore <= now);
  }

  #stamp(row: Row, { now, rungOn, rungCount, unanswered, notBefore }: Stamp): void {
    row.notBefore = notBefore.getTime();
    this.#change(row, { lastRungAt: now.getTime(), rungOn, rungCount, unanswered });
  }

  #change(row: Row, changed: Partial<Candidate>): void {
    row.candidate = { ...row.candidate, ...changed };
  }

  #rowOf(ring: Ring | undefined): Row | undefined {
    return ring && this.#rows.get(ring.accountId);
  }
}
