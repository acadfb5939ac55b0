import { fewestPayers } from '@unspoken/contract/finance';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, Figures, sumsOf } from './figures.ts';
import type { BookedMonth, FiguresStore } from './figures-store.ts';

/** A store of these bookings, and of who has paid in which month. */
function storeOf(
  booked: readonly BookedMonth[],
  payers: ReadonlyMap<string, readonly number[]>,
  opened = new Map<string, number>(),
) {
  const asked: string[] = [];
  let kept: Awaited<ReturnType<FiguresStore['kept']>>;
  const store: FiguresStore = {
    kept: async () => kept,
    keep: async (row) => {
      kept = { ...row, figures: row.figures };
    },
    booked: async () => {
      asked.push('booked');
      return [...booked];
    },
    placesOpened: async () => opened,
    payers: async (_, from, to) =>
      new Set([...payers].filter(([month]) => month >= from && month <= to).flatMap(([, ids]) => ids)).size,
  };
  return { store, asked };
}
const months = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01', '2027-02'];
const accounts = [
  'provider',
  'bank',
  'fees',
  'membership',
  'donations',
  'places',
  'vat:DE',
  'vat:FR',
  'costs:Servers',
  'disputed',
  'unexplained',
];

test('[FIN-1] a month with fewer than five payers joins the next; who pays in both counts once', async () => {
  const booked = months.slice(0, 4).map((month) => ({ month, account: 'membership', cents: -1_000 }));
  const payers = new Map([
    ['2026-09', [1, 2, 3]],
    ['2026-10', [1, 2, 3, 4]],
    ['2026-11', [1, 5]],
    ['2026-12', [1, 2, 3, 4]],
  ]);
  const { store } = storeOf(booked, payers, new Map([['2026-10', 2]]));
  const figures = await new Figures(store, { now: () => Date.UTC(2027, 2, 1) }).read('sandbox');
  expect(figures).toMatchObject({
    hasMore: true,
    periods: [{ from: '2026-09', to: '2026-11', payers: 5, membership: 3_000, placesOpened: 2 }],
  });
});

test('[FIN-1] every cent that was booked is in one period or waits for one, in figures as in CSV', async () => {
  const booking = fc.record({
    month: fc.constantFrom(...months),
    account: fc.constantFrom(...accounts),
    cents: fc.integer({ min: -1e6, max: 1e6 }),
  });
  const paying = fc.array(fc.tuple(fc.constantFrom(...months), fc.array(fc.integer({ min: 1, max: 9 }))), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { maxLength: 30 }), paying, async (all, paid) => {
      const booked = all.toSorted((a, b) => (a.month < b.month ? -1 : 1));
      const { store } = storeOf(booked, new Map(paid));
      const figures = await new Figures(store, { now: () => Date.UTC(2027, 2, 1) }).read('sandbox');
      for (const { payers } of figures.periods) expect(payers).toBeGreaterThanOrEqual(fewestPayers);
      const until = figures.periods[0]?.to ?? '';
      const published = booked.filter(({ month }) => month <= until);
      expect(figures.hasMore).toBe(published.length < booked.length);
      const total = sumsOf(published);
      for (const name of ['membership', 'donations', 'setAside', 'vat', 'fees', 'other'] as const)
        expect(figures.periods.reduce((sum, each) => sum + each[name], 0)).toBe(total[name]);
      const rows = csvOf(figures).trim().split('\r\n').slice(1);
      expect(rows).toHaveLength(figures.periods.length);
    }),
  );
});

test('[FIN-1] in CSV a cost is never a formula', async () => {
  const payers = new Map([['2026-11', [1, 2, 3, 4, 5]]]);
  const booked = [
    { month: '2026-11', account: 'costs:=HYPERLINK("x")', cents: 1_250 },
    { month: '2026-11', account: 'membership', cents: -5 },
  ];
  const { store } = storeOf(booked, payers);
  const csv = csvOf(await new Figures(store, { now: () => Date.UTC(2027, 2, 31) }).read('sandbox'));
  expect(csv).toBe(
    `from,to,payers,membership,donations,set_aside,places_opened,vat,fees,other,"costs: =HYPERLINK(""x"")"\r\n` +
      '2026-11,2026-11,5,0.05,0.00,0.00,0,0.00,0.00,0.00,12.50\r\n',
  );
});

test('[FIN-1] figures are counted every hour by one process for all, and by a look where they are two hours old', async () => {
  const { store, asked } = storeOf([], new Map());
  const start = Date.UTC(2027, 2, 31, 20);
  let now = start;
  const [one, other] = [new Figures(store, { now: () => now }), new Figures(store, { now: () => now })];
  await Promise.all([one.renew('sandbox'), one.read('sandbox')]);
  expect(asked).toHaveLength(1);
  await other.renew('sandbox');
  now = start + 3_599_999;
  await other.renew('sandbox');
  expect(asked).toHaveLength(1);
  now = start + 3_600_000;
  await other.renew('sandbox');
  expect(asked).toHaveLength(2);
  now += 7_199_999;
  await one.read('sandbox');
  expect(asked).toHaveLength(2);
  now += 1;
  await one.read('sandbox');
  expect(asked).toHaveLength(3);
  // A clock that is behind the one of the process that counted does not know how old they are.
  now -= 1;
  await other.read('sandbox');
  expect(asked).toHaveLength(4);
});

test('[FIN-1] figures are counted when a month ends, and where another version has kept another form', async () => {
  const { store, asked } = storeOf([], new Map());
  let now = Date.UTC(2027, 3, 1) - 1;
  const figures = new Figures(store, { now: () => now });
  await figures.read('sandbox');
  await figures.read('sandbox');
  expect(asked).toHaveLength(1);
  now = Date.UTC(2027, 3, 1);
  await figures.read('sandbox');
  expect(asked).toHaveLength(2);
  await store.keep({ providerAccount: 'sandbox', month: '2027-04', at: new Date(now), figures: { months: [] } });
  expect(await figures.read('sandbox')).toEqual({ periods: [], hasMore: false });
  expect(asked).toHaveLength(3);
});

test('[FIN-1] a month is not published before it is over', async () => {
  const booked = [{ month: '2026-11', account: 'membership', cents: -1_000 }];
  const { store } = storeOf(booked, new Map([['2026-11', [1, 2, 3, 4, 5, 6]]]));
  const at = async (now: number) => await new Figures(store, { now: () => now }).read('sandbox');
  expect(await at(Date.UTC(2026, 11, 1) - 1)).toEqual({ periods: [], hasMore: true });
  expect(await at(Date.UTC(2026, 11, 1))).toMatchObject({ periods: [{ payers: 6 }], hasMore: false });
});
