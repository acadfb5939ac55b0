import { expect, test } from 'vitest';
import { AgreedClock } from './agreed-clock.ts';

test('a clock that is ten minutes off is corrected after one query, and small differences do not change it', () => {
  const at = { now: 1_000_000 };
  const clock = new AgreedClock({ now: () => at.now, after: () => () => {} });
  const asked = clock.now();
  at.now += 40;
  clock.agree(asked + 600_000 + 20, asked);
  expect(clock.now()).toBe(1_000_000 + 600_000 + 40);
  const again = clock.now();
  at.now += 10;
  clock.agree(again + 5 + 4, again);
  expect(clock.now()).toBe(again + 10);
});
