import type { EncounterCounters } from '@unspoken/contract/accounts';
import type { ConnectionPath, EndReason } from '@unspoken/contract/encounters';
import { shortLengths } from '@unspoken/contract/lengths';
import type { PoolType } from '@unspoken/contract/matchmaking';
import type { Position } from '@unspoken/contract/rooms';
import { and, countDistinct, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { batch } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { inPacedBatches } from '../platform/database/paced.ts';
import { type Claims, noClaims } from './claims.ts';
import { completedMinutesOf, counting, hasCompletedMinute } from './counting-store.ts';
import type { LedgerEnd, LedgerRow, RoomInstant } from './ledger-store.ts';
import * as ledger from './ledger-store.ts';
import { encounter, encounterTotal, liveParticipant, thank, veil } from './tables.ts';

export interface UnendedRoom extends Omit<LedgerRow, 'waited'> {
  /** When its minute begins, or began. */
  readonly connectedAt: number | undefined;
}

export interface Participation {
  readonly position: Position;
  readonly partner: string;
  readonly confirmed: boolean;
  /** The server's end reason for this member, once ended. */
  readonly endReason: EndReason | undefined;
  readonly endedAt: number | undefined;
  readonly experienceType: string;
  /** It ended by itself, and was no rehearsal. */
  readonly completed: boolean;
}

/** One encounter from one side; `partner` never leaves the server. Instants in epoch ms. */
export interface OwnEncounter {
  readonly roomID: string;
  readonly partner: string;
  readonly position: Position;
  readonly confirmed: boolean;
  /** How long the two saw each other, ms. */
  readonly duration: number;
  readonly pairedAt: number;
  readonly connectedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly experienceType: string;
  readonly poolType: string;
  readonly endReason: EndReason | undefined;
  /** How long this side had waited, ms; only for the side at position 1. */
  readonly waited: number | undefined;
  readonly path: ConnectionPath | undefined;
  readonly completed: boolean;
  readonly thanked: boolean;
  readonly wasThanked: boolean;
}

/** A veil that one member of a room dropped over the picture of the other; epoch ms. */
export interface Veiling {
  readonly roomID: string;
  readonly by: string;
  readonly over: string;
  readonly at: number;
}

/**
 * The ledger of encounters: one row per room, and the members of live rooms. Two implementations: SQL, and memory for the
 * simulation; `store-contract.ts` is the suite that both must pass.
 */
export interface EncounterStore {
  /** Records a pair. Throws if either member is in a live room already, and then records nothing. */
  open(row: LedgerRow): Promise<void>;
  confirmed(roomID: string, at: number): Promise<void>;
  begun(roomID: string, at: number): Promise<void>;
  /** Records that a member dropped the veil. Idempotent: once for each room and member. */
  veiled(veil: Veiling): Promise<void>;
  /** How many different people have dropped the veil over this account's picture since an instant. */
  veiledBy(accountId: string, since: number): Promise<number>;
  /** When the account has dropped the veil, epoch ms, oldest first. */
  veilsOf(accountId: string): Promise<readonly number[]>;
  /** Deletes the records of veils that were dropped before an instant. */
  forgetVeils(before: number): Promise<void>;
  /** Idempotent: the first end stands. */
  ended(roomID: string, end: LedgerEnd): Promise<void>;
  /** Records the connection path of a room. Idempotent: the first report stands; returns false for a later one. */
  went(roomID: string, path: ConnectionPath): Promise<boolean>;
  /** Rooms that have not ended: all of them, or those among `rooms`. */
  unended(rooms?: readonly string[]): Promise<UnendedRoom[]>;
  /** Ends rooms that a stopped process left open, as `unknown`: all open ones, or those among `rooms`. Returns how many. */
  closeOrphans(at: number, rooms?: readonly string[]): Promise<number>;
  participation(roomID: string, accountId: string): Promise<Participation | undefined>;
  /** Stores one thank; false if it was there already. */
  thank(roomID: string, giver: string, receiver: string, at: number): Promise<boolean>;
  counters(accountId: string): Promise<EncounterCounters>;
  /** The completed minutes of each of these accounts, also of those that have none. */
  completedMinutes(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Whether the account has completed a minute; cheaper than `counters`. */
  hasCompletedMinute(accountId: string): Promise<boolean>;
  /** Deletes the records of ended rooms that were paired before an instant, at a pace by `now`, ms; what they counted stays. Returns how many. */
  forget(before: number, now: () => number): Promise<number>;
  /** The account's encounters from its own side, oldest first: those paired or ended since an instant, or all. */
  history(accountId: string, since?: number): Promise<OwnEncounter[]>;
  /** Whom the account has met (a start was named) since the instant, and when last, epoch ms. */
  metSince(accountId: string, since: number): Promise<ReadonlyMap<string, number>>;
}

const date = (at: number) => new Date(at);

export class SqlEncounterStore implements EncounterStore {
  readonly #db: Database;
  #claims: Claims = noClaims;
  readonly #open: (row: LedgerRow) => Promise<void>;
  readonly #confirmed: (instant: RoomInstant) => Promise<void>;
  readonly #begun: (instant: RoomInstant) => Promise<void>;
  readonly #ended: (end: { readonly roomID: string } & LedgerEnd) => Promise<void>;
  readonly #counters: (accountId: string) => Promise<EncounterCounters>;

  constructor(db: Database) {
    this.#db = db;
    const batched = <T>(write: (all: readonly T[]) => Promise<void>) => batch<T, void>((all) => write(all).then(() => []));
    this.#open = batched((rows) => ledger.recordPairs(db, rows));
    this.#confirmed = batched((all) => ledger.recordConfirmations(db, all));
    this.#begun = batched((all) => ledger.recordBeginnings(db, all));
    this.#ended = batched((all) => ledger.recordEnds(db, all));
    this.#counters = counting(db);
  }

  /** Sets what has to be claimed for rooms with a script. */
  claimBy(claims: Claims): void {
    this.#claims = claims;
  }

  open(row: LedgerRow): Promise<void> {
    if (row.versionId === undefined) return this.#open(row);
    return this.#db.transaction(async (tx) => {
      await this.#claims.claim(tx, row);
      await ledger.recordPairs(tx, [row]);
    });
  }

  confirmed(roomID: string, at: number): Promise<void> {
    return this.#confirmed({ roomID, at });
  }

  begun(roomID: string, at: number): Promise<void> {
    return this.#begun({ roomID, at });
  }

  async veiled({ at, ...veiling }: Veiling): Promise<void> {
    await this.#db
      .insert(veil)
      .values({ ...veiling, at: date(at) })
      .onConflictDoNothing();
  }

  async veiledBy(accountId: string, since: number): Promise<number> {
    const [found] = await this.#db
      .select({ n: countDistinct(veil.by) })
      .from(veil)
      .where(and(eq(veil.over, accountId), gte(veil.at, date(since))));
    return found?.n ?? 0;
  }

  async veilsOf(accountId: string): Promise<readonly number[]> {
    const own = await this.#db.select({ at: veil.at }).from(veil).where(eq(veil.by, accountId)).orderBy(veil.at);
    return own.map(({ at }) => at.getTime());
  }

  async forgetVeils(before: number): Promise<void> {
    await deleteInBatches(this.#db, veil, lt(veil.at, date(before)));
  }

  ended(roomID: string, end: LedgerEnd): Promise<void> {
    if (!end.isScripted) return this.#ended({ roomID, ...end });
    return this.#db.transaction(async (tx) => {
      await ledger.recordEnds(tx, [{ roomID, ...end }]);
      // The first end stands, which may be another one.
      const [row] = await tx.select().from(encounter).where(eq(encounter.roomID, roomID)).limit(1);
      if (!row) return;
      const of = (accountId: string, reason: string | null) => ({ accountId, reason: (reason as EndReason | null) ?? undefined });
      await this.#claims.settle(tx, roomID, [of(row.a, row.endReasonA), of(row.b, row.endReasonB)]);
    });
  }

  async went(roomID: string, path: ConnectionPath): Promise<boolean> {
    const updated = await this.#db
      .update(encounter)
      .set({ path })
      .where(and(eq(encounter.roomID, roomID), isNull(encounter.path)))
      .returning({ roomID: encounter.roomID });
    return updated.length > 0;
  }

  async unended(rooms?: readonly string[]): Promise<UnendedRoom[]> {
    const found = await this.#db
      .select()
      .from(encounter)
      .where(and(isNull(encounter.endedAt), rooms && inArray(encounter.roomID, [...rooms])));
    return found.map(({ roomID, a, b, experienceType, poolType, groupSpace, pairedAt, connectedAt, versionId, length }) => ({
      roomID,
      a,
      b,
      pool: { experienceType, poolType: poolType as PoolType, groupSpace },
      pairedAt: pairedAt.getTime(),
      connectedAt: connectedAt?.getTime(),
      versionId: versionId ?? undefined,
      length: shortLengths.find((each) => each === length),
    }));
  }

  async closeOrphans(at: number, rooms?: readonly string[]): Promise<number> {
    return this.#db.transaction(async (tx) => {
      const closed = await tx
        .update(encounter)
        .set({ endedAt: date(at), endReasonA: 'unknown', endReasonB: 'unknown' })
        .where(and(isNull(encounter.endedAt), rooms && inArray(encounter.roomID, [...rooms])))
        .returning({ roomID: encounter.roomID });
      await tx.delete(liveParticipant).where(rooms && inArray(liveParticipant.roomID, [...rooms]));
      if (closed.length > 0)
        await this.#claims.release(
          tx,
          closed.map(({ roomID }) => roomID),
        );
      return closed.length;
    });
  }

  async participation(roomID: string, accountId: string): Promise<Participation | undefined> {
    const [row] = await this.#db.select().from(encounter).where(eq(encounter.roomID, roomID)).limit(1);
    if (!row || (row.a !== accountId && row.b !== accountId)) return undefined;
    const first = row.a === accountId;
    return {
      position: first ? 1 : 2,
      partner: first ? row.b : row.a,
      confirmed: row.confirmedAt !== null,
      endReason: ((first ? row.endReasonA : row.endReasonB) as EndReason | null) ?? undefined,
      endedAt: row.endedAt?.getTime(),
      experienceType: row.experienceType,
      completed: row.completed,
    };
  }

  async thank(roomID: string, giver: string, receiver: string, at: number): Promise<boolean> {
    const stored = await this.#db
      .insert(thank)
      .values({ roomID, giver, receiver, at: date(at) })
      .onConflictDoNothing()
      .returning({ giver: thank.giver });
    return stored.length > 0;
  }

  counters(accountId: string): Promise<EncounterCounters> {
    return this.#counters(accountId);
  }

  completedMinutes(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return completedMinutesOf(this.#db, accountIds);
  }

  hasCompletedMinute(accountId: string): Promise<boolean> {
    return hasCompletedMinute(this.#db, accountId);
  }

  forget(before: number, now: () => number): Promise<number> {
    return inPacedBatches(now, (most) => this.#db.transaction((tx) => forgetBatch(tx, date(before), most)));
  }

  /** Erases the account's totals, which count encounters whose records are gone, and the veils it has to do with. */
  async erase(tx: Database, accountId: string): Promise<void> {
    await tx.delete(veil).where(or(eq(veil.by, accountId), eq(veil.over, accountId)));
    await tx.delete(encounterTotal).where(eq(encounterTotal.accountId, accountId));
  }

  async history(accountId: string, since = 0): Promise<OwnEncounter[]> {
    const late = or(gte(encounter.pairedAt, date(since)), gte(encounter.endedAt, date(since)));
    const rows = await this.#db
      .select()
      .from(encounter)
      .where(and(or(eq(encounter.a, accountId), eq(encounter.b, accountId)), late, since > 0 ? pairedSince(since) : undefined))
      .orderBy(encounter.pairedAt);
    const rooms = rows.map(({ roomID }) => roomID);
    const thanks = await this.#db
      .select()
      .from(thank)
      .where(sql`${thank.roomID} = any(${sql.param(rooms)}::text[])`);
    const thanked = new Set(thanks.filter(({ giver }) => giver === accountId).map(({ roomID }) => roomID));
    const wasThanked = new Set(thanks.filter(({ receiver }) => receiver === accountId).map(({ roomID }) => roomID));
    return rows.map((row) => ({
      roomID: row.roomID,
      partner: row.a === accountId ? row.b : row.a,
      position: row.a === accountId ? 1 : 2,
      confirmed: row.confirmedAt !== null,
      duration: row.durationMs ?? 0,
      pairedAt: row.pairedAt.getTime(),
      connectedAt: row.connectedAt?.getTime(),
      endedAt: row.endedAt?.getTime(),
      experienceType: row.experienceType,
      poolType: row.poolType,
      endReason: ((row.a === accountId ? row.endReasonA : row.endReasonB) as EndReason | null) ?? undefined,
      waited: row.a === accountId ? (row.waitedMs ?? undefined) : undefined,
      path: (row.path as ConnectionPath | null) ?? undefined,
      completed: row.completed,
      thanked: thanked.has(row.roomID),
      wasThanked: wasThanked.has(row.roomID),
    }));
  }

  async metSince(accountId: string, since: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db
      .select({ a: encounter.a, b: encounter.b, at: encounter.connectedAt })
      .from(encounter)
      .where(
        and(
          or(eq(encounter.a, accountId), eq(encounter.b, accountId)),
          isNotNull(encounter.connectedAt),
          gte(encounter.connectedAt, date(since)),
        ),
      );
    const met = new Map<string, number>();
    for (const { a, b, at } of rows) {
      const other = a === accountId ? b : a;
      met.set(other, Math.max(met.get(other) ?? 0, at?.getTime() ?? 0));
    }
    return met;
  }
}

/** No encounter lasts for a day: what ended since then was paired in the day before, for which there is an index. */
const pairedSince = (since: number) => gte(encounter.pairedAt, date(since - 24 * 3_600_000));

/** Adds what a batch of old records counts to their members' totals, and deletes the records. Returns how many. */
async function forgetBatch(tx: Database, before: Date, most: number): Promise<number> {
  const old = await tx
    .select()
    .from(encounter)
    .where(and(lt(encounter.pairedAt, before), isNotNull(encounter.endedAt)))
    .orderBy(encounter.pairedAt)
    .limit(most)
    .for('update', { skipLocked: true });
  if (old.length === 0) return 0;
  const rooms = old.map(({ roomID }) => roomID);
  const thanks = await tx.delete(thank).where(inArray(thank.roomID, rooms)).returning({ receiver: thank.receiver });
  const totals = new Map<string, { accountId: string } & { -readonly [counter in keyof EncounterCounters]: number }>();
  const of = (accountId: string) => {
    const total = totals.get(accountId) ?? { accountId, completedMinutes: 0, thanksReceived: 0, manualEnds: 0 };
    totals.set(accountId, total);
    return total;
  };
  for (const { a, b, completed, endReasonA, endReasonB } of old)
    for (const [accountId, reason] of [
      [a, endReasonA],
      [b, endReasonB],
    ] as const) {
      of(accountId).completedMinutes += completed ? 1 : 0;
      of(accountId).manualEnds += reason === 'manual_self' ? 1 : 0;
    }
  for (const { receiver } of thanks) of(receiver).thanksReceived += 1;
  const added = (column: 'completedMinutes' | 'thanksReceived' | 'manualEnds', name: string) =>
    sql`${encounterTotal[column]} + excluded.${sql.identifier(name)}`;
  await tx
    .insert(encounterTotal)
    // In the same order in every process, or two that count common members could wait for each other.
    .values([...totals.values()].toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1)))
    .onConflictDoUpdate({
      target: encounterTotal.accountId,
      set: {
        completedMinutes: added('completedMinutes', 'completed_minutes'),
        thanksReceived: added('thanksReceived', 'thanks_received'),
        manualEnds: added('manualEnds', 'session_manually_ended'),
      },
    });
  await tx.delete(encounter).where(inArray(encounter.roomID, rooms));
  return old.length;
}
