import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charted, graceUntil, membershipOf, unusedCents, withdrawableUntil } from './chart.ts';

const [hour, day] = [3_600_000, 86_400_000];
const start = Date.parse('2027-03-01T00:00:00Z');
const at = (ms: number) => new Date(start + ms);
const begun: Charted = {
  ...{ isSettling: false, firstPaidAt: null, paidUntil: null, failingSince: null, cancelsAt: null, endedAt: null },
  createdAt: at(0),
};
const paid: Charted = { ...begun, firstPaidAt: at(0), paidUntil: at(31 * day) };
const state = (row: Charted | undefined, ms: number, isSuspended = false) => membershipOf(row, isSuspended, start + ms);

test('[MEM-3] each state of the chart, on both sides of each of its limits', () => {
  const cases: [row: Charted | undefined, ms: number, state: string, hasRights: boolean][] = [
    [undefined, 0, 'none', false],
    [begun, 0, 'pending', false],
    [begun, 23 * hour - 1, 'pending', false],
    [begun, 23 * hour, 'none', false],
    [{ ...begun, isSettling: true }, 13 * day, 'settling', true],
    [paid, 0, 'active', true],
    [paid, 32 * day - 1, 'active', true],
    [paid, 32 * day, 'ended', false],
    [{ ...paid, cancelsAt: at(31 * day) }, 31 * day - 1, 'ending', true],
    [{ ...paid, cancelsAt: at(31 * day) }, 31 * day, 'ended', false],
    [{ ...paid, failingSince: at(31 * day) }, 45 * day - 1, 'actionRequired', true],
    [{ ...paid, failingSince: at(31 * day) }, 45 * day, 'ended', false],
    [{ ...paid, endedAt: at(3 * day) }, 2 * day, 'ended', false],
    [{ ...begun, endedAt: at(3 * day) }, 2 * day, 'none', false],
  ];
  for (const [row, ms, expected, hasRights] of cases) expect(state(row, ms)).toEqual({ state: expected, hasRights });
});

test('[MEM-3] while suspended there are no rights, whatever else is so', () => {
  const instant = fc.option(fc.integer({ min: -40 * day, max: 40 * day }).map(at), { nil: null });
  const rows = fc.record({
    ...{ isSettling: fc.boolean(), firstPaidAt: instant, paidUntil: instant, failingSince: instant, cancelsAt: instant },
    ...{ endedAt: instant, createdAt: fc.constant(at(0)) },
  });
  fc.assert(
    fc.property(rows, fc.integer({ min: -40 * day, max: 80 * day }), (row, ms) => {
      const [free, suspended] = [state(row, ms), state(row, ms, true)];
      expect(suspended.hasRights).toBe(false);
      expect(suspended.state).toBe(['none', 'ended'].includes(free.state) ? free.state : 'paused');
      // What has ended once does not come back with time.
      if (free.state === 'ended') expect(state(row, ms + 100 * day).state).toBe('ended');
      if (row.endedAt !== null) expect(free.hasRights).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('[MEM-18] [MEM-19] grace and withdrawal end after 14 days, counted from the first failure and the first payment', () => {
  expect(graceUntil({ ...paid, failingSince: at(5) })).toEqual(at(14 * day + 5));
  expect(graceUntil(paid)).toBeUndefined();
  expect(withdrawableUntil(paid, start + 14 * day - 1)).toEqual(at(14 * day));
  expect(withdrawableUntil(paid, start + 14 * day)).toBeUndefined();
  expect(withdrawableUntil(begun, start)).toBeUndefined();
});

test('[MEM-23] whole days that were paid for and not used are given back, and never more than was paid', () => {
  const of = (cents: number, ms: number) => unusedCents(cents, at(0), at(30 * day), start + ms);
  expect([of(3_000, 0), of(3_000, 1), of(3_000, day), of(3_000, 29 * day), of(3_000, 29 * day + 1)]).toEqual([
    3_000, 2_900, 2_900, 100, 0,
  ]);
  expect([of(3_000, 30 * day), of(3_000, 40 * day), of(3_000, -5 * day)]).toEqual([0, 0, 3_000]);
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 100_000 }), fc.integer({ min: -day, max: 40 * day }), (cents, ms) => {
      const given = of(cents, ms);
      expect(Number.isInteger(given) && given >= 0 && given <= cents).toBe(true);
    }),
  );
});
