import { euros } from '@unspoken/contract/amounts-in-words';
import { expect, test } from 'vitest';
import { centsOf, minuteFrom } from './money.ts';

test('amounts are read with a point or a comma, with up to two decimals', () => {
  for (const [typed, cents] of [
    ['5', 500],
    ['4.99', 499],
    ['4,99', 499],
    ['12,5', 1_250],
    [' 1000 € ', 100_000],
    ['0', 0],
  ] as const)
    expect(centsOf(typed), typed).toBe(cents);
});

test.each(['', 'five', '5e2', '-5', '5.001', '1.000,00', '5 6', '.5', '12345678'])('%s is no amount', (typed) =>
  expect(centsOf(typed)).toBeNaN(),
);

test('the time from which something can be begun again is a full minute, and never too early', () => {
  const local = (hour: number, minute: number, second: number) => new Date(2026, 10, 27, hour, minute, second).toISOString();
  expect(minuteFrom(local(15, 41, 1), 'de')).toBe('15:42');
  expect(minuteFrom(local(15, 42, 0), 'de')).toBe('15:42');
  expect(minuteFrom(local(23, 59, 30), 'en').replaceAll(/\s/g, ' ')).toBe('12:00 AM');
});

test('amounts are written as the reader’s language writes them, cents only if there are any', () => {
  const spaces = (text: string) => text.replaceAll(/\s/g, ' ');
  expect([euros(500, 'en'), euros(1_250, 'en'), euros(100_000, 'en')]).toEqual(['€5', '€12.50', '€1,000']);
  expect([euros(500, 'de'), euros(1_205, 'fr')].map(spaces)).toEqual(['5 €', '12,05 €']);
});
