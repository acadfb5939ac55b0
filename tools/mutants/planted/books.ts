import type { Bug } from '../bug.ts';

const movements = 'apps/server/src/books/movements.ts';
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
    from: "const vat = purpose === 'membership' && tax ?",
    to: 'const vat = tax ?',
    suite: movementsTest,
  },
];
