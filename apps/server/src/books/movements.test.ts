import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Movement, type Posting, placePrice, postingsOf, postingsOfCost, postingsOfPlace } from './movements.ts';

const german = { country: 'DE', basisPoints: 1_900 };
const sum = (postings: readonly Posting[]) => postings.reduce((total, { cents }) => total + cents, 0);
const written = (postings: readonly Posting[]) => Object.fromEntries(postings.map(({ account, cents }) => [account, cents]));
const plenty = 1_000_000;

/** Each kind of movement, without its id. */
type Unnamed<M> = M extends unknown ? Omit<M, 'ref'> : never;

const membership = { kind: 'charge', purpose: 'membership' } as const;
const cases: readonly [what: string, movement: Unnamed<Movement>, inPlaces: number, postings: Record<string, number>][] = [
  [
    'a contribution without tax',
    { ...membership, cents: 500, feeCents: 33 },
    0,
    { provider: 467, fees: 33, places: -50, membership: -450 },
  ],
  [
    'a contribution that contains tax',
    { ...membership, tax: german, cents: 500, feeCents: 33 },
    0,
    { provider: 467, fees: 33, 'vat:DE': -80, places: -42, membership: -378 },
  ],
  [
    'its refund, of which the provider keeps the fee',
    { kind: 'refund', purpose: 'membership', tax: german, cents: -500, feeCents: 0 },
    plenty,
    { provider: -500, 'vat:DE': 80, places: 42, membership: 378 },
  ],
  [
    'a refund of which exactly its share is left in places',
    { kind: 'refund', purpose: 'membership', cents: -500, feeCents: 0 },
    50,
    { provider: -500, places: 50, membership: 450 },
  ],
  [
    'a refund of which a cent less is left in places',
    { kind: 'refund', purpose: 'membership', cents: -500, feeCents: 0 },
    49,
    { provider: -500, places: 49, membership: 451 },
  ],
  [
    'a refund that fails',
    { kind: 'refund failed', refundRef: 'txn_0', purpose: 'membership', tax: german, cents: 500, feeCents: 0 },
    0,
    { provider: 500, 'vat:DE': -80, places: -42, membership: -378 },
  ],
  [
    'a donation, which contains no tax',
    { kind: 'charge', purpose: 'donation', tax: german, cents: 2_000, feeCents: 55 },
    0,
    { provider: 1_945, fees: 55, donations: -2_000 },
  ],
  [
    'a donation for places, of which the fee takes nothing',
    { kind: 'charge', purpose: 'places', cents: 2_000, feeCents: 55 },
    0,
    { provider: 1_945, fees: 55, places: -2_000 },
  ],
  [
    'the refund of a donation for places, a part of which has been given',
    { kind: 'refund', purpose: 'places', cents: -2_000, feeCents: 0 },
    1_500,
    { provider: -2_000, places: 1_500, donations: 500 },
  ],
  ['a dispute', { kind: 'dispute', cents: -500, feeCents: 2_000 }, 0, { provider: -2_500, fees: 2_000, disputed: 500 }],
  ['a dispute that is won', { kind: 'dispute won', cents: 500, feeCents: 0 }, 0, { provider: 500, disputed: -500 }],
  ['a payout', { kind: 'payout', cents: -10_000, feeCents: 0 }, 0, { provider: -10_000, bank: 10_000 }],
  ['a payout that fails', { kind: 'payout failed', cents: 10_000, feeCents: 0 }, 0, { provider: 10_000, bank: -10_000 }],
  ['a fee by itself', { kind: 'fee', cents: -200, feeCents: 0 }, 0, { provider: -200, fees: 200 }],
];
test.each(cases)('[BOO-1] [BOO-2] [BOO-3] %s', (_, movement, inPlaces, postings) => {
  expect(written(postingsOf({ ref: 'txn_1', ...movement } as Movement, inPlaces))).toEqual(postings);
});

test('[BOO-4] what is not known is booked as unexplained', () => {
  const unknown = { ref: 'txn_1', kind: 'unknown', cents: -77, feeCents: 3 } as const;
  expect(written(postingsOf(unknown, 0))).toEqual({ provider: -80, fees: 3, unexplained: 77 });
});

test('[BOO-1] costs and places move money between accounts', () => {
  expect(written(postingsOfCost('servers', 4_200))).toEqual({ 'costs:servers': 4_200, bank: -4_200 });
  expect(written(postingsOfPlace())).toEqual({ places: 500, membership: -500 });
});

const charge = fc.record({
  kind: fc.constantFrom('charge' as const, 'refund failed' as const),
  refundRef: fc.constant('txn_0'),
  purpose: fc.constantFrom('membership' as const, 'donation' as const, 'places' as const),
  tax: fc.option(fc.record({ country: fc.constantFrom('DE', 'FR'), basisPoints: fc.integer({ min: 0, max: 2_700 }) }), {
    nil: undefined,
  }),
  cents: fc.integer({ min: 1, max: 500_000 }),
  feeCents: fc.integer({ min: 0, max: 5_000 }),
});
const refund = charge.map((each) => ({ ...each, kind: 'refund' as const, cents: -each.cents, feeCents: 0 }));
const other = fc.record({
  kind: fc.constantFrom('dispute', 'dispute won', 'payout', 'payout failed', 'fee', 'unknown'),
  cents: fc.integer({ min: -500_000, max: 500_000 }),
  feeCents: fc.integer({ min: 0, max: 5_000 }),
});
const place = fc.constant('place' as const);

test('[BOO-1] [BOO-3] after any movements everything sums to 0, the provider has what its balance has, and places owe nobody', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(charge, refund, other, place), { maxLength: 60 }), (all) => {
      const balances = new Map<string, number>();
      let balance = 0;
      const inPlaces = () => 0 - (balances.get('places') ?? 0);
      for (const each of all) {
        if (each === 'place' && inPlaces() < placePrice) continue;
        const postings = each === 'place' ? postingsOfPlace() : postingsOf({ ref: '', ...each } as Movement, inPlaces());
        if (each !== 'place') balance += each.cents - each.feeCents;
        expect(sum(postings)).toBe(0);
        expect(postings.every(({ cents }) => Number.isInteger(cents) && cents !== 0)).toBe(true);
        for (const { account, cents } of postings) balances.set(account, (balances.get(account) ?? 0) + cents);
        expect(inPlaces()).toBeGreaterThanOrEqual(0);
      }
      expect(balances.get('provider') ?? 0).toBe(balance);
    }),
  );
});

test('[BOO-2] what is charged and then refunded whole leaves only the fee', () => {
  fc.assert(
    fc.property(charge, (paid) => {
      const first = postingsOf({ ref: '', ...paid }, 0);
      const back = postingsOf({ ref: '', ...paid, kind: 'refund', cents: -paid.cents, feeCents: 0 }, plenty);
      const left = new Map<string, number>();
      for (const { account, cents } of [...first, ...back]) left.set(account, (left.get(account) ?? 0) + cents);
      expect([...left].filter(([, cents]) => cents !== 0)).toEqual(
        paid.feeCents === 0
          ? []
          : expect.arrayContaining([
              ['provider', -paid.feeCents],
              ['fees', paid.feeCents],
            ]),
      );
    }),
  );
});
