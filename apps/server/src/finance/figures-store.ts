import { eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { publishedFigures } from './tables.ts';

/** What was booked to an account of the books in a month. */
export interface BookedMonth {
  /** `2026-11`, in UTC. */
  readonly month: string;
  readonly account: string;
  readonly cents: number;
}

/** The first instant of `2026-11` in UTC, or so much later. */
const startOf = (month: string, later = '0') => sql`((${`${month}-01`}::timestamp + ${later}::interval) at time zone 'UTC')`;

/** All SQL about public figures. */
export const figuresStore = (db: Database) => ({
  async booked(providerAccount: string): Promise<BookedMonth[]> {
    const { rows } = await db.execute<{ month: string; account: string; cents: string }>(sql`
      select to_char(first, 'YYYY-MM') as month, account, cents from (
        select date_trunc('month', e.at at time zone 'UTC') as first, p.account, sum(p.cents) as cents
        from entry e join posting p on p.entry_seq = e.seq
        where e.provider_account = ${providerAccount} group by 1, 2
      ) booked order by 1, 2`);
    return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
  },

  /** How many places were opened in each month. */
  async placesOpened(providerAccount: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await db.execute<{ month: string; n: string }>(sql`
      select to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*) as n from entry
      where provider_account = ${providerAccount} and kind = 'place' group by 1`);
    return new Map(rows.map(({ month, n }) => [month, Number(n)]));
  },

  /** How many different people have paid from the first of these months to the last. */
  async payers(providerAccount: string, from: string, to: string): Promise<number> {
    const { rows } = await db.execute<{ n: string }>(sql`
      select count(distinct m.payer_id) as n from entry e join payment m on m.id = e.payment_id
      where e.provider_account = ${providerAccount} and e.kind = 'charge'
        and e.at >= ${startOf(from)} and e.at < ${startOf(to, '1 month')}`);
    return Number(rows[0]?.n ?? 0);
  },

  async kept(providerAccount: string): Promise<typeof publishedFigures.$inferSelect | undefined> {
    return (await db.select().from(publishedFigures).where(eq(publishedFigures.providerAccount, providerAccount)))[0];
  },

  async keep(row: typeof publishedFigures.$inferInsert): Promise<void> {
    const { providerAccount: target } = publishedFigures;
    await db.insert(publishedFigures).values(row).onConflictDoUpdate({ target, set: row });
  },
});
export type FiguresStore = ReturnType<typeof figuresStore>;
