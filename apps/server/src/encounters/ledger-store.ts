import type { EndReason } from '@unspoken/contract/encounters';
import type { ShortLength } from '@unspoken/contract/lengths';
import type { Pool } from '@unspoken/contract/matchmaking';
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { column, iso } from '../platform/database/unnest.ts';

export interface LedgerRow {
  readonly roomID: string;
  readonly a: string;
  readonly b: string;
  readonly pool: Pool;
  readonly pairedAt: number;
  /** How long account `a` had waited, ms. */
  readonly waited: number;
  /** The version of the script; none for the minute. */
  readonly versionId?: string | undefined;
  /** Of a meeting shorter than the minute. */
  readonly length?: ShortLength | undefined;
  /** A rehearsal of what is not published. */
  readonly isRehearsal?: boolean | undefined;
  /** With a personal invitation: the hash of its code. It is not recorded. */
  readonly invitation?: string | undefined;
}

export interface LedgerEnd {
  readonly endedAt: number;
  /** Undefined for a pairing that was never confirmed. */
  readonly reasonA: EndReason | undefined;
  readonly reasonB: EndReason | undefined;
  readonly completed: boolean;
  readonly duration: number;
  /** The room has a script, for which something may have been claimed. */
  readonly isScripted?: boolean;
}

/** When something happened in a room, epoch ms. */
export interface RoomInstant {
  readonly roomID: string;
  readonly at: number;
}

/** Records pairs and their members, all or none. Throws a violation (SQLSTATE 23505) if a member is in a live room already. */
export async function recordPairs(db: Database, rows: readonly LedgerRow[]): Promise<void> {
  await db.execute(sql`
    with pair as (
      insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at, waited_ms, version_id, rehearsal, length)
      select * from unnest(
        ${column(rows, ({ roomID }) => roomID)}::text[], ${column(rows, ({ a }) => a)}::uuid[],
        ${column(rows, ({ b }) => b)}::uuid[], ${column(rows, ({ pool }) => pool.experienceType)}::text[],
        ${column(rows, ({ pool }) => pool.poolType)}::text[], ${column(rows, ({ pool }) => pool.groupSpace)}::text[],
        ${column(rows, ({ pairedAt }) => iso(pairedAt))}::timestamptz[],
        ${column(rows, ({ waited }) => Math.round(waited))}::integer[],
        ${column(rows, ({ versionId }) => versionId ?? null)}::uuid[],
        ${column(rows, ({ isRehearsal = false }) => isRehearsal)}::boolean[],
        ${column(rows, ({ length }) => length ?? null)}::text[])
      returning room_id, a, b)
    insert into live_participant (account_id, room_id)
    select a, room_id from pair union all select b, room_id from pair`);
}

/** Records when both members had greeted each other, or when their minute begins. */
export async function recordInstants(
  db: Database,
  what: 'confirmed_at' | 'connected_at',
  all: readonly RoomInstant[],
): Promise<void> {
  await db.execute(sql`
    update encounter set ${sql.identifier(what)} = input.at
    from unnest(${column(all, ({ roomID }) => roomID)}::text[], ${column(all, ({ at }) => iso(at))}::timestamptz[])
      as input (room_id, at)
    where encounter.room_id = input.room_id`);
}

/** Ends rooms, and frees their members. The first end of a room stands. */
export async function recordEnds(db: Database, all: readonly ({ readonly roomID: string } & LedgerEnd)[]): Promise<void> {
  const rooms = column(all, ({ roomID }) => roomID);
  await db.execute(sql`
    with done as (
      update encounter
      set ended_at = input.at, end_reason_a = input.a, end_reason_b = input.b, completed = input.completed, duration_ms = input.ms
      from unnest(
        ${rooms}::text[], ${column(all, ({ endedAt }) => iso(endedAt))}::timestamptz[],
        ${column(all, ({ reasonA }) => reasonA ?? null)}::text[], ${column(all, ({ reasonB }) => reasonB ?? null)}::text[],
        ${column(all, ({ completed }) => completed)}::boolean[],
        ${column(all, ({ duration }) => Math.round(duration))}::integer[])
        as input (room_id, at, a, b, completed, ms)
      where encounter.room_id = input.room_id and encounter.ended_at is null)
    delete from live_participant where room_id = any(${rooms}::text[])`);
}
