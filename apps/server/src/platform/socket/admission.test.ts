import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Admission, socketsAtOnce } from './admission.ts';

const clock = { now: () => 1_000, after: () => () => {} };
const unidentifiedConnections = { opening: () => true };
const request = (address: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress: address }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test('[PLA-3] a network has a limit of open sockets, and may open another when one closes; other networks have their own', async () => {
  const admission = new Admission({ clock, unidentifiedConnections, proxies: 0, on: true });
  const closes = Array.from({ length: socketsAtOnce.network }, () => admission.opened(request('203.0.113.1')));
  expect(await admission.mayOpen(request('203.0.113.1'))).toBe(false);
  expect(await admission.mayOpen(request('203.0.113.2'))).toBe(true);
  closes[0]?.();
  expect(await admission.mayOpen(request('203.0.113.1'))).toBe(true);
});

test('[PLA-3] behind our proxy the address it reports counts, not a forged one; without a proxy the header is ignored', async () => {
  const fill = (admission: Admission, address: string, forwarded: string) => {
    for (let i = 0; i < socketsAtOnce.network; i++) admission.opened(request(address, forwarded));
  };
  const behind = new Admission({ clock, unidentifiedConnections, proxies: 1, on: true });
  fill(behind, '10.0.0.1', '198.51.100.1, 203.0.113.1');
  expect(await behind.mayOpen(request('10.0.0.1', '192.0.2.7, 203.0.113.1'))).toBe(false);
  expect(await behind.mayOpen(request('10.0.0.1', '203.0.113.2'))).toBe(true);
  const alone = new Admission({ clock, unidentifiedConnections, proxies: 0, on: true });
  fill(alone, '203.0.113.1', '192.0.2.1');
  expect(await alone.mayOpen(request('203.0.113.1', '192.0.2.2'))).toBe(false);
});

test('[PLA-3] repeated attempts to open a socket are refused early', async () => {
  const admission = new Admission({ clock, unidentifiedConnections, proxies: 0, on: true });
  const answers = [];
  for (let i = 0; i < 3_001; i++) answers.push(await admission.mayOpen(request('203.0.113.1')));
  expect([answers.at(-2), answers.at(-1)]).toEqual([true, false]);
});

test('[PLA-3] a connection that is lost while it opens harms nothing: it is counted without an address', async () => {
  const admission = new Admission({ clock, unidentifiedConnections, proxies: 0, on: true });
  const closed = admission.opened(request(undefined));
  expect(await admission.mayOpen(request(undefined))).toBe(true);
  closed();
});
