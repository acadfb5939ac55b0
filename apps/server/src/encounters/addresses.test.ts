import { expect, test } from 'vitest';
import { relayedOnly, withoutAddresses, withoutNames } from './addresses.ts';

const host = 'candidate:1 1 udp 2113937151 192.168.1.5 54400 typ host generation 0 ufrag abcd network-id 1';
const mdns = 'candidate:1 1 udp 2113937151 5e0c.local 54400 typ host';
const srflx = 'candidate:2 1 udp 1677729535 203.0.113.7 54400 typ srflx raddr 192.168.1.5 rport 54400 generation 0';
const relay = 'candidate:3 1 udp 33562367 198.51.100.9 41000 typ relay raddr 203.0.113.7 rport 54400 generation 0 ufrag abcd';
const ownAddresses = /192\.168|203\.0\.113|54400|\.local/;

test('[ENC-13] only relay candidates pass, without the address they belong to', () => {
  for (const each of [host, mdns, srflx, 'nonsense', `${relay}`.replace('typ relay', 'typ prflx'), 'candidate:x typ relay'])
    expect(relayedOnly(each, new Map()), each).toBeUndefined();
  expect(relayedOnly('', new Map())).toBe('');
  expect(relayedOnly(relay, new Map())).toBe(
    'candidate:1 1 udp 50331647 198.51.100.9 41000 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag abcd',
  );
});

test('[ENC-42] a candidate says nothing about the interfaces of its device', () => {
  const of = (foundation: string, priority: number, rest = '') =>
    `candidate:${foundation} 1 udp ${priority} 198.51.100.9 41000 typ relay raddr 203.0.113.7 rport 54400${rest}`;
  const foundations = new Map();
  const seen = (candidate: string) => relayedOnly(candidate, foundations);
  // By UDP over the first interface and the third, which is a costly one; by TCP over the first; by UDP over the first once more.
  expect(seen(of('812', 41_885_439, ' generation 0 ufrag abcd network-id 1'))).toBe(
    `${seen(of('812', 41_819_647))} generation 0 ufrag abcd`,
  );
  expect(seen(of('97', 41_819_647, ' network-id 3 network-cost 900'))).toBe(seen(of('97', 41_885_439)));
  expect(seen(of('4', 25_108_223))).toMatch(/^candidate:3 1 udp 33554431 /);
  expect(seen(of('812', 41_885_439))).toMatch(/^candidate:1 1 udp 50331647 /);
  // An order that no browser gives stays within the range of RFC 8445.
  expect(seen(of('812', 4_294_967_295))).toContain(' 2130706431 ');
  expect(seen(of('812', 0))).toContain(' 16777215 ');
});

test('[ENC-13] a description keeps what a connection needs, and names nobody’s network', () => {
  const sdp = [
    'v=0',
    'o=mozilla...THIS_IS_SDPARTA-99.0 41 2 IN IP4 192.168.1.5',
    's=My session',
    'c=IN IP4 203.0.113.7',
    't=0 0',
    'a=tool:libavformat',
    'm=video 54400 UDP/TLS/RTP/SAVPF 96 97',
    'c=IN IP6 2001:db8::7',
    'a=rtcp:54400 IN IP4 192.168.1.5',
    `a=${host}`,
    `a=${srflx}`,
    `a=${relay}`,
    'a=remote-candidates:1 192.168.1.5 54400',
    'a=ice-ufrag:abcd',
    'a=rtpmap:96 VP8/90000',
    '',
  ].join('\r\n');
  const clean = withoutNames(withoutAddresses(sdp, new Map()));
  expect(clean).not.toMatch(ownAddresses);
  expect(clean).not.toMatch(/mozilla|My session|libavformat|2001:db8/);
  expect(clean).toContain('typ relay raddr 0.0.0.0 rport 0');
  for (const kept of [
    'a=ice-ufrag:abcd',
    'a=rtpmap:96 VP8/90000',
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
    'o=- 41 2 IN IP4 127.0.0.1',
  ])
    expect(clean).toContain(kept);
});
