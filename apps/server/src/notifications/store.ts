import { ringsPerDay, usualQuietHours } from '@unspoken/contract/notifications';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { isLiveSession, timeZoneOf } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import { isZone } from '../platform/zones.ts';
import { betweenNotifications, betweenRings, type Subscriber } from './ring-times.ts';
import { bellSetting, notificationRequest, type RingChannel, ring } from './tables.ts';

export type BellRow = typeof bellSetting.$inferSelect;

/** A member who could be called, by their wishes and stamps. */
export interface Candidate extends Subscriber {
  readonly accountId: string;
  /** They have asked for this one call. */
  readonly hasAsked: boolean;
  /** Until when, epoch ms; undefined if they have not. */
  readonly askedUntil?: number | undefined;
  /** From when push services take a message for a browser of theirs, epoch ms; undefined if push reaches none. */
  readonly pushableFrom?: number | undefined;
}

/** A single call that was asked for: of which switch, and until when, epoch ms. */
export interface SingleCall {
  readonly type: string;
  readonly until: number;
}

/** What a call changes. */
export interface Stamp {
  readonly ringId: string;
  readonly now: Date;
  readonly rungOn: string;
  readonly rungCount: number;
  readonly unanswered: number;
  readonly notBefore: Date;
}

interface CandidateRow extends Record<string, unknown> {
  readonly account_id: string;
  readonly quiet_from: number;
  readonly quiet_to: number;
  readonly daily_cap: number;
  readonly last_rung_at: Date | string | null;
  readonly rung_on: string | null;
  readonly rung_count: number;
  readonly unanswered: number;
  readonly has_asked: boolean;
  readonly call_until: Date | string | null;
  readonly pushable_from: Date | string | null;
  readonly zone: string | null;
}

const candidateOf = (row: CandidateRow): Candidate => ({
  accountId: row.account_id,
  hasAsked: row.has_asked,
  askedUntil: row.has_asked && row.call_until !== null ? new Date(row.call_until).getTime() : undefined,
  pushableFrom: row.pushable_from === null ? undefined : new Date(row.pushable_from).getTime(),
  ...{ quietFrom: row.quiet_from, quietTo: row.quiet_to, dailyCap: row.daily_cap },
  lastRungAt: row.last_rung_at === null ? undefined : new Date(row.last_rung_at).getTime(),
  ...{ rungOn: row.rung_on ?? undefined, rungCount: row.rung_count, unanswered: row.unanswered },
  // A browser may name a zone that nobody knows.
  zone: row.zone !== null && isZone(row.zone) ? row.zone : 'UTC',
});

/** The settings of a member who has chosen nothing. */
export const usualFor = (accountId: string) => ({
  accountId,
  ...{ quietFrom: usualQuietHours.from, quietTo: usualQuietHours.to, dailyCap: ringsPerDay.usual },
});

/** All SQL about calls. */
export const notificationStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async requests(accountId: string): Promise<string[]> {
    const rows = await db.select().from(notificationRequest).where(eq(notificationRequest.accountId, accountId));
    return rows.map(({ experienceType }) => experienceType).toSorted();
  },

  async setRequests(tx: Database, accountId: string, types: readonly string[], now: Date): Promise<void> {
    await tx.delete(notificationRequest).where(eq(notificationRequest.accountId, accountId));
    if (types.length === 0) return;
    await tx.insert(notificationRequest).values(types.map((experienceType) => ({ accountId, experienceType, requestedAt: now })));
  },

  async setting(accountId: string, tx: Database = db): Promise<BellRow | undefined> {
    return (await tx.select().from(bellSetting).where(eq(bellSetting.accountId, accountId)))[0];
  },

  /** Creates the row of a member with these values, or changes these values of it. */
  async set(tx: Database, usual: typeof bellSetting.$inferInsert, changed: Partial<BellRow>): Promise<void> {
    await tx
      .insert(bellSetting)
      .values({ ...usual, ...changed })
      .onConflictDoUpdate({ target: bellSetting.accountId, set: { accountId: usual.accountId, ...changed } });
  },

  /**
   * Members who have asked to be called for a type and may be by their stamps: first those who asked for a single call, then those who
   * were called longest ago, or never. With `only`, nobody else.
   */
  async candidates(
    type: string,
    {
      now,
      longAgo,
      only,
      except,
      limit,
    }: { now: Date; longAgo: Date; only?: readonly string[]; except: readonly string[]; limit: number },
  ): Promise<Candidate[]> {
    const among = sql`${only ? sql`and b.account_id = any(${sql.param([...only])}::uuid[])` : sql``} and not b.account_id = any(${sql.param([...except])}::uuid[])`;
    const rested = sql`(b.notified_at is null or b.notified_at <= ${new Date(now.getTime() - betweenNotifications)})`;
    const columns = sql`b.account_id, b.quiet_from, b.quiet_to, b.daily_cap, b.last_rung_at, b.rung_on, b.rung_count, b.unanswered, b.call_until,
      ${timeZoneOf(sql`b.account_id`)} as zone,
      (select min(coalesce(p.wait_until, p.created_at)) from push_subscription p
        where p.account_id = b.account_id and ${isLiveSession(sql`p.session_id`, now)}) as pushable_from`;
    const { rows } = await db.execute<CandidateRow>(sql`
      (select ${columns}, true as has_asked from bell_setting b
        where not b.is_unreachable and ${rested} and b.call_type = ${type} and b.call_until > ${now} and (b.last_rung_at is null or b.last_rung_at <= ${longAgo}) ${among}
        order by b.last_rung_at nulls first limit ${limit})
      union all
      (select ${columns}, false as has_asked from bell_setting b
        where not b.is_unreachable and ${rested} and exists (select from notification_request r where r.account_id = b.account_id and r.experience_type = ${type})
          and (b.not_before is null or b.not_before <= ${now})
          and (b.call_type is distinct from ${type} or b.call_until <= ${now}) ${among}
        order by b.last_rung_at nulls first limit ${limit})`);
    return rows.map(candidateOf);
  },

  /** Notes until when these members are not called, so that they are not looked at again before. */
  async defer(until: ReadonlyMap<string, number>): Promise<void> {
    if (until.size === 0) return;
    const [ids, times] = [[...until.keys()], [...until.values()].map((at) => new Date(at).toISOString())];
    await db.execute(sql`
      update bell_setting b set not_before = greatest(b.not_before, d.until)
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(times)}::timestamptz[]) as d(account_id, until) where b.account_id = d.account_id`);
  },

  /**
   * Takes the turn to notify a member of something else than a call, unless they were called or notified within the time between two
   * notifications. Whether it was theirs; nobody calls them right afterwards.
   */
  async takeTurn(accountId: string, at: Date): Promise<boolean> {
    const latest = new Date(at.getTime() - betweenNotifications);
    const taken = await db
      .insert(bellSetting)
      .values({ ...usualFor(accountId), notifiedAt: at })
      .onConflictDoUpdate({
        target: bellSetting.accountId,
        set: { notifiedAt: at },
        setWhere: sql`(bell_setting.notified_at is null or bell_setting.notified_at <= ${latest})
          and (bell_setting.last_rung_at is null or bell_setting.last_rung_at <= ${latest})`,
      })
      .returning({ accountId: bellSetting.accountId });
    return taken.length > 0;
  },

  /** Gives a turn back: the member was shown nothing. */
  async giveBackTurn(accountId: string, at: Date): Promise<void> {
    await db
      .update(bellSetting)
      .set({ notifiedAt: null })
      .where(and(eq(bellSetting.accountId, accountId), eq(bellSetting.notifiedAt, at)));
  },

  /** Notes whether these members have a page open or a browser that push reaches. Nobody is a candidate without. */
  async reachable(accountIds: readonly string[], is: boolean): Promise<void> {
    if (accountIds.length === 0) return;
    await db
      .update(bellSetting)
      .set({ isUnreachable: !is })
      .where(and(inArray(bellSetting.accountId, [...accountIds]), eq(bellSetting.isUnreachable, is)));
  },

  /**
   * Notes by which way a call went. One that reached nobody is none that they did not answer; a single call that they had `asked` for is
   * still owed, and lapses when it would have.
   */
  async recordChannel(ringId: string, channel: RingChannel, asked?: SingleCall): Promise<void> {
    await db.transaction(async (tx) => {
      const [row] = await tx.update(ring).set({ channel }).where(eq(ring.id, ringId)).returning({ accountId: ring.accountId });
      if (!row || channel !== 'none') return;
      const unanswered = sql`greatest(0, ${bellSetting.unanswered} - 1)`;
      const notBefore = sql`least(not_before, last_rung_at + ${betweenRings} * interval '1 ms')`;
      const owed = asked && {
        callType: sql`coalesce(${bellSetting.callType}, ${asked.type})`,
        callUntil: sql`coalesce(${bellSetting.callUntil}, ${new Date(asked.until)})`,
      };
      await tx
        .update(bellSetting)
        .set({ unanswered, notBefore, ...owed })
        .where(eq(bellSetting.accountId, row.accountId));
    });
  },

  /**
   * Stamps a member and records the call, unless another process has since they were read, or they wish it no longer, or at other times.
   * Whether it did.
   */
  async claim(type: string, candidate: Candidate, stamp: Stamp): Promise<boolean> {
    const { accountId, lastRungAt, hasAsked, unanswered, quietFrom, quietTo, dailyCap } = candidate;
    const seen = lastRungAt === undefined ? null : new Date(lastRungAt);
    const stillAsks = hasAsked
      ? sql`call_type = ${type} and call_until > ${stamp.now}`
      : sql`(not_before is null or not_before <= ${stamp.now}) and exists (
            select from notification_request r where r.account_id = bell_setting.account_id and r.experience_type = ${type})`;
    const { rows } = await db.execute(sql`
      with claimed as (
        update bell_setting set
          last_rung_at = ${stamp.now}, rung_on = ${stamp.rungOn}, rung_count = ${stamp.rungCount}, unanswered = ${stamp.unanswered},
          not_before = ${stamp.notBefore},
          call_type = ${hasAsked ? sql`null` : sql`call_type`}, call_until = ${hasAsked ? sql`null` : sql`call_until`}
        where account_id = (
          select account_id from bell_setting
          where account_id = ${accountId} and last_rung_at is not distinct from ${seen}::timestamptz and ${stillAsks}
            and (notified_at is null or notified_at <= ${new Date(stamp.now.getTime() - betweenNotifications)})
            and unanswered = ${unanswered} and quiet_from = ${quietFrom} and quiet_to = ${quietTo} and daily_cap = ${dailyCap}
          for update skip locked limit 1)
        returning account_id
      )
      insert into ring (id, account_id, rung_at, channel) select ${stamp.ringId}, account_id, ${stamp.now}, 'page' from claimed
      returning id`);
    return rows.length > 0;
  },

  /** Notes that a call was answered, once, by whom it was for. Whether it was. */
  async answer(ringId: string, accountId: string, now: Date): Promise<boolean> {
    const { rows } = await db.execute(sql`
      with answered as (
        update ring set answered_at = ${now} where id = ${ringId} and account_id = ${accountId} and answered_at is null
        returning account_id
      )
      update bell_setting set unanswered = 0, not_before = least(not_before, last_rung_at + ${betweenRings} * interval '1 ms')
      where account_id = (select account_id from answered) returning account_id`);
    return rows.length > 0;
  },

  async rings(accountId: string) {
    return db.select().from(ring).where(eq(ring.accountId, accountId)).orderBy(ring.rungAt);
  },

  async forget(before: Date): Promise<void> {
    await deleteInBatches(db, ring, lt(ring.rungAt, before));
  },
});
export type NotificationStore = ReturnType<typeof notificationStore>;
