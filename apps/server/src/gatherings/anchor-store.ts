import { and, asc, count, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { timeZoneOf } from '../accounts/service.ts';
import { participations } from '../encounters/service.ts';
import type { Database } from '../platform/database/database.ts';
import { activeDays } from './rules-of-anchors.ts';
import { anchor, gathering, gatheringRegistration } from './tables.ts';

export type Anchor = typeof anchor.$inferSelect;
/** One local date of a zone. */
export type ZoneDate = Pick<Anchor, 'zone' | 'date'>;

const day = 86_400_000;

/** Anchors by zone and date: of any of these pairs. */
const anyOf = (dates: readonly ZoneDate[]) =>
  or(...dates.map(({ zone, date }) => and(eq(anchor.zone, zone), eq(anchor.date, date))));

/** All SQL about anchors. It counts members, and returns none. */
export const anchorStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /**
   * How many days the members of each time zone were active in the last 28, together: one statement, grouped by zone. A day is 24 h,
   * counted back from now; on it a member was paired, or came to a gathering. Waits are stored without an account, so they do not count.
   */
  async activity(now: Date): Promise<{ zone: string; days: number }[]> {
    const since = new Date(now.getTime() - activeDays * day);
    const { rows } = await db.execute<{ zone: string | null; days: number }>(sql`
      with active as (
        select distinct account_id, floor(extract(epoch from ${now}::timestamptz - at) / 86400) as day
        from (
          ${participations(since)}
          union all
          select c.account_id, c.came_at from gathering g join gathering_attendance c on c.gathering_id = g.id
          where g.starts_at >= ${new Date(since.getTime() - day)} and c.came_at >= ${since}
        ) seen
        where at <= ${now}
      ), members as (select account_id, count(*) as days from active group by account_id)
      select ${timeZoneOf(sql`members.account_id`)} as zone, sum(days)::int as days from members group by 1 order by 1`);
    return rows.flatMap(({ zone, days }) => (zone === null ? [] : { zone, days }));
  },

  /** How many people had registered for regular gatherings that have ended, and how many of them came. */
  async shows(now: Date): Promise<{ registered: number; came: number }> {
    const { rows } = await db.execute<{ registered: number; came: number }>(sql`
      select count(*)::int as registered, count(c.account_id)::int as came
      from gathering g join gathering_registration r on r.gathering_id = g.id and r.left_at is null
      left join gathering_attendance c on c.gathering_id = g.id and c.account_id = r.account_id
      where g.is_regular and g.starts_at < ${now} and g.ends_at <= ${now}`);
    return rows[0] ?? { registered: 0, came: 0 };
  },

  /** The anchors of these dates, locked until the transaction ends; those that did not exist have been added. */
  async lock(tx: Database, dates: readonly ZoneDate[], computedAt: Date): Promise<Anchor[]> {
    await tx
      .insert(anchor)
      .values(dates.map(({ zone, date }) => ({ zone, date, expected: 0, computedAt })))
      .onConflictDoNothing();
    // In one order, so that two processes never wait for each other.
    return tx.select().from(anchor).where(anyOf(dates)).orderBy(asc(anchor.zone), asc(anchor.date)).for('update');
  },

  /**
   * How many people have registered for the regular gatherings of these zones that start in this time. Nobody registers for one that
   * has a row, or leaves it, before the transaction ends.
   */
  async registered(
    tx: Database,
    zones: readonly string[],
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<(ZoneDate & { people: number })[]> {
    const between = sql`${gathering.isRegular} and ${gathering.startsAt} between ${from} and ${to}`;
    const these = and(between, inArray(gathering.zone, [...zones]));
    await tx.select({ id: gathering.id }).from(gathering).where(these).orderBy(asc(gathering.id)).for('update');
    return tx
      .select({ zone: gathering.zone, date: gathering.date, people: count() })
      .from(gathering)
      .innerJoin(gatheringRegistration, eq(gatheringRegistration.gatheringId, gathering.id))
      .where(and(these, isNull(gatheringRegistration.leftAt)))
      .groupBy(gathering.zone, gathering.date);
  },

  async save(tx: Database, rows: readonly Anchor[]): Promise<void> {
    const of = (column: string) => sql`excluded.${sql.identifier(column)}`;
    await tx
      .insert(anchor)
      .values([...rows])
      .onConflictDoUpdate({
        target: [anchor.zone, anchor.date],
        set: {
          ...{ expected: of('expected'), computedAt: of('computed_at') },
          ...{ openedAt: of('opened_at'), withdrawnAt: of('withdrawn_at') },
        },
      });
  },

  /** Cancels the gathering of a withdrawn anchor, if it has a row because somebody had registered for it, or approves it again. */
  async setState(tx: Database, { zone, date }: ZoneDate, state: 'approved' | 'cancelled', changedAt: Date): Promise<void> {
    const other = state === 'approved' ? 'cancelled' : 'approved';
    await tx
      .update(gathering)
      .set({ state, changedAt, revision: sql`${gathering.revision} + 1` })
      .where(and(gathering.isRegular, eq(gathering.zone, zone), eq(gathering.date, date), eq(gathering.state, other)));
  },

  /** The open dates of these zones, from a date on. */
  async open(zones: readonly string[], from: string): Promise<ZoneDate[]> {
    if (zones.length === 0) return [];
    const isOpen = and(isNotNull(anchor.openedAt), isNull(anchor.withdrawnAt));
    return db
      .select({ zone: anchor.zone, date: anchor.date })
      .from(anchor)
      .where(and(inArray(anchor.zone, [...zones]), sql`${anchor.date} >= ${from}`, isOpen))
      .orderBy(asc(anchor.date), asc(anchor.zone));
  },

  /** Deletes the anchors of dates before this one. */
  async forget(date: string): Promise<void> {
    await db.delete(anchor).where(lt(anchor.date, date));
  },
});
export type AnchorStore = ReturnType<typeof anchorStore>;
