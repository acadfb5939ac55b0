import { expect, test } from 'vitest';
import { checkRelayFirewall } from './relay-firewall.ts';

const relay = 'denied-peer-ip=10.0.0.0-10.255.255.255\ndenied-peer-ip=fc00::-fdff::\n';
const firewall = '\t\t\t10.0.0.0-10.255.255.255\n\t\t\t::-::1,\n\t\t\tfc00::-fdff::\n';

test('the shipped firewall denies what the shipped relay denies', () => {
  expect(checkRelayFirewall()).toEqual([]);
  expect(checkRelayFirewall([relay, firewall])).toEqual([]);
});

test('a range that only one of the two denies is found', () => {
  expect(checkRelayFirewall([`${relay}denied-peer-ip=0.0.0.0-0.255.255.255\n`, firewall])).toEqual([
    expect.stringContaining('0.0.0.0-0.255.255.255 is denied by'),
  ]);
  expect(checkRelayFirewall([relay, `${firewall}\t\t\t8.8.8.8-8.8.8.9\n`])).toEqual([
    expect.stringContaining('8.8.8.8-8.8.8.9 is denied here'),
  ]);
});
