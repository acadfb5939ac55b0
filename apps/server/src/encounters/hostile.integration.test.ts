import { calls, emissions } from '@unspoken/contract/calls';
import { memoryInUse, mostGrowth, withoutStall } from '@unspoken/testing/stalls';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let member: Member;
let mallories = 0;
beforeAll(async () => {
  world = await startWorld();
  member = await world.member('Mallory');
});
afterAll(() => world.close());

const wild = fc.oneof(
  fc.anything({ withNullPrototype: true }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    '\u202e',
    'x'.repeat(9_000),
    -0,
    Number.MAX_VALUE,
    [],
    [[]],
    { $gt: '' },
    null,
  ),
);

/** The names of all that objects, lists, functions and texts inherit. */
const prototypes = () =>
  [Object, Array, Function, String, Map, Promise].map(({ name, prototype }) => [name, Reflect.ownKeys(prototype)]);

test('[ENC-11] the accessor of prototypes is disabled where the product runs', () => {
  const accessor = () => Reflect.get({}, '__proto__');
  expect(accessor).toThrow(expect.objectContaining({ code: 'ERR_PROTO_ACCESS' }));
  expect(() => Reflect.set({}, '__proto__', {})).toThrow(expect.objectContaining({ code: 'ERR_PROTO_ACCESS' }));
});

test('[ENC-11] no request body of any kind causes a fault or a change', async () => {
  const [before, memory] = [prototypes(), await memoryInUse()];
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/json; charset=nonsense',
    'multipart/form-data',
    '',
  ];
  const fields = fc.dictionary(
    fc.constantFrom('email', 'password', 'name', 'termsAccepted', 'roomID', 'position', 'reason', '__proto__'),
    wild,
  );
  const attempts = fc.sample(fc.tuple(fc.constantFrom(...calls), fields, fc.constantFrom(...types)), { numRuns: 250, seed: 7 });
  for (const [call, body, type] of attempts) {
    const json = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    const form = new URLSearchParams(Object.keys(body).map((key): [string, string] => [key, json])).toString();
    const options = {
      method: call.method,
      token: member.token,
      headers: type ? { 'content-type': type } : {},
      ...(call.method === 'POST' && { body: type.includes('form') ? form : json }),
    };
    const answer = await withoutStall(() => world.call(call.path.replace('{hash}', '%00'), options));
    expect(answer.status, `${call.path} ${type} ${json}`).toBeLessThan(500);
    if (answer.status >= 400) expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(['error', 'message']));
    // Only signing out may end the session; then another member continues.
    if (call.path.includes('/logout')) member = await world.member(`Mallory${++mallories}`);
  }
  expect(prototypes()).toEqual(before);
  expect((await memoryInUse()) - memory).toBeLessThan(mostGrowth);
});

test('[ENC-11] bodies that are too large, malformed or of an unknown type are refused with their error codes', async () => {
  const path = '/api/v1/account/login';
  const large = await world.call(path, {
    body: `email=${'x'.repeat(70_000)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([large.status, large.body.error]).toEqual([413, 'payload_too_large']);
  const twice = await world.call(path, {
    body: 'email=a@b.cc&email=c@d.ee&password=12345678',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([twice.status, twice.body.error]).toEqual([422, 'validation_failed']);
  const broken = await world.call(path, { body: '{"email":', headers: { 'content-type': 'application/json' } });
  expect([broken.status, broken.body.error]).toEqual([400, 'bad_request']);
  const strange = await world.call(path, { body: '<email/>', headers: { 'content-type': 'application/xml' } });
  expect([strange.status, strange.body.error]).toEqual([415, 'unsupported_media_type']);
  const nul = await world.call('/api/v1/account/register', {
    body: { name: 'a\0b', email: 'nul@example.org', password: '12345678' },
  });
  expect([nul.status, nul.body.fields]).toEqual([422, { name: 'This value is not valid' }]);
});

test.each([
  '\tapplication/json',
  'application/json\t; charset=utf-8',
  'application/json ; charset=utf-8',
  'application/jsonx',
  'APPLICATION/JSON',
  'application/json;',
  'application/x-www-form-urlencoded\ta',
  ' text/plain',
])('[ENC-11] no content type lets a body past its checks: %j', async (type) => {
  const wrong = { email: ['ann@example.org'], password: { $ne: '' }, role: 'admin' };
  for (const body of [JSON.stringify(wrong), 'email[]=ann@example.org&password[$ne]=']) {
    const answer = await world.call('/api/v1/account/login', { method: 'POST', body, headers: { 'content-type': type } });
    expect([400, 415, 422], `${type} ${body}`).toContain(answer.status);
  }
});

test('a camera failure has one of the browser’s names', async () => {
  const report = async (reason: unknown) =>
    (await world.call('/api/v1/cameraFailure', { token: member.token, body: { reason: String(reason) } })).status;
  expect([await report('NotAllowedError'), await report('EvilError'), await report('')]).toEqual([200, 422, 422]);
});

test('[ENC-11] no socket payload causes a fault; unknown events are answered and dropped', async () => {
  const [before, memory] = [prototypes(), await memoryInUse()];
  let socket: MemberSocket = await member.socket();
  const names = [...emissions.map(({ event }) => event), 'nonsense', '__proto__', 'constructor'];
  const attempts = fc.sample(fc.tuple(fc.constantFrom(...names), wild), { numRuns: 400, seed: 11 });
  for (const [event, payload] of attempts) {
    if (typeof payload === 'bigint' || JSON.stringify(payload, (_, each) => (typeof each === 'bigint' ? 0 : each)) === undefined)
      continue;
    if (!socket.raw.connected) socket = await member.socket();
    const plain = JSON.parse(JSON.stringify(payload, (_, each) => (typeof each === 'bigint' ? 0 : each)));
    const current = socket;
    const answer = await withoutStall(() => current.emit(event, plain));
    expect(answer.error, `${event} ${JSON.stringify(plain)}`).not.toBe('internal');
    if (event === 'nonsense') expect(answer).toMatchObject({ error: 'not_found' });
  }
  expect((await world.call('/api/v1/configuration')).status).toBe(200);
  expect(prototypes()).toEqual(before);
  expect((await memoryInUse()) - memory).toBeLessThan(mostGrowth);
  socket.close();
});

test('[ENC-11] a message above the size limit closes its socket and no other', async () => {
  const [loud, quiet] = [await member.socket({ tab: 'loud' }), await member.socket({ tab: 'quiet' })];
  const closed = new Promise((resolve) => loud.raw.once('disconnect', resolve));
  loud.raw.emit('presence', { state: 'x'.repeat(20_000) });
  await closed;
  expect(await quiet.emit('time', {})).toMatchObject({ now: expect.any(Number) });
  quiet.close();
});

test('a socket without a ticket is refused', async () => {
  const { io } = await import('socket.io-client');
  for (const auth of [{}, { token: 'x'.repeat(43) }, { token: { $ne: '' } }, { token: ['a'] }]) {
    const message = await new Promise((resolve) => {
      const socket = io(world.origin, { transports: ['websocket'], reconnection: false, forceNew: true, auth });
      socket.once('connect_error', (error) => resolve(error.message));
      socket.once('connect', () => resolve('connected'));
    });
    expect(message).toBe('ticket_invalid');
  }
});

test('every response carries the security headers', async () => {
  for (const path of ['/', '/api/v1/configuration', '/api/v1/nowhere', '/terms']) {
    const { headers } = await world.call(path);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    if (path.startsWith('/api')) expect(headers.get('cache-control'), path).toBe('no-store');
  }
});

test('a page of another site opens no socket', async () => {
  const { io } = await import('socket.io-client');
  const open = async (origin: string) => {
    const { token } = (await world.call('/api/v1/realtime/auth', { token: member.token })).body;
    return new Promise<string>((resolve) => {
      const socket = io(world.origin, {
        ...{ transports: ['websocket'], reconnection: false, forceNew: true },
        auth: { token },
        extraHeaders: { origin },
      });
      socket.once('connect_error', () => resolve('refused'));
      socket.once('connect', () => resolve('connected') ?? socket.close());
    });
  };
  for (const origin of ['https://evil.example', 'null', `${world.origin}.evil.example`, `${world.origin}0`])
    expect(await open(origin), origin).toBe('refused');
});
