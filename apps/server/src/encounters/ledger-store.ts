import type { EndReason } from '@unspoken/contract/encounters';
import type { ShortLength } from '@unspoken/contract/lengths';
import type { Pool } from '@unspoken/contract/matchmaking';
import { sql } from 'drizzle-orm';
import { iso, statementOfRows } from '../platform/database/statement.ts';

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
export const recordPairs = statementOfRows<LedgerRow>('record pairs')(
  {
    room: ({ roomID }) => roomID,
    a: ({ a }) => a,
    b: ({ b }) => b,
    experience: ({ pool }) => pool.experienceType,
    poolType: ({ pool }) => pool.poolType,
    space: ({ pool }) => pool.groupSpace,
    at: ({ pairedAt }) => iso(pairedAt),
    waited: ({ waited }) => Math.round(waited),
    version: ({ versionId }) => versionId ?? null,
    rehearsal: ({ isRehearsal = false }) => isRehearsal,
    length: ({ length }) => length ?? null,
  },
  (of) => sql`
    with pair as (
      insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at, waited_ms, version_id, rehearsal, length)
      select * from unnest(
        ${of.room}::text[], ${of.a}::uuid[], ${of.b}::uuid[], ${of.experience}::text[], ${of.poolType}::text[], ${of.space}::text[],
        ${of.at}::timestamptz[], ${of.waited}::integer[], ${of.version}::uuid[], ${of.rehearsal}::boolean[], ${of.length}::text[])
      returning room_id, a, b)
    insert into live_participant (account_id, room_id)
    select a, room_id from pair union all select b, room_id from pair`,
);

const instants = (what: 'confirmed_at' | 'connected_at') =>
  statementOfRows<RoomInstant>(`record ${what}`)(
    { room: ({ roomID }) => roomID, at: ({ at }) => iso(at) },
    (of) => sql`
      update encounter set ${sql.identifier(what)} = input.at
      from unnest(${of.room}::text[], ${of.at}::timestamptz[]) as input (room_id, at)
      where encounter.room_id = input.room_id`,
  );

/** Records when both members had greeted each other. */
export const recordConfirmations = instants('confirmed_at');
/** Records when the minute of a room begins. */
export const recordBeginnings = instants('connected_at');

/** Ends rooms, and frees their members. The first end of a room stands. */
export const recordEnds = statementOfRows<{ readonly roomID: string } & LedgerEnd>('record ends')(
  {
    room: ({ roomID }) => roomID,
    at: ({ endedAt }) => iso(endedAt),
    a: ({ reasonA }) => reasonA ?? null,
    b: ({ reasonB }) => reasonB ?? null,
    completed: ({ completed }) => completed,
    duration: ({ duration }) => Math.round(duration),
  },
  (of) => sql`
    with done as (
      update encounter
      set ended_at = input.at, end_reason_a = input.a, end_reason_b = input.b, completed = input.completed, duration_ms = input.ms
      from unnest(
        ${of.room}::text[], ${of.at}::timestamptz[], ${of.a}::text[], ${of.b}::text[], ${of.completed}::boolean[], ${of.duration}::integer[])
        as input (room_id, at, a, b, completed, ms)
      where encounter.room_id = input.room_id and encounter.ended_at is null)
    delete from live_participant where room_id = any(${of.room}::text[])`,
);
