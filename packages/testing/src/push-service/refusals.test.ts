import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSubscription, type PushService, startPushService } from './push-service.ts';
import { authorization, hourFromNow, otherServer, type Request, requestFor, send, server, subject } from './sending.ts';

let service: PushService;
let subscription: BrowserSubscription;
beforeEach(async () => {
  service = await startPushService();
  subscription = service.subscribe();
});
afterEach(() => service.close());

const day = 24 * 3_600;

type Case = [name: string, status: number, reason: string, change: (request: Request) => void];

const withClaims = (name: string, reason: string, claims: () => object): Case => [
  name,
  403,
  reason,
  ({ headers }) => {
    headers.authorization = authorization({ aud: service.origin, exp: hourFromNow(), sub: subject, ...claims() });
  },
];

const withHeader = (name: string, status: number, header: string, value: string | undefined, reason: string): Case => [
  name,
  status,
  reason,
  ({ headers }) => {
    if (value === undefined) delete headers[header];
    else headers[header] = value;
  },
];

const cases: Case[] = [
  ['another method', 405, 'PUT', (request) => Object.assign(request, { method: 'PUT' })],
  withHeader('no TTL', 400, 'ttl', undefined, 'TTL is missing'),
  withHeader('a negative TTL', 400, 'ttl', '-1', 'TTL is -1'),
  withHeader('a TTL with a fraction', 400, 'ttl', '1.5', 'TTL is 1.5'),
  withHeader('an unknown urgency', 400, 'urgency', 'urgent', 'Urgency is urgent'),
  withHeader('a topic of 33 characters', 400, 'topic', 'a'.repeat(33), 'up to 32 characters'),
  withHeader('a topic outside the alphabet', 400, 'topic', 'a+b', 'up to 32 characters'),
  withHeader('no content encoding', 400, 'content-encoding', undefined, 'Content-Encoding is missing'),
  withHeader('an older content encoding', 400, 'content-encoding', 'aesgcm', 'Content-Encoding is aesgcm'),
  ['a body of 4097 octets', 413, '4096', (request) => Object.assign(request, { body: Buffer.alloc(4_097) })],
  ['a much larger body', 413, '4096', (request) => Object.assign(request, { body: Buffer.alloc(300_000) })],
  ['no body', 400, 'cannot be decrypted', (request) => Object.assign(request, { body: Buffer.alloc(0) })],
  ['a changed ciphertext', 400, 'cannot be decrypted', ({ body }) => body.writeUInt8(body.readUInt8(90) ^ 1, 90)],
  withHeader('no authorization', 401, 'authorization', undefined, 'not of the scheme vapid'),
  withHeader('another scheme', 401, 'authorization', 'Bearer abc', 'not of the scheme vapid'),
  withHeader('a token that is none', 403, 'authorization', 'vapid t=abc, k=def', 'not a JSON Web Token'),
  [
    'a token with a fourth part',
    403,
    'not a JSON Web Token',
    ({ headers }) => Object.assign(headers, { authorization: headers.authorization?.replace(', k=', '.abc, k=') }),
  ],
  [
    'no key',
    403,
    'not an uncompressed P-256 key',
    ({ headers }) => Object.assign(headers, { authorization: headers.authorization?.replace(/, k=.*/, '') }),
  ],
  [
    "another server's key beside the token",
    403,
    'signature',
    ({ headers }) =>
      Object.assign(headers, { authorization: headers.authorization?.replace(server.publicKey, otherServer.publicKey) }),
  ],
  [
    'another algorithm in the token',
    403,
    'ES256',
    ({ headers }) => {
      headers.authorization = authorization({ aud: service.origin, exp: hourFromNow(), sub: subject }, server, 'none');
    },
  ],
  withClaims('another audience', 'https://push.example', () => ({ aud: 'https://push.example' })),
  withClaims('an audience with a path', 'aud', () => ({ aud: `${service.origin}/` })),
  withClaims('an expired token', 'expired', () => ({ exp: Math.floor(Date.now() / 1_000) - 1 })),
  withClaims('a token without expiry', 'not a number', () => ({ exp: undefined })),
  withClaims('a token for more than 24 hours', '24 hours', () => ({ exp: Math.floor(Date.now() / 1_000) + day + 60 })),
  withClaims('no subject', 'sub', () => ({ sub: undefined })),
  withClaims('a subject that is no contact', 'sub', () => ({ sub: 'operator@example.org' })),
  withClaims('a subject over http', 'sub', () => ({ sub: 'http://example.org' })),
  withClaims('a subject at https://localhost', 'sub', () => ({ sub: 'https://localhost:3000/contact' })),
  withClaims('a subject with a mail address at localhost', 'sub', () => ({ sub: 'mailto:operator@localhost' })),
];

describe('an invalid push request', () => {
  it.each(cases)('is refused and recorded: %s', async (_name, status, reason, change) => {
    const request = requestFor(subscription);
    change(request);
    const response = await send(request);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(reason);
    expect(service.refusals).toEqual([expect.stringContaining(`${status}: `)]);
    expect(service.refusals[0]).toContain(reason);
    expect(service.received(subscription.endpoint)).toEqual([]);
    expect(service.requests(subscription.endpoint)).toBe(1);
    // The same request without the change is a valid one, so that only the change can be the reason.
    expect((await send(requestFor(subscription))).status).toBe(201);
  });

  it('is refused at an address that nobody subscribed at', async () => {
    const unknown = { ...subscription, endpoint: `${service.origin}/push/nobody` };
    expect((await send(requestFor(unknown))).status).toBe(404);
    expect(service.refusals).toEqual(['404: nobody has subscribed at /push/nobody']);
    expect(() => service.requests(unknown.endpoint)).toThrow('nobody has subscribed');
  });

  it('is refused with a payload that was encrypted for another subscription', async () => {
    const other = requestFor({ ...service.subscribe(), endpoint: subscription.endpoint });
    expect((await send(other)).status).toBe(400);
    expect(service.received(subscription.endpoint)).toEqual([]);
  });
});

describe('the limits of a valid push request', () => {
  it('accepts a body of 4096 octets, a topic of 32 characters and a subject of either kind', async () => {
    // 103 octets of a body are not payload (RFC 8291, 4).
    const request = requestFor(subscription, 'a'.repeat(4_096 - 103), { topic: 'a'.repeat(32) });
    expect(request.body).toHaveLength(4_096);
    expect((await send(request)).status).toBe(201);
    const claims = { aud: service.origin, exp: hourFromNow(), sub: 'https://example.org/contact' };
    const byUrl = requestFor(subscription);
    byUrl.headers.authorization = authorization(claims);
    expect((await send(byUrl)).status).toBe(201);
    expect(service.received(subscription.endpoint)[1]).toMatchObject({ subject: claims.sub, expiresAt: claims.exp * 1_000 });
  });

  it('checks the expiry of tokens against the given clock, on both sides of each limit', async () => {
    const exp = 2_000_000_000;
    let now = 0;
    const clocked = await startPushService({ now: () => now });
    try {
      const there = clocked.subscribe();
      const statusAt = async (time: number) => {
        now = time;
        const request = requestFor(there);
        request.headers.authorization = authorization({ aud: clocked.origin, exp, sub: subject });
        return (await send(request)).status;
      };
      expect(await statusAt(exp * 1_000 - day * 1_000 - 1)).toBe(403);
      expect(await statusAt(exp * 1_000 - day * 1_000)).toBe(201);
      expect(await statusAt(exp * 1_000 - 1)).toBe(201);
      expect(await statusAt(exp * 1_000)).toBe(403);
      expect(clocked.received(there.endpoint).map(({ receivedAt }) => receivedAt)).toEqual([
        exp * 1_000 - day * 1_000,
        exp * 1_000 - 1,
      ]);
    } finally {
      await clocked.close();
    }
  });
});
