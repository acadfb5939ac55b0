import type { PushPayload } from '@unspoken/contract/notifications';
import { type PushService, startPushService } from '@unspoken/testing/push-service/push-service';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  // The next gathering is hours away: while one takes place nobody is called.
  const gathering = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(11, 16);
  world = await startWorld({
    ...{ PUSH_HOSTS: service.origin, GATHERING_ANCHORS: 'none', GATHERING_ZONE: 'Etc/UTC', GATHERING_TIME: gathering },
    DURATIONS: JSON.stringify({ firstRing: 200, nextRing: 400, ringAcknowledgement: 2_000 }),
  });
});
afterAll(async () => {
  await world.close();
  await service.close();
});

type Caller = { readonly token: string };
const post = ({ token }: Caller, call: string, body: Record<string, unknown> = {}) =>
  world.call(`/api/v1/notifications/${call}`, {
    token,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const settings = async ({ token }: Caller) => (await world.call('/api/v1/notifications/settings', { token })).body;
const publicKey = async (): Promise<string> => (await world.call('/api/v1/configuration')).body.push.publicKey;

/** Subscribes a browser of a member's session. */
async function subscribed(member: Caller): Promise<string> {
  const subscription = service.subscribe({ applicationServerKey: await publicKey() });
  expect((await post(member, 'subscriptions', { ...subscription })).status).toBe(200);
  return subscription.endpoint;
}

/** A member who has asked to be called at all hours, and no other. */
async function subscriber(name: string): Promise<Member> {
  await world.query('delete from notification_request');
  const member = await world.member(name);
  await post(member, 'settings', { quietFrom: 0, quietTo: 0, dailyCap: 10 });
  await post(member, 'requests', { experienceTypes: ['oneminute'] });
  return member;
}

/** Somebody who waits; the returned function ends that. */
async function waiter(name: string): Promise<() => Promise<void>> {
  const socket = await (await world.member(name)).socket();
  await socket.emit('connectClick', { clickID: name });
  return async () => {
    await socket.emit('cancelClick', { clickID: name });
    socket.close();
  };
}

const rings = (accountId: string) => world.query('select channel from ring where account_id = $1 order by rung_at', [accountId]);

test('[NOT-12] with no page open all browsers are called by push, without a name', async () => {
  const ann = await subscriber('Ann');
  const endpoint = await subscribed(ann);
  const leave = await waiter('Benedict');
  const message = await service.waitForMessage(endpoint);
  await leave();
  expect(message).toMatchObject({ urgency: 'high', topic: 'bell', audience: service.origin });
  expect(message.ttl).toBeLessThanOrEqual(60);
  expect(message.ttl).toBeGreaterThan(50);
  const payload: PushPayload = JSON.parse(message.payload);
  const [ring] = await world.query('select id from ring where account_id = $1', [ann.userId]);
  expect(payload).toMatchObject({ kind: 'ring', ringID: ring?.id, pool: { experienceType: 'oneminute' }, language: 'en' });
  expect(message.payload).not.toMatch(/Benedict|Ann/);
  // Noted once the push service has answered.
  await expect.poll(() => rings(ann.userId)).toEqual([{ channel: 'push' }]);
  expect(service.refusals).toEqual([]);
});

test('[NOT-12] an open page that acknowledges is called alone; one that does not, like a frozen tab, is called by push too', async () => {
  const ann = await subscriber('Ann at a page');
  const endpoint = await subscribed(ann);
  const page = await ann.socket();
  page.raw.on('ring', (_, acknowledge) => acknowledge({}));
  const leave = await waiter('Ben');
  await page.hears('ring');
  await new Promise((later) => setTimeout(later, 2_500));
  expect([service.requests(endpoint), await rings(ann.userId)]).toEqual([0, [{ channel: 'page' }]]);
  page.raw.off('ring');
  await world.query('update bell_setting set last_rung_at = null, not_before = null');
  await service.waitForMessage(endpoint);
  await leave();
  page.close();
});

test('[NOT-14] a member with neither page nor browser is called for nobody, until a page is opened', async () => {
  const ann = await subscriber('Ann nowhere');
  const unreachable = async () =>
    (await world.query('select is_unreachable from bell_setting where account_id = $1', [ann.userId]))[0]?.is_unreachable;
  const leave = await waiter('Ben who waits');
  await expect.poll(unreachable).toBe(true);
  expect(await rings(ann.userId)).toEqual([]);
  const page = await ann.socket();
  await page.hears('ring');
  expect(await unreachable()).toBe(false);
  await leave();
  page.close();
});

test('[NOT-13] a browser is listed, and removed with its session or on request; what it no longer knows is forgotten', async () => {
  const ann = await subscriber('Ann of many');
  const subscription = service.subscribe({ applicationServerKey: await publicKey() });
  const { endpoint } = subscription;
  expect((await post(ann, 'subscriptions', { ...subscription })).status).toBe(200);
  expect(await settings(ann)).toMatchObject({ devices: [{ endpoint }] });
  // A push service that has much to do may answer too late.
  await expect.poll(() => post(ann, 'test'), { timeout: 20_000 }).toMatchObject({ body: { devices: 1, accepted: 1 } });
  expect(JSON.parse((await service.waitForMessage(endpoint)).payload)).toEqual({ kind: 'test', language: 'en' });
  // Somebody else cannot remove it.
  const eve = await world.member('Eve');
  await post(eve, 'unsubscribe', { endpoint });
  expect((await settings(ann)).devices).toHaveLength(1);
  service.answer(endpoint, { status: 500 });
  expect(await post(ann, 'test')).toMatchObject({ body: { devices: 1, accepted: 0 } });
  service.answer(endpoint, { status: 429, retryAfter: 3_600 });
  expect(await post(ann, 'test')).toMatchObject({ body: { devices: 1, accepted: 0 } });
  // The page that is opened meanwhile names its subscription again.
  const [before] = (await settings(ann)).devices;
  await post(ann, 'subscriptions', { ...subscription });
  expect((await settings(ann)).devices).toEqual([before]);
  const asked = service.requests(endpoint);
  expect(await post(ann, 'test')).toMatchObject({ body: { devices: 0, accepted: 0 } });
  expect(service.requests(endpoint)).toBe(asked);
  await world.query('update push_subscription set wait_until = null');
  service.answer(endpoint, { status: 410 });
  await post(ann, 'test');
  expect((await settings(ann)).devices).toEqual([]);
  const second = await subscribed(ann);
  await post(ann, 'unsubscribe', { endpoint: second });
  expect((await settings(ann)).devices).toEqual([]);
  const third = await subscribed(ann);
  await world.call('/api/v1/account/logout', { method: 'POST', token: ann.token });
  expect(await world.query('select * from push_subscription where endpoint = $1', [third])).toEqual([]);
});

test('[NOT-13] a session has one endpoint, an account ten, and an endpoint one owner', async () => {
  const [ann, ben] = [await world.member('Ann of ten'), await world.member('Ben of ten')];
  await subscribed(ann);
  const newest = await subscribed(ann);
  expect((await settings(ann)).devices).toMatchObject([{ endpoint: newest }]);
  const subscription = service.subscribe();
  await post(ann, 'subscriptions', { ...subscription });
  await post(ben, 'subscriptions', { ...subscription });
  expect([(await settings(ann)).devices, (await settings(ben)).devices.length]).toEqual([[], 1]);
  // Keys of their own do not make it somebody else's.
  const { p256dh } = service.subscribe();
  const taken = await post(ann, 'subscriptions', { ...subscription, p256dh });
  expect([taken.status, taken.body.error, (await settings(ben)).devices.length]).toEqual([422, 'push_endpoint_refused', 1]);
  await world.query(`insert into session select gen_random_uuid(), $1, now(), now(), null, null from generate_series(1, 11)`, [
    ann.userId,
  ]);
  await world.query(
    `insert into push_subscription select gen_random_uuid(), account_id, id, 'https://push.example/' || id, 'k', 'a', now() - interval '1 hour'
     from session where account_id = $1 and user_agent is null`,
    [ann.userId],
  );
  const last = await subscribed(ann);
  const kept = await world.query('select endpoint from push_subscription where account_id = $1', [ann.userId]);
  expect(kept).toHaveLength(10);
  expect(kept).toContainEqual({ endpoint: last });
});

test('[NOT-13] endpoints and keys that are none are refused, and nothing is written', async () => {
  const ann = await world.member('Ann who tries');
  const good = service.subscribe();
  const offCurve = Buffer.from(good.p256dh, 'base64url');
  offCurve[64] = (offCurve[64] ?? 0) ^ 1;
  for (const bad of [
    ...['', 'https://fcm.googleapis.com/a', 'http://127.0.0.1:1/a', 'https://169.254.169.254/'].map((endpoint) => ({ endpoint })),
    { p256dh: offCurve.toString('base64url') },
    { auth: 'AAAA' },
  ]) {
    const { status, body } = await post(ann, 'subscriptions', { ...good, ...bad });
    expect([status, body.error], JSON.stringify(bad)).toEqual([422, 'push_endpoint_refused']);
  }
  for (const bad of [{ endpoint: 'a\r\nb' }, { p256dh: 'not base64 !' }, { auth: 7 }])
    expect((await post(ann, 'subscriptions', { ...good, ...bad })).body.error, JSON.stringify(bad)).toBe('validation_failed');
  expect((await settings(ann)).devices).toEqual([]);
});
