import { and, count, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { timeZoneOf } from '../accounts/service.ts';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { calendarFeed, gathering, gatheringRegistration } from './tables.ts';

export type GatheringRow = typeof gathering.$inferSelect;
export type Registration = typeof gatheringRegistration.$inferSelect;

/** A registration with its gathering. */
export interface Registered {
  readonly registration: Registration;
  readonly gathering: GatheringRow;
}

/** A registration about which a mail is due, with the zone that the member's newest browser has named; it need not exist. */
export interface DueRegistration extends Registered {
  readonly zone: string | null;
}

const isRegistered = isNull(gatheringRegistration.leftAt);
const joined = { registration: gatheringRegistration, gathering };
const joinedWithZone = { ...joined, zone: timeZoneOf(sql`${gatheringRegistration.accountId}`) };

/** Begins by the later of two instants: what follows from a condition on each of them, for the index. */
const beginsBefore = (one: Date, other: Date) => lte(gathering.startsAt, one > other ? one : other);

const keyOf = (gatheringId: string, accountId: string): string => `${gatheringId} ${accountId}`;

/** The registrations of these keys. */
const isOneOf = (keys: readonly string[]) => {
  const [gatherings, accounts] = [0, 1].map((part) => sql.param(keys.map((key) => key.split(' ')[part])));
  const { gatheringId, accountId } = gatheringRegistration;
  return sql`(${gatheringId}, ${accountId}) in (select * from unnest(${gatherings}::text[], ${accounts}::uuid[]))`;
};

/** Registrations by gathering and account: each connect request in a gathering asks for one, and at its beginning many people connect. */
const batchedRegistrations = (db: Database) =>
  batchedRows<Registration>(
    (keys) => db.select().from(gatheringRegistration).where(isOneOf(keys)),
    (row) => keyOf(row.gatheringId, row.accountId),
  );

/** The SQL about gatherings and their registrations. */
export const gatheringStore = (db: Database, registrations = batchedRegistrations(db)) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction(run),

  /** Gatherings of any state that end after `from` and start before `to`, by start. */
  async between(from: Date, to: Date): Promise<GatheringRow[]> {
    return db
      .select()
      .from(gathering)
      .where(and(gt(gathering.endsAt, from), lt(gathering.startsAt, to)))
      .orderBy(gathering.startsAt, gathering.id);
  },

  async byId(id: string, tx: Database = db): Promise<GatheringRow | undefined> {
    return (await tx.select().from(gathering).where(eq(gathering.id, id)).limit(1))[0];
  },

  async byGroup(groupId: string): Promise<GatheringRow | undefined> {
    return (await db.select().from(gathering).where(eq(gathering.groupId, groupId)).limit(1))[0];
  },

  /** Inserts a computed gathering unless it has a row, and returns the row, locked until the transaction ends. */
  async materialise(tx: Database, row: GatheringRow): Promise<GatheringRow> {
    await tx.insert(gathering).values(row).onConflictDoNothing();
    return (await this.lock(tx, row.id)) ?? row;
  },

  async lock(tx: Database, id: string): Promise<GatheringRow | undefined> {
    return (await tx.select().from(gathering).where(eq(gathering.id, id)).for('update').limit(1))[0];
  },

  async update(tx: Database, id: string, values: Partial<GatheringRow>): Promise<void> {
    await tx.update(gathering).set(values).where(eq(gathering.id, id));
  },

  /** A person's registration, unless they have left. */
  async registration(gatheringId: string, accountId: string, tx?: Database): Promise<Registration | undefined> {
    const found = tx
      ? await this.registrationOrLeft(gatheringId, accountId, tx)
      : (await registrations(keyOf(gatheringId, accountId)))[0];
    return found?.leftAt ? undefined : found;
  },

  async registrationOrLeft(gatheringId: string, accountId: string, tx: Database): Promise<Registration | undefined> {
    const { gatheringId: of, accountId: by } = gatheringRegistration;
    const rows = await tx
      .select()
      .from(gatheringRegistration)
      .where(and(eq(of, gatheringId), eq(by, accountId)))
      .limit(1);
    return rows[0];
  },

  /** Inserts a registration, or replaces the one of this person. */
  async put(tx: Database, row: Registration): Promise<void> {
    await tx
      .insert(gatheringRegistration)
      .values(row)
      .onConflictDoUpdate({ target: [gatheringRegistration.gatheringId, gatheringRegistration.accountId], set: row });
  },

  /** How many are registered for each of these gatherings. */
  async registered(ids: readonly string[], tx: Database = db): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await tx
      .select({ id: gatheringRegistration.gatheringId, people: count() })
      .from(gatheringRegistration)
      .where(and(inArray(gatheringRegistration.gatheringId, [...ids]), isRegistered))
      .groupBy(gatheringRegistration.gatheringId);
    return new Map(rows.map(({ id, people }) => [id, people]));
  },

  /** What a person has registered for and not left, of gatherings that end after an instant; by start. */
  async ofAccount(accountId: string, after: Date): Promise<Registered[]> {
    return db
      .select(joined)
      .from(gatheringRegistration)
      .innerJoin(gathering, eq(gathering.id, gatheringRegistration.gatheringId))
      .where(and(eq(gatheringRegistration.accountId, accountId), isRegistered, gt(gathering.endsAt, after)))
      .orderBy(gathering.startsAt, gathering.id);
  },

  /** Everything stored about a person's registrations, those they have left included. */
  async everyRegistration(accountId: string): Promise<Registered[]> {
    return db
      .select(joined)
      .from(gatheringRegistration)
      .innerJoin(gathering, eq(gathering.id, gatheringRegistration.gatheringId))
      .where(eq(gatheringRegistration.accountId, accountId))
      .orderBy(gathering.startsAt);
  },

  /** Those of these accounts that are registered for a gathering. */
  async among(gatheringId: string, accountIds: readonly string[]): Promise<string[]> {
    if (accountIds.length === 0) return [];
    const rows = await db
      .select({ accountId: gatheringRegistration.accountId })
      .from(gatheringRegistration)
      .where(
        and(
          eq(gatheringRegistration.gatheringId, gatheringId),
          sql`${gatheringRegistration.accountId} = any(${sql.param([...accountIds])}::uuid[])`,
          isRegistered,
        ),
      );
    return rows.map(({ accountId }) => accountId);
  },

  /** Registrations whose people have not been mailed the latest revision, locked; others that do the same skip them. */
  async withNews(tx: Database, limit: number): Promise<DueRegistration[]> {
    return (
      tx
        .select(joinedWithZone)
        .from(gatheringRegistration)
        .innerJoin(gathering, eq(gathering.id, gatheringRegistration.gatheringId))
        // The second condition follows from the first, and has an index: few gatherings are ever moved or cancelled.
        .where(and(isRegistered, lt(gatheringRegistration.mailedRevision, gathering.revision), gt(gathering.revision, 0)))
        .limit(limit)
        .for('update', { of: gatheringRegistration, skipLocked: true })
    );
  },

  /**
   * Registrations with a reminder that is due: the gathering has not begun, and begins before `day` or before `soon`. Locked; others
   * that do the same skip them.
   */
  async toRemind(
    tx: Database,
    { now, day, soon }: Record<'now' | 'day' | 'soon', Date>,
    limit: number,
  ): Promise<DueRegistration[]> {
    const { remindedDayAt, remindedSoonAt } = gatheringRegistration;
    return tx
      .select(joinedWithZone)
      .from(gatheringRegistration)
      .innerJoin(gathering, eq(gathering.id, gatheringRegistration.gatheringId))
      .where(
        and(
          isRegistered,
          eq(gathering.state, 'approved'),
          gt(gathering.startsAt, now),
          beginsBefore(day, soon),
          or(
            and(isNull(remindedDayAt), sql`${gathering.startsAt} <= ${day}`),
            and(isNull(remindedSoonAt), sql`${gathering.startsAt} <= ${soon}`),
          ),
        ),
      )
      .limit(limit)
      .for('update', { of: gatheringRegistration, skipLocked: true });
  },

  /** Stamps registrations as reminded of the day before, and if `isSoon` of the minutes before as well. */
  async stampReminded(
    tx: Database,
    registrations: readonly Registration[],
    { at, isSoon }: { readonly at: Date; readonly isSoon: boolean },
  ): Promise<void> {
    const day = sql`coalesce(${gatheringRegistration.remindedDayAt}, ${at})`;
    await tx
      .update(gatheringRegistration)
      .set({ remindedDayAt: day, ...(isSoon && { remindedSoonAt: at }) })
      .where(isOneOf(registrations.map(({ gatheringId, accountId }) => keyOf(gatheringId, accountId))));
  },

  /** The earliest start of those with a reminder that is due by now and not mailed, of each kind. */
  async unreminded({ now, day, soon }: Record<'now' | 'day' | 'soon', Date>): Promise<{ day: Date | null; soon: Date | null }> {
    const { remindedDayAt, remindedSoonAt } = gatheringRegistration;
    const earliest = (stamp: typeof remindedDayAt | typeof remindedSoonAt, until: Date) =>
      sql<Date | null>`min(${gathering.startsAt}) filter (where ${stamp} is null and ${gathering.startsAt} <= ${until})`.mapWith(
        gathering.startsAt,
      );
    const [found] = await db
      .select({ day: earliest(remindedDayAt, day), soon: earliest(remindedSoonAt, soon) })
      .from(gatheringRegistration)
      .innerJoin(gathering, eq(gathering.id, gatheringRegistration.gatheringId))
      .where(and(isRegistered, eq(gathering.state, 'approved'), gt(gathering.startsAt, now), beginsBefore(day, soon)));
    return found ?? { day: null, soon: null };
  },

  /** Gatherings that have not begun and are neither refused nor cancelled. */
  async ahead(now: Date): Promise<GatheringRow[]> {
    return db
      .select()
      .from(gathering)
      .where(and(gt(gathering.startsAt, now), inArray(gathering.state, ['proposed', 'approved'])));
  },

  /** Deletes gatherings that ended before an instant, with all that belongs to them. */
  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, gathering, lt(gathering.endsAt, before), 5);
  },

  async setFeed(accountId: string, tokenHash: string, createdAt: Date): Promise<void> {
    const row = { accountId, tokenHash, createdAt };
    await db.insert(calendarFeed).values(row).onConflictDoUpdate({ target: calendarFeed.accountId, set: row });
  },

  async removeFeed(accountId: string): Promise<void> {
    await db.delete(calendarFeed).where(eq(calendarFeed.accountId, accountId));
  },

  /** The account whose feed has this token. */
  async feed(tokenHash: string): Promise<string | undefined> {
    const rows = await db.select().from(calendarFeed).where(eq(calendarFeed.tokenHash, tokenHash)).limit(1);
    return rows[0]?.accountId;
  },

  async feedOf(accountId: string): Promise<{ readonly createdAt: Date } | undefined> {
    return (await db.select().from(calendarFeed).where(eq(calendarFeed.accountId, accountId)).limit(1))[0];
  },
});
export type GatheringStore = ReturnType<typeof gatheringStore>;
