import { expect, test } from 'vitest';
import { Limits, limitTable, TooMany } from './limits.ts';

const standing = (at: { now: number }) => ({ now: () => at.now, after: () => () => {} });

test('a limit allows its count, refuses the next, says when to come back, and begins anew', () => {
  const at = { now: 1_000 };
  const limits = new Limits(standing(at), true);
  const { count, window } = limitTable.loginPerAccountAndAddress;
  for (let i = 0; i < count; i++) limits.use('loginPerAccountAndAddress', 'ann');
  at.now += window - 1_500;
  const refused = () => limits.use('loginPerAccountAndAddress', 'ann');
  expect(refused).toThrow(TooMany);
  expect(() => limits.use('loginPerAccountAndAddress', 'ben')).not.toThrow();
  try {
    refused();
  } catch (error) {
    expect((error as TooMany).retryAfter).toBe(2);
  }
  at.now += 1_500;
  expect(refused).not.toThrow();
});

test('turned off, nothing is counted; and what is left out in silence is told by a truth value', () => {
  const off = new Limits(standing({ now: 0 }), false);
  for (let i = 0; i < 1_000; i++) off.use('resendPerAccount', 'ann');
  const on = new Limits(standing({ now: 0 }), true);
  const allowed = Array.from({ length: limitTable.mailPerRecipient.count + 1 }, () => on.allows('mailPerRecipient', 'ann'));
  expect(allowed.filter(Boolean)).toHaveLength(limitTable.mailPerRecipient.count);
});
