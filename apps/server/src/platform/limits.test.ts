import { expect, test } from 'vitest';
import { countersContract } from './counters-contract.ts';
import { Limits, limitTable, TooMany } from './limits.ts';
import { MemoryCounters } from './memory-counters.ts';

const standing = (at: { now: number }) => ({ now: () => at.now, after: () => () => {} });

countersContract('memory', () => {
  const at = { now: 0 };
  const wait = async (ms: number) => {
    at.now += ms;
  };
  return { counters: new MemoryCounters(standing(at)), wait };
});

test('a limit allows its count, refuses the next, says when to come back, and begins anew', async () => {
  const at = { now: 1_000 };
  const limits = new Limits(new MemoryCounters(standing(at)), true);
  const { count, window } = limitTable.loginPerAccountAndAddress;
  for (let i = 0; i < count; i++) await limits.use('loginPerAccountAndAddress', 'ann');
  at.now += window - 1_500;
  const refused = () => limits.use('loginPerAccountAndAddress', 'ann');
  await expect(refused()).rejects.toThrow(TooMany);
  await limits.use('loginPerAccountAndAddress', 'ben');
  expect(await refused().catch((error: TooMany) => error.retryAfter)).toBe(2);
  at.now += 1_500;
  await refused();
});

test('turned off, nothing is counted; and what is left out in silence is told by a truth value', async () => {
  const counters = () => new MemoryCounters(standing({ now: 0 }));
  const off = new Limits(counters(), false);
  for (let i = 0; i < 1_000; i++) await off.use('resendPerAccount', 'ann');
  const on = new Limits(counters(), true);
  let allowed = 0;
  for (let i = 0; i <= limitTable.mailPerRecipient.count; i++) if (await on.allows('mailPerRecipient', 'ann')) allowed++;
  expect(allowed).toBe(limitTable.mailPerRecipient.count);
});
