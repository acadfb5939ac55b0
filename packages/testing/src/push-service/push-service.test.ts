import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PushAnswer, type PushService, startPushService } from './push-service.ts';
import { otherServer, requestFor, send, server, subject } from './sending.ts';

let service: PushService;
beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.close());

describe('a valid push request', () => {
  it('is accepted and decrypted', async () => {
    const before = Date.now();
    const subscription = service.subscribe();
    const response = await send(requestFor(subscription, 'Grüße, 你好', { TTL: 90, urgency: 'high', topic: 'a_topic-1' }));
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toMatch(new RegExp(`^${service.origin}/message/.+`));
    const [message, ...more] = service.received(subscription.endpoint);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ payload: 'Grüße, 你好', ttl: 90, urgency: 'high', topic: 'a_topic-1' });
    expect(message).toMatchObject({ audience: service.origin, subject });
    expect(message?.receivedAt).toBeGreaterThanOrEqual(before);
    expect(message?.receivedAt).toBeLessThanOrEqual(Date.now());
    // web-push makes tokens that expire after 12 hours.
    expect(Math.abs((message?.expiresAt ?? 0) - before - 12 * 3_600_000)).toBeLessThan(5_000);
    expect(service.refusals).toEqual([]);
  });

  it('has the urgency normal and no topic where it names none', async () => {
    const subscription = service.subscribe();
    const request = requestFor(subscription, 'Hello', { TTL: 0 });
    delete request.headers.urgency;
    expect((await send(request)).status).toBe(201);
    expect(service.received(subscription.endpoint)).toMatchObject([{ ttl: 0, urgency: 'normal', topic: undefined }]);
  });

  it('arrives at its own endpoint only, in order', async () => {
    const [one, other] = [service.subscribe(), service.subscribe()];
    for (const payload of ['1', '2', '3']) await send(requestFor(one, payload));
    await send(requestFor(other, '4'));
    expect(service.received(one.endpoint).map(({ payload }) => payload)).toEqual(['1', '2', '3']);
    expect(service.received(other.endpoint).map(({ payload }) => payload)).toEqual(['4']);
    expect([service.requests(one.endpoint), service.requests(other.endpoint)]).toEqual([3, 1]);
  });

  it('may come from the bound application server only', async () => {
    const subscription = service.subscribe({ applicationServerKey: server.publicKey });
    const foreign = requestFor(subscription, 'Hello', { vapidDetails: { subject, ...otherServer } });
    expect((await send(foreign)).status).toBe(403);
    expect((await send(requestFor(subscription))).status).toBe(201);
    expect(service.refusals).toEqual(['403: the subscription belongs to another application server key']);
  });

  it('binds the endpoint to its application server when it is the first one', async () => {
    const subscription = service.subscribe();
    const foreign = () => requestFor(subscription, 'Hello', { vapidDetails: { subject, ...otherServer } });
    // A request that is not accepted binds nothing.
    expect((await send({ ...foreign(), body: Buffer.from('broken') })).status).toBe(400);
    expect((await send(requestFor(subscription))).status).toBe(201);
    expect((await send(foreign())).status).toBe(403);
    expect((await send(requestFor(subscription))).status).toBe(201);
  });
});

describe('the configured answers', () => {
  const answers: [Exclude<PushAnswer, string>, { retryAfter?: string; location?: string }][] = [
    [{ status: 301, location: 'https://elsewhere.example/push' }, { location: 'https://elsewhere.example/push' }],
    [{ status: 404 }, {}],
    [{ status: 410 }, {}],
    [{ status: 413 }, {}],
    [{ status: 429, retryAfter: 120 }, { retryAfter: '120' }],
    [{ status: 500 }, {}],
  ];
  it.each(answers)('%o is the answer until it is changed', async (answer, { retryAfter, location }) => {
    const [subscription, other] = [service.subscribe(), service.subscribe()];
    service.answer(subscription.endpoint, answer);
    for (const _ of [1, 2]) {
      const response = await send(requestFor(subscription));
      expect(response.status).toBe(answer.status);
      expect(response.headers.get('retry-after')).toBe(retryAfter ?? null);
      expect(response.headers.get('location')).toBe(location ?? null);
    }
    expect((await send(requestFor(other))).status).toBe(201);
    expect(service.received(subscription.endpoint)).toEqual([]);
    service.answer(subscription.endpoint, { status: 201 });
    expect((await send(requestFor(subscription))).status).toBe(201);
    expect(service.requests(subscription.endpoint)).toBe(3);
    expect(service.refusals).toEqual([]);
  });

  it('an invalid request is recorded under every answer', async () => {
    const subscription = service.subscribe();
    service.answer(subscription.endpoint, { status: 500 });
    const request = requestFor(subscription);
    delete request.headers.ttl;
    expect((await send(request)).status).toBe(500);
    expect(service.refusals).toEqual(['400: TTL is missing, not a whole number']);
  });

  it('a hanging request is counted, not received, and ends when the service is closed', async () => {
    const subscription = service.subscribe();
    service.answer(subscription.endpoint, 'hang');
    let settled = false;
    const sending = send(requestFor(subscription)).finally(() => {
      settled = true;
    });
    const ended = expect(sending).rejects.toThrow();
    await expect.poll(() => service.requests(subscription.endpoint)).toBe(1);
    service.answer(subscription.endpoint, { status: 201 });
    await sleep(100);
    expect(settled).toBe(false);
    expect(service.received(subscription.endpoint)).toEqual([]);
    await service.close();
    await ended;
  });

  it('a reset request fails at once, and is counted but not received', async () => {
    const subscription = service.subscribe();
    service.answer(subscription.endpoint, 'reset');
    const failure = await send(requestFor(subscription)).catch((error: Error) => error.cause);
    expect(failure).toMatchObject({ code: 'ECONNRESET' });
    expect(service.requests(subscription.endpoint)).toBe(1);
    expect(service.received(subscription.endpoint)).toEqual([]);
  });
});

describe('waiting for a message', () => {
  it('resolves with the message that completes the count', async () => {
    const subscription = service.subscribe();
    const [first, second] = [service.waitForMessage(subscription.endpoint), service.waitForMessage(subscription.endpoint, 2)];
    let early = false;
    void second.then(() => {
      early = true;
    });
    await send(requestFor(subscription, '1'));
    expect((await first).payload).toBe('1');
    expect(early).toBe(false);
    await send(requestFor(subscription, '2'));
    expect((await second).payload).toBe('2');
    // What has already arrived is not waited for.
    expect((await service.waitForMessage(subscription.endpoint)).payload).toBe('1');
  });

  it('rejects when the service is closed before', async () => {
    const waiting = expect(service.waitForMessage(service.subscribe().endpoint)).rejects.toThrow('closed before');
    await service.close();
    await waiting;
  });

  it('rejects for an endpoint that nobody subscribed at', async () => {
    await expect(service.waitForMessage(`${service.origin}/push/nobody`)).rejects.toThrow('nobody has subscribed');
  });
});
