import { expect, test } from 'vitest';
import { nextMonth } from './order-summary.tsx';

test.each([
  ['2026-11-27', '2026-12-27'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-29', '2027-02-28'],
  ['2027-01-31', '2027-02-28'],
  ['2028-01-30', '2028-02-29'],
  ['2027-03-31', '2027-04-30'],
])('a month after %s is %s', (from, to) => expect(nextMonth(new Date(`${from}T12:00:00`))).toEqual(new Date(`${to}T12:00:00`)));
