import { describe, expect, test } from 'vitest';
import { expectedOf, isDecidable, isEvening, isOpen, showRateOf, staysOpen } from './rules-of-anchors.ts';

const hour = 3_600_000;
const never = { openedAt: null, withdrawnAt: null };
const open = { openedAt: new Date(1), withdrawnAt: null };
const withdrawn = { openedAt: new Date(1), withdrawnAt: new Date(2) };

describe('[GAT-41] the expectation', () => {
  test('the show rate is 0.6 before anything is known, and moves with what is', () => {
    expect(showRateOf({ registered: 0, came: 0 })).toBe(0.6);
    expect(showRateOf({ registered: 10, came: 0 })).toBeCloseTo(0.3);
    expect(showRateOf({ registered: 10, came: 10 })).toBeCloseTo(0.8);
    expect(showRateOf({ registered: 990, came: 99 })).toBeCloseTo(0.105);
  });

  test.each([
    [16 * 60 + 59, false],
    [17 * 60, true],
    [22 * 60 + 30, true],
    [22 * 60 + 31, false],
    [0, false],
  ])('people come at minute %i of their day: %s', (minute, comes) => {
    expect(isEvening(minute)).toBe(comes);
  });

  test('it adds registrations times the show rate, and the daily rates of the zones where it is evening', () => {
    const minutes: Record<string, number> = { 'Asia/Tokyo': 20 * 60, 'Asia/Kolkata': 16 * 60 + 30, 'Asia/Seoul': 20 * 60 };
    const expected = expectedOf({
      registered: 5,
      shows: { registered: 10, came: 10 },
      activity: [
        { zone: 'Asia/Tokyo', days: 28 },
        { zone: 'Asia/Kolkata', days: 280 },
        { zone: 'Asia/Seoul', days: 14 },
      ],
      minuteOfDay: (zone) => minutes[zone] as number,
    });
    expect(expected).toBeCloseTo(5 * 0.8 + 1 + 0.5);
  });
});

describe('[GAT-42] [GAT-43] the decision', () => {
  test.each([
    [24 * hour - 1, false],
    [24 * hour, true],
    [7 * 24 * hour, true],
    [7 * 24 * hour + 1, false],
    [-hour, false],
  ])('%i ms before the start it is taken: %s', (ahead, taken) => {
    expect(isDecidable(1_000_000 + ahead, 1_000_000)).toBe(taken);
  });

  test.each([
    ['opens with six expected', never, 6, 0, true],
    ['does not open with fewer', never, 5.999, 0, false],
    ['does not open for a registration that it never had', never, 5, 1, false],
    ['stays open with four expected', open, 4, 0, true],
    ['is withdrawn with fewer', open, 3.999, 0, false],
    ['stays open while one is registered', open, 0.6, 1, true],
    ['stays withdrawn with fewer than six', withdrawn, 5.999, 0, false],
    ['opens again with six', withdrawn, 6, 0, true],
    ['opens again for a registration that crossed the withdrawal', withdrawn, 0.6, 1, true],
  ])('it %s', (_, before, expected, registered, stays) => {
    expect(staysOpen(before, expected, registered)).toBe(stays);
  });

  test('open is what was opened and not withdrawn since', () => {
    expect([never, open, withdrawn].map(isOpen)).toEqual([false, true, false]);
  });
});
