import { type SQL, sql } from 'drizzle-orm';

/**
 * The time zone that a member has chosen, or else their newest browser has named, as an expression in another domain's statement, so
 * that counts by zone are made in the database. `accountId` is a column of that statement. Null for guests, and where neither is known.
 * What browsers name need not exist.
 */
export const timeZoneOf = (accountId: SQL): SQL<string | null> => sql`(
  select coalesce(m.time_zone, (
    select s.time_zone from session s where s.account_id = m.id and s.time_zone is not null order by s.created_at desc limit 1))
  from account m where m.id = ${accountId} and m.role <> 'experienceGuest')`;
