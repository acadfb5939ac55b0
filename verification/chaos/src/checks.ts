import type pg from 'pg';
import type { Acknowledged } from './crowd.ts';

interface Count {
  readonly n: number;
}

/** Checks the invariants of the database once everything is at rest. Returns a sentence for each violation. */
export async function violations(database: pg.Pool, { thanks, reports, circle, unsure }: Acknowledged): Promise<string[]> {
  const found: string[] = [];
  const none = async (what: string, sql: string, parameters: unknown[] = []) => {
    const { rows } = await database.query<Count>(`select count(*)::int as n from (${sql}) as wrong`, parameters);
    if (rows[0]?.n !== 0) found.push(`${rows[0]?.n} ${what}`);
  };
  // A1, A9: nobody is in an ended room, or in two rooms at once.
  await none(
    'people in a room that has ended',
    `select 1 from live_participant l join encounter e using (room_id) where e.ended_at is not null`,
  );
  await none(
    'pairs of rooms in which one person was at the same time',
    `with side as (
       select room_id, a as person, paired_at, ended_at from encounter union all select room_id, b, paired_at, ended_at from encounter)
     select 1 from side one join side other on one.person = other.person and one.room_id < other.room_id
     where one.paired_at < coalesce(other.ended_at, 'infinity') and other.paired_at < coalesce(one.ended_at, 'infinity')`,
  );
  // A14: the two ends of a room agree.
  await none(
    'rooms whose two ends do not agree',
    `select 1 from encounter where confirmed_at is not null and ended_at is not null and (end_reason_a, end_reason_b) not in (
       ('natural', 'natural'), ('manual_self', 'manual_other'), ('manual_other', 'manual_self'), ('cancel_self', 'cancel_other'),
       ('cancel_other', 'cancel_self'), ('timeout_self', 'timeout_other'), ('timeout_other', 'timeout_self'),
       ('timeout_self', 'timeout_self'), ('ice_failure', 'ice_failure'), ('unknown', 'ice_failure'), ('ice_failure', 'unknown'),
       ('unknown', 'unknown'))`,
  );
  // C3: a minute counts if and only if it was completed.
  await none(
    'minutes that count and were none',
    `select 1 from encounter where completed <> (end_reason_a = 'natural' and end_reason_b = 'natural' and connected_at is not null)`,
  );
  // A4: nobody meets a person they reported, from the acknowledgement of the report on.
  await none(
    'pairs that met after one reported the other',
    `select 1 from report r join encounter e on (e.a, e.b) in ((r.reporter, r.reported), (r.reported, r.reporter))
     where e.paired_at > r.at + interval '2 seconds'`,
  );
  // C1, C4: everything acknowledged is stored exactly once.
  const rows = async (sql: string): Promise<Map<string, number>> => {
    const { rows: all } = await database.query<{ key: string; n: number }>(sql);
    return new Map(all.map(({ key, n }) => [key, n]));
  };
  const stored = {
    thanks: await rows(`select room_id || ' ' || giver as key, count(*)::int as n from thank group by 1`),
    reports: await rows(`select room_id || ' ' || reporter as key, count(*)::int as n from report group by 1`),
  };
  for (const [what, acknowledged] of [
    ['thanks', thanks],
    ['reports', reports],
  ] as const) {
    const missing = [...acknowledged].filter((key) => !stored[what].has(key)).length;
    const doubled = [...stored[what].values()].filter((n) => n > 1).length;
    if (missing > 0) found.push(`${missing} ${what} were acknowledged and are lost`);
    if (doubled > 0) found.push(`${doubled} ${what} are there twice`);
  }
  const adds = await rows(
    `select e.room_id || ' ' || c.adder as key, 1 as n from circle_add c join encounter e on (e.a, e.b) in ((c.adder, c.added), (c.added, c.adder))`,
  );
  // The same two people may have met more than once: the last change acknowledged counts.
  const { rows: last } = await database.query<{ key: string }>(
    `select distinct on (side.person, side.partner) side.room_id || ' ' || side.person as key from (
       select room_id, a as person, b as partner, paired_at from encounter union all select room_id, b, a, paired_at from encounter) as side
     order by side.person, side.partner, side.paired_at desc`,
  );
  let wrong = 0;
  for (const { key } of last) {
    const change = circle.get(key);
    if (change && !unsure.has(key) && (change === 'added') !== adds.has(key)) wrong++;
  }
  if (wrong > 0) found.push(`${wrong} wishes about a circle were acknowledged and are not so`);
  return found;
}

/** When the first `atMost` confirmed rooms since an instant were opened, by the database's clock. */
export async function pairedSince(database: pg.Pool, since: Date, atMost: number): Promise<Date[]> {
  const { rows } = await database.query<{ at: Date }>(
    'select paired_at as at from encounter where paired_at > $1 and confirmed_at is not null order by 1 limit $2',
    [since, atMost],
  );
  return rows.map(({ at }) => at);
}
