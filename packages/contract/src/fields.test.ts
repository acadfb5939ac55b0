import { expect, test } from 'vitest';
import { count } from './fields.ts';

test.each([0, 7, '0', '15', '007', 999_999_999_999_999])('%j is a whole number of at least 0', (value) => {
  expect(count.safeParse(value)).toEqual({ success: true, data: Number(value) });
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '-1', '0.5', '', ' 1', '1e3', '1234567890123456', true, null, [1]])(
  '%j is none',
  (value) => {
    expect(count.safeParse(value).success).toBe(false);
  },
);
