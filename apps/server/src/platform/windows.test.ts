import { expect, test } from 'vitest';
import { accountLimits } from '../accounts/limits.ts';
import { Limits, networkKey } from './limits.ts';
import { MemoryCounters } from './memory-counters.ts';

const clockAt = (at: { now: number }) => ({ now: () => at.now, after: () => () => {} });

test('a window ends exactly at its end, and not a millisecond earlier', async () => {
  const at = { now: 0 };
  const counters = new MemoryCounters(clockAt(at));
  const limit = { count: 1, window: 1_000 };
  await counters.take('ann', limit);
  at.now = 999;
  expect(await counters.take('ann', limit)).toBe(1);
  at.now = 1_000;
  expect([await counters.take('ann', limit), await counters.take('ann', limit)]).toEqual([0, 1_000]);
});

test('beyond fifty thousand windows, those that have ended are deleted, and no open one is', async () => {
  const at = { now: 0 };
  const counters = new MemoryCounters(clockAt(at));
  const take = (key: string, window: number) => counters.take(key, { count: 1, window });
  await take('short', 10);
  await take('long', 1_000);
  for (let i = 0; i < 49_998; i++) await take(`${i}`, 1_000);
  at.now = 10;
  await take('one more', 1_000);
  // An open window still counts, and one that has ended begins again in any case.
  expect([await take('long', 1_000), await take('short', 1_000)]).toEqual([990, 0]);
});

test('a failure of the counters is not taken for an exceeded limit', async () => {
  const counters = new MemoryCounters(clockAt({ now: 0 }));
  counters.take = () => Promise.reject(new Error('away'));
  const broken = new Limits(counters, true);
  await expect(broken.allows(accountLimits.resendPerAccount, 'ann')).rejects.toThrow('away');
});

test('each limit has its own count for each key', async () => {
  const limits = new Limits(new MemoryCounters(clockAt({ now: 0 })), true);
  for (let i = 0; i < accountLimits.resendPerAccount.count; i++) await limits.use(accountLimits.resendPerAccount, 'ann');
  expect([
    await limits.allows(accountLimits.resendPerAccount, 'ann'),
    await limits.allows(accountLimits.codePerAccount, 'ann'),
  ]).toEqual([false, true]);
});

test.each([
  ['::ffff:192.168.10.255', '192.168.10.255'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['0:0:0:0:0:ffff:c0a8:0aff', '192.168.10.255'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:3:ffff:c0a8:0aff', '2001:db8:1:2::/64'],
  ['0:0::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:0:2:3:ffff:c0a8:0aff', '2001:db8:0:2::/64'],
  ['1:2:3:4::', '1:2:3:4::/64'],
  ['1::7:8', '1:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('[PLA-30] the network of %s is %s', (address, network) => {
  expect(networkKey(address)).toBe(network);
});
