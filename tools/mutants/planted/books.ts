import type { Bug } from '../bug.ts';

const movements = 'apps/server/src/books/movements.ts';
const booksStore = 'apps/server/src/books/store.ts';
const booksTest = 'apps/server/src/books/books.integration.test.ts';
const movementsTest = 'apps/server/src/books/movements.test.ts';

/** Money and its postings. */
export const books: readonly Bug[] = [
  {
    name: 'tax is rounded before the net amount',
    file: 'apps/server/src/books/vat.ts',
    from: 'const vat = gross - Math.round((gross * 10_000) / (10_000 + basisPoints));',
    to: 'const vat = Math.floor((gross * basisPoints) / (10_000 + basisPoints));',
    suite: 'apps/server/src/books/vat.test.ts',
  },
  {
    name: 'the fee is not booked',
    file: movements,
    from: "{ account: 'fees', cents: feeCents },",
    to: '',
    suite: movementsTest,
  },
  {
    name: 'a refund takes more from places than they have',
    file: movements,
    from: 'const forPlaces = Math.max(share, 0 - inPlaces);',
    to: 'const forPlaces = share;',
    suite: movementsTest,
  },
  {
    name: 'a failed payout stays at the bank',
    file: movements,
    from: "case 'payout failed':\n      return [{ account: 'bank', cents: 0 - cents }];",
    to: "case 'payout failed':\n      return [{ account: 'unexplained', cents: 0 - cents }];",
    suite: movementsTest,
  },
  {
    name: 'what was booked since the last check replaces the balance',
    file: booksStore,
    from: 'balances.set(account, (balances.get(account) ?? 0) + cents);',
    to: 'balances.set(account, cents);',
    suite: booksTest,
  },
  {
    name: 'balances are summed on from a check of entries that are deleted',
    file: booksStore,
    from: '.where(eq(booksCheck.first, sql`(select coalesce(min(${entry.seq}), 0) from ${entry})`))',
    to: '',
    suite: booksTest,
  },
  {
    name: 'the check of the books survives the deletion of what it summed',
    file: booksStore,
    from: 'await tx.delete(booksCheck);\n',
    to: '\n',
    suite: booksTest,
  },
  {
    name: 'an entry that was summed by the check is summed again',
    file: booksStore,
    from: 'gt(entry.seq, after), gt(posting.entrySeq, after)',
    to: 'sql`${entry.seq} >= ${after} and ${posting.entrySeq} >= ${after}`',
    suite: booksTest,
  },
  {
    name: 'two places are given from the money of one',
    file: 'apps/server/src/books/service.ts',
    from: 'await this.#store.lock(tx, providerAccount);',
    to: '',
    suite: 'apps/server/src/books/books.integration.test.ts',
  },
  {
    name: 'entries are deleted before their calendar year is over',
    file: 'apps/server/src/books/service.ts',
    from: 'await this.#store.forget(new Date(Date.UTC(before.getUTCFullYear(), 0, 1)));',
    to: 'await this.#store.forget(before);',
    suite: 'apps/server/src/books/books.integration.test.ts',
  },
  {
    name: 'donations contain tax',
    file: movements,
    from: "purpose === 'membership' && tax ? vatIn(cents, tax.basisPoints) : 0",
    to: 'tax ? vatIn(cents, tax.basisPoints) : 0',
    suite: movementsTest,
  },
  {
    name: 'each refund rounds its tax by itself',
    file: 'apps/server/src/books/service.ts',
    from: 'vatOf(refunded.cents + cents, { purpose, tax }) - refunded.vatCents',
    to: 'vatOf(cents, { purpose, tax })',
    suite: booksTest,
  },
  {
    name: 'receipts of all years are numbered as one',
    file: 'apps/server/src/books/store.ts',
    from: 'and(eq(receipt.providerAccount, row.providerAccount), eq(receipt.year, row.year))',
    to: 'eq(receipt.providerAccount, row.providerAccount)',
    suite: booksTest,
  },
  {
    name: 'a rate of next year holds already',
    file: 'apps/server/src/books/seller.ts',
    from: 'dated.filter(({ from }) => from <= day)',
    to: 'dated',
    suite: 'apps/server/src/books/seller.test.ts',
  },
  {
    name: 'a card of another country is taxed as one of the seller’s',
    file: 'apps/server/src/books/seller.ts',
    from: '(cardCountry ?? seller.country)',
    to: 'seller.country',
    suite: 'apps/server/src/books/seller.test.ts',
  },
];
