import { expect, test } from 'vitest';
import { encountersUntilHeld, heldByColluders } from './holds.ts';
import { SeededRandom } from './seeded-random.ts';

const runs = 10_000;

test('[MOD-6] twenty colluding accounts on five networks never get anybody held twice in a year, in ten thousand runs', () => {
  const random = new SeededRandom(20_261_121);
  const held = Array.from({ length: runs }, () => heldByColluders(random.fork(), { accounts: 20, networks: 5 }));
  expect(Math.max(...held)).toBe(1);
});

test('[MOD-6] a person whom every fifth partner reports is held soon', () => {
  const random = new SeededRandom(20_261_121);
  const until = Array.from({ length: runs }, () => encountersUntilHeld(random, 0.2)).sort((one, other) => one - other);
  expect(until[runs / 2]).toBeLessThanOrEqual(16);
  expect(until[runs * 0.95]).toBeLessThanOrEqual(35);
});
