import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PushService, startPushService } from '@unspoken/testing/push-service/push-service';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import webPush from 'web-push';
import { systemClock } from '../clock.ts';
import { areKeys, PushSender } from './push-sender.ts';

let service: PushService;
let sender: PushSender;
const keys = webPush.generateVAPIDKeys();
beforeEach(async () => {
  service = await startPushService();
  sender = new PushSender({ keys, clock: systemClock, subject: 'mailto:hello@example.org' });
});
afterEach(async () => {
  sender.close();
  await service.close();
});

const message = { payload: '{"kind":"test"}', ttl: 42, topic: 'bell' };

test('[PLA-41] a message arrives encrypted for its browser, urgent, with its topic and life, and from us', async () => {
  const subscription = service.subscribe({ applicationServerKey: keys.publicKey });
  expect(await sender.send(subscription, message)).toBe('sent');
  expect(service.received(subscription.endpoint)).toMatchObject([
    {
      payload: message.payload,
      ttl: 42,
      urgency: 'high',
      topic: 'bell',
      audience: service.origin,
      subject: 'mailto:hello@example.org',
    },
  ]);
});

test('[PLA-41] what a push service answers is what came of it, and nothing is sent twice', async () => {
  const clock = new StandingClock(Date.parse('2026-06-10T12:00:00Z'));
  const standing = new PushSender({ keys, clock, subject: 'mailto:hello@example.org' });
  const now = clock.now();
  for (const [answer, outcome] of [
    [{ status: 201 }, 'sent'],
    [{ status: 404 }, 'gone'],
    [{ status: 410 }, 'gone'],
    [{ status: 413 }, 'failed'],
    [{ status: 500 }, 'failed'],
    [{ status: 301, location: 'http://127.0.0.1:1/' }, 'failed'],
    [{ status: 429 }, { waitUntil: now + 60_000 }],
    [{ status: 429, retryAfter: 120 }, { waitUntil: now + 120_000 }],
    [{ status: 429, retryAfter: 864_000 }, { waitUntil: now + 86_400_000 }],
    ['reset', 'failed'],
  ] as const) {
    const subscription = service.subscribe();
    service.answer(subscription.endpoint, answer);
    expect(await standing.send(subscription, message), JSON.stringify(answer)).toEqual(outcome);
    expect(service.requests(subscription.endpoint)).toBe(1);
  }
  standing.close();
});

test('[PLA-41] a push service that does not answer is given up after five seconds', async () => {
  const clock = new StandingClock();
  const standing = new PushSender({ keys, clock, subject: 'mailto:hello@example.org' });
  const subscription = service.subscribe();
  service.answer(subscription.endpoint, 'hang');
  const sent = standing.send(subscription, message);
  await expect.poll(() => service.requests(subscription.endpoint)).toBe(1);
  await clock.advance(4_999);
  expect(await Promise.race([sent, Promise.resolve('open')])).toBe('open');
  await clock.advance(1);
  expect(await sent).toBe('failed');
  standing.close();
});

test('[PLA-40] a redirect is not followed', async () => {
  let reached = 0;
  const other = createServer((_, response) => {
    reached++;
    response.end();
  });
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const subscription = service.subscribe();
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  service.answer(subscription.endpoint, { status: 301, location });
  expect(await sender.send(subscription, message)).toBe('failed');
  expect(reached).toBe(0);
  other.close();
});

test('[PLA-41] keys that are none are no keys, and sending with them fails', async () => {
  const { endpoint, p256dh, auth } = service.subscribe();
  expect(areKeys({ p256dh, auth })).toBe(true);
  const point = Buffer.from(p256dh, 'base64url');
  const offCurve = Buffer.from(point);
  offCurve[64] = (offCurve[64] ?? 0) ^ 1;
  const other = createECDH('secp256k1');
  const bad = [
    { p256dh: offCurve.toString('base64url'), auth },
    { p256dh: other.generateKeys().toString('base64url'), auth },
    { p256dh: point.subarray(0, 64).toString('base64url'), auth },
    { p256dh: Buffer.concat([Buffer.from([2]), point.subarray(1)]).toString('base64url'), auth },
    { p256dh, auth: Buffer.alloc(15).toString('base64url') },
    { p256dh, auth: Buffer.alloc(17).toString('base64url') },
    { p256dh: '', auth: '' },
  ];
  for (const each of bad) expect(areKeys(each), JSON.stringify(each)).toBe(false);
  expect(await sender.send({ endpoint, p256dh: bad[0]?.p256dh ?? '', auth }, message)).toBe('failed');
  expect(service.requests(endpoint)).toBe(0);
});
