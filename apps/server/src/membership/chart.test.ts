import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charted, graceUntil, membershipOf, owedBack, suspendedCents, unusedCents, withdrawableUntil } from './chart.ts';

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

test('[MEM-16] [MEM-19] [MEM-22] [MEM-23] what goes back of a payment, on both sides of each limit', () => {
  const minute = 60_000;
  const ended = (cause: Parameters<typeof owedBack>[0]['cause'], ms: number, more: Partial<Charted> = {}) => ({
    ...{ ...paid, endedAt: at(ms), cause, ...more },
  });
  const of = (
    row: Parameters<typeof owedBack>[0],
    ms: number,
    { isRenewal = true, pauses = [] as [number, number | null][], collected = ms } = {},
  ) => {
    const stopped = pauses.map(([since, until]) => ({ since: at(since), until: until === null ? null : at(until) }));
    return owedBack(row, stopped, { cents: 3_000, paidAt: at(ms), collectedAt: at(collected), isRenewal })?.cents ?? 0;
  };
  expect(of({ ...paid, cause: null }, 31 * day)).toBe(0);
  expect(of(ended('withdrawn', day), 0)).toBe(3_000);
  expect(of(ended('replaced', day), 0)).toBe(3_000);
  expect(of(ended('bounced', day), 0)).toBe(3_000);
  expect(of(ended('unpaid', day, { firstPaidAt: null }), 0)).toBe(3_000);
  // A cancellation takes effect when the provider bills the next time: nothing is taken off for clocks that differ.
  const cancelled = ended('cancelled', 31 * day, { cancelsAt: at(31 * day) });
  expect([of(cancelled, 31 * day - 1), of(cancelled, 31 * day), of(cancelled, 31 * day + 1)]).toEqual([0, 3_000, 3_000]);
  const disputed = ended('disputed', 10 * day);
  expect([of(disputed, 10 * day - 10 * minute - 1), of(disputed, 10 * day - 10 * minute)]).toEqual([0, 3_000]);
  // What was paid to make good a renewal whose membership had ended by then.
  const unpaid = ended('unpaid', 45 * day, { failingSince: at(31 * day) });
  expect([of(unpaid, 31 * day - 1), of(unpaid, 31 * day), of(unpaid, 44 * day)]).toEqual([0, 3_000, 3_000]);
  const banned = ended('banned', 15 * day);
  expect([of(banned, 0), of(banned, 15 * day - 10 * minute)]).toEqual([Math.floor((3_000 * 16) / 31), 3_000]);
  expect(of(ended('deleted', 40 * day), 0)).toBe(0);
  const pauses: [number, number | null][] = [[10 * day, 20 * day]];
  const running = { ...paid, cause: null };
  expect(
    [10 * day - 10 * minute - 1, 10 * day - 10 * minute, 20 * day - 1, 20 * day].map((ms) => of(running, ms, { pauses })),
  ).toEqual([0, 3_000, 3_000, 0]);
  expect(of(running, 10 * day - 1, { pauses, isRenewal: false })).toBe(0);
  expect(of(running, 300 * day, { pauses: [[10 * day, null]] })).toBe(3_000);
  // A debit counts from when it was collected: it may settle after a suspension, or in one that began later.
  expect(of(running, 23 * day, { pauses, collected: 20 * day - 1 })).toBe(3_000);
  expect(of(running, 23 * day, { pauses, collected: 20 * day })).toBe(0);
  expect(of(running, 12 * day, { pauses, collected: 9 * day })).toBe(0);
});

test('[MEM-34] whole days of reversed suspensions go back, within the month that was paid, and never more than was paid', () => {
  const paidAt = new Date('2026-11-01T10:00:00Z');
  const times = (since: string, until: string) => ({ since: new Date(since), until: new Date(until) });
  for (const [since, until, cents] of [
    ['2026-11-03T10:00:00Z', '2026-11-05T09:59:59Z', 100],
    ['2026-11-03T10:00:00Z', '2026-11-05T10:00:00Z', 200],
    ['2026-10-01T10:00:00Z', '2026-11-02T10:00:00Z', 100],
    ['2026-11-30T10:00:00Z', '2027-03-02T10:00:00Z', 100],
    ['2026-10-01T10:00:00Z', '2027-03-02T10:00:00Z', 3_000],
    ['2026-12-01T10:00:00Z', '2027-03-02T10:00:00Z', 0],
    ['2026-09-01T10:00:00Z', '2026-11-01T10:00:00Z', 0],
  ] as const)
    expect(suspendedCents(3_000, paidAt, [times(since, until)]), `${since} ${until}`).toBe(cents);
  const banned = {
    firstPaidAt: paidAt,
    failingSince: null,
    cancelsAt: null,
    endedAt: new Date('2026-11-21T10:00:00Z'),
    cause: 'banned',
  } as const;
  const reversed = [times('2026-11-03T10:00:00Z', '2026-11-05T10:00:00Z')];
  expect(owedBack(banned, [], { cents: 3_000, paidAt, collectedAt: paidAt, isRenewal: false }, reversed)).toEqual({
    cents: 1_200,
    reason: 'unused',
  });
});
