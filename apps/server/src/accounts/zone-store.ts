import { type SQL, sql } from 'drizzle-orm';

/**
 * The time zone that the newest browser of a member has named, as an expression in another domain's statement, so that counts by
 * zone are made in the database. `accountId` is a column of that statement. Null for guests, and where no browser has named one.
 * What browsers name need not exist.
 */
export const timeZoneOf = (accountId: SQL): SQL<string | null> => sql`(
  select s.time_zone from session s join account m on m.id = s.account_id
  where s.account_id = ${accountId} and s.time_zone is not null and m.role <> 'experienceGuest'
  order by s.created_at desc limit 1)`;
