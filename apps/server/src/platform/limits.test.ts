import { expect, test } from 'vitest';
import { accountLimits } from '../accounts/limits.ts';
import { countersContract } from './counters-contract.ts';
import { declareLimits, Limits, networkKey, TooMany } from './limits.ts';
import { mailLimits } from './mail/limits.ts';
import { MemoryCounters } from './memory-counters.ts';

const clockAt = (at: { now: number }) => ({ now: () => at.now, after: () => () => {} });

countersContract('memory', () => {
  const at = { now: 0 };
  const wait = async (ms: number) => {
    at.now += ms;
  };
  return { counters: new MemoryCounters(clockAt(at)), wait };
});

test('declaring the name of a limit twice throws', () => {
  expect(declareLimits({ unheardOf: { count: 1, window: 1 } })).toEqual({
    unheardOf: { name: 'unheardOf', count: 1, window: 1 },
  });
  expect(() => declareLimits({ unheardOf: { count: 2, window: 1 } })).toThrow('two limits are called unheardOf');
});

test('a limit allows its count, refuses the next use, says when to try again, and then allows uses again', async () => {
  const at = { now: 1_000 };
  const limits = new Limits(new MemoryCounters(clockAt(at)), true);
  const { count, window } = accountLimits.loginPerAccountAndAddress;
  for (let i = 0; i < count; i++) await limits.use(accountLimits.loginPerAccountAndAddress, 'ann');
  at.now += window - 1_500;
  const refused = () => limits.use(accountLimits.loginPerAccountAndAddress, 'ann');
  await expect(refused()).rejects.toThrow(TooMany);
  await limits.use(accountLimits.loginPerAccountAndAddress, 'ben');
  expect(await refused().catch((error: TooMany) => error.retryAfter)).toBe(2);
  at.now += 1_500;
  await refused();
});

test('limits that are turned off count nothing; allows answers with a boolean instead of throwing', async () => {
  const counters = () => new MemoryCounters(clockAt({ now: 0 }));
  const off = new Limits(counters(), false);
  for (let i = 0; i < 1_000; i++) await off.use(accountLimits.resendPerAccount, 'ann');
  const on = new Limits(counters(), true);
  let allowed = 0;
  for (let i = 0; i <= mailLimits.mailPerRecipient.count; i++) if (await on.allows(mailLimits.mailPerRecipient, 'ann')) allowed++;
  expect(allowed).toBe(mailLimits.mailPerRecipient.count);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:0:0:1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:0db8:0001:0002::1]:51234', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8::1.2.3.4', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('[PLA-30] the network of %s is %s: a port that a proxy appends is ignored', (address, network) => {
  expect(networkKey(address)).toBe(network);
});
