import { parseArgs } from 'node:util';
import { Books } from '@unspoken/server/books/service';
import { booksStore } from '@unspoken/server/books/store';
import { openEmptyDatabase } from './empty-database.ts';

/**
 * `npm run bench:books -- --entries 250000`: how long the hourly check of the books takes over so many charges with four postings and a
 * receipt each, in PostgreSQL; beside the floor: one sum over all postings. Source: requirements/membership, figures.
 */
const { values } = parseArgs({
  options: { entries: { type: 'string', default: '250000' }, rounds: { type: 'string', default: '5' } },
});
const [entries, rounds] = [Number(values.entries), Number(values.rounds)];

const { database, query, stop } = await openEmptyDatabase();
const books = new Books(booksStore(database.db));
// Two accounts of the provider, ten years, as charges of 5 EUR.
await query(
  `insert into entry (at, provider_account, kind, movement_ref)
   select '2020-06-01'::timestamptz + (n % 10) * interval '1 year', 'acct_' || n % 2, 'charge', 'txn_' || n
   from generate_series(1, $1::int) n`,
  [entries],
);
await query('begin');
await query(
  `insert into posting (entry_seq, account, cents)
   select seq, account, cents from entry,
     (values ('provider', 470), ('fees', 30), ('places', -50), ('membership', -450)) as of (account, cents)`,
);
await query('commit');
await query(
  `insert into receipt (provider_account, year, number, entry_seq, at, purpose, gross_cents, vat_cents, issuer, addressee)
   select provider_account, extract(year from at), row_number() over (partition by provider_account, extract(year from at) order by seq),
     seq, at, 'membership', 500, 0, '{}', '["A"]' from entry`,
);
await query('analyze');

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};
const { faults } = await books.check(new Date());
if (faults.length > 0) throw new Error(`the books are wrong: ${faults.join('; ')}`);
const [checks, floors]: [number[], number[]] = [[], []];
for (let i = 0; i < rounds; i++) {
  floors.push(await timed(() => query('select sum(cents) from posting')));
  checks.push(await timed(() => books.check(new Date())));
}
const [{ postings }] = (await query('select count(*)::int as postings from posting')).rows;
const range = (all: readonly number[]) => `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} ms`;
process.stdout.write(`${postings} postings, ${rounds} rounds: checked in ${range(checks)}; one sum over them ${range(floors)}\n`);
await stop();
process.exit(0);
