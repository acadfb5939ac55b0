import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vatIn } from './vat.ts';

test.each([
  [500, 1_900, 80],
  [500, 2_000, 83],
  [500, 2_200, 90],
  [500, 700, 33],
  [501, 1_900, 80],
  [1_190, 1_900, 190],
  [1_190, 0, 0],
  [0, 1_900, 0],
  [-500, 1_900, -80],
])('[BOO-2] in %i cents at %i basis points there are %i cents of tax', (gross, basisPoints, vat) => {
  expect(vatIn(gross, basisPoints)).toBe(vat);
});

test('[BOO-2] the net amount is the nearest to what the rate demands, and a refund takes back the same tax', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 });
  const rate = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(amount, rate, (gross, basisPoints) => {
      const vat = vatIn(gross, basisPoints);
      const exact = (gross * 10_000) / (10_000 + basisPoints);
      expect(Math.abs(gross - vat - exact)).toBeLessThanOrEqual(0.5);
      expect(vatIn(-gross, basisPoints)).toBe(0 - vat);
    }),
  );
});
