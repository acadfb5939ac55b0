import { gzipSync } from 'node:zlib';
import type { Call } from '@unspoken/contract/call';
import { calls } from '@unspoken/contract/calls';
import { isErrorCode } from '@unspoken/contract/errors';
import { rawRequest } from '@unspoken/testing/raw-request';
import { withoutStall } from '@unspoken/testing/stalls';
import { password, startWorld, type World } from '@unspoken/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let token: string;
beforeAll(async () => {
  world = await startWorld();
  ({ token } = await world.member('Ann'));
  await world.member('Bea');
});
afterAll(() => world.close());

const tables =
  'account application deletion_code email_confirmation encounter feedback invitation invitation_count invited_address list_confirmation password_recovery subscription thank unsubscribe_link';

/** Hashes of the tables of the database, apart from the sessions, whose times of use change. */
async function state(): Promise<unknown> {
  const sums = tables
    .split(' ')
    .map((name, i) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t) as s${i}`);
  return world.query(`select ${sums.join(', ')}`);
}

/** The unfinished jobs; their number may fall by itself as they are done. */
async function waiting(): Promise<Set<unknown>> {
  const jobs = await world.query(`select id from pgboss.job where name in ('mail', 'recover-password', 'write-invitation')`);
  return new Set(jobs.map(({ id }) => id));
}

/** Waits for the jobs of an accepted request, so that they are not attributed to the next request. */
const settled = () =>
  expect
    .poll(() => world.query(`select id from pgboss.job where name in ('recover-password', 'write-invitation')`), {
      timeout: 10_000,
      interval: 50,
    })
    .toEqual([]);

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202Eevil',
    '😀'.repeat(3_000),
    'x'.repeat(20_000),
    `ann@example.org\r\nBcc: all@example.org`,
    'ann@example.org',
    "'; drop table account; --",
    '{{7*7}}<script>',
    '__proto__',
    'true',
    '5e2',
    '-0',
    '1e309',
    '[]',
    '{}',
    'null',
    '٣٤٥٦٧٨٩٠',
  ),
);
const wild: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 3 }),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
);

const namesOf = (call: Call): string[] =>
  Object.keys((call.body as unknown as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {});

const strange = ['__proto__', 'constructor', 'prototype', 'toString', 'role', 'accountId', 'suspended', 'a[b][c]', 'body'];

/** A request body: the call's own fields and strange ones, with arbitrary values. */
const bodyOf = (call: Call) =>
  fc.dictionary(
    fc.oneof({ arbitrary: fc.constantFrom(...namesOf(call), ...strange), weight: 4 }, { arbitrary: nasty, weight: 1 }),
    wild,
    {
      maxKeys: 8,
      noNullPrototype: false,
    },
  );

const asForm = (body: Record<string, unknown>): string =>
  Object.entries(body)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]]))
    .map(([name, value]) => `${encode(name)}=${encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`)
    .join('&');
const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

async function harmless(call: Call, path: string, body: string, headers: Record<string, string>): Promise<void> {
  const [before, jobs] = [await state(), await waiting()];
  const options = { method: call.method, token, headers, ...(call.method === 'POST' && { body }) };
  const answer = await withoutStall(() => world.call(path, options));
  expect(answer.status, `${answer.body.requestId ?? ''} ${body.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status < 400) {
    expect(call.answer.safeParse(answer.body).success).toBe(true);
    await settled();
    return;
  }
  expect(isErrorCode(answer.body.error), JSON.stringify(answer.body)).toBe(true);
  expect(await state()).toEqual(before);
  expect([...(await waiting())].filter((id) => !jobs.has(id))).toEqual([]);
}

// Calls that end the session under test have a story of their own.
const leaving = /\/(logout|logouteverywhere|deleteaccount)$/;
const tried = calls.filter(({ path }) => !leaving.test(path));

const cases = tried.map((call) => [`${call.method} ${call.path}`, call] as const);

const takesAnything = (numRuns: number) => (_: string, call: Call) =>
  fc.assert(
    fc.asyncProperty(bodyOf(call), fc.boolean(), nasty, async (body, isForm, segment) => {
      const path = call.path.replaceAll(/\{\w+\}/g, encode(segment).slice(0, 250) || 'x');
      await harmless(call, path, isForm ? asForm(body) : JSON.stringify(body), isForm ? form : json);
    }),
    { numRuns },
  );
test.each(cases)('[ACC-20] %s takes any input without a fault, and a refused request changes nothing', takesAnything(5));
test.each(cases)('[ACC-20] %s takes much more input without a fault', { tags: ['long'], timeout: 300_000 }, takesAnything(60));

test.each([
  ['a body that is not JSON', '{"email":', json],
  ['JSON that is not an object', '[1,2,3]', json],
  ['deep JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, json],
  ['a hundred thousand keys', Array.from({ length: 9_000 }, (_, i) => `k${i}=1`).join('&'), form],
  ['repeated keys', 'email=a@example.org&email=b@example.org&password=12345678', form],
  ['broken escapes', 'email=%ff%00%zz&password=%', form],
  ['a byte order mark', '\ufeffemail=a@example.org', form],
  ['a body that is too long', 'x'.repeat(70_000), form],
  ['an unsupported type', '<email/>', { 'content-type': 'text/xml' }],
  ['a type with a tab', 'email=a@example.org', { 'content-type': 'application/x-www-form-urlencoded\t;x' }],
  ['a type in capitals', 'email=a@example.org', { 'content-type': 'APPLICATION/JSON' }],
  ['a prototype in JSON', '{"__proto__":{"role":"admin"},"email":"a@example.org","password":"12345678"}', json],
])('[ACC-20] %s is refused and changes nothing', async (_, body, headers) => {
  const login = calls.find(({ path }) => path.endsWith('/login')) as Call;
  await harmless(login, login.path, body, headers);
  expect(({} as { role?: string }).role).toBeUndefined();
});

test('[ACC-20] a request cannot set the identity or the role of an account', async () => {
  const body = {
    name: 'Eve',
    email: 'eve@example.org',
    password,
    role: 'admin',
    verifiedAt: '2020-01-01',
    userId: 'x',
  };
  const { user } = (await world.call('/api/v1/account/register', { body })).body;
  expect(user).toMatchObject({ role: 'member', needsVerification: true });
  expect(user.userId).not.toBe('x');
});

const login = (...headers: string[]) =>
  ['POST /api/v1/account/login HTTP/1.1', 'Host: x', 'Content-Type: application/x-www-form-urlencoded', ...headers, '', ''].join(
    '\r\n',
  );
const signingOut = `POST /api/v1/account/logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const chunks = '5\r\nemail\r\n0\r\n\r\n';
const bomb = gzipSync(Buffer.alloc(200_000_000), { level: 9 });
const twice = gzipSync(gzipSync(Buffer.alloc(200_000_000), { level: 9 }));

test.each([
  ['junk behind the last chunk', [400], `${login(chunked)}${chunks}JUNK\r\n\r\n`],
  // It is a request of its own, without a token.
  ['a request behind the last chunk', [422, 401], `${login(chunked)}${chunks}${signingOut}`],
  ['a chunk that is longer than it says', [400], `${login(chunked)}5\r\nemail=ann\r\n0\r\n\r\n`],
  ['a chunk of a length that is no number', [400], `${login(chunked)}-5\r\nemail\r\n0\r\n\r\n`],
  ['a chunk of an enormous length', [400], `${login(chunked)}fffffffffffffffffffff\r\nemail`],
  ['a chunk whose line ends without a CR', [400], `${login(chunked)}5\nemail\r\n0\r\n\r\n`],
  ['chunks beside a length', [400], `${login('Content-Length: 5', chunked)}${chunks}`],
  ['a length beside chunks', [400], `${login(chunked, 'Content-Length: 5')}${chunks}`],
  ['a length beside chunks, hidden by a space', [400], `${login('Transfer-Encoding : chunked', 'Content-Length: 5')}${chunks}`],
  ['an encoding that is not the last', [400], `${login('Transfer-Encoding: chunked, identity')}${chunks}`],
  ['an encoding that is spelled otherwise', [400], `${login('Transfer-Encoding: xchunked')}${chunks}`],
  ['two lengths', [400], `${login('Content-Length: 5', 'Content-Length: 6')}email=`],
  ['a length with a sign', [400], `${login('Content-Length: +5')}email`],
  ['a negative length', [400], `${login('Content-Length: -1')}email`],
  ['a compressed form', [415], [login('Content-Encoding: gzip', 'Connection: close', `Content-Length: ${twice.length}`), twice]],
  ['a bomb', [413], [login('Connection: close', `Content-Length: ${bomb.length}`), bomb]],
  [
    'a bomb that says what it is',
    [415],
    [login('Content-Encoding: GZIP', 'Connection: close', `Content-Length: ${bomb.length}`), bomb],
  ],
  [
    'a bomb in chunks',
    [415],
    [login('Content-Encoding: x-gzip', chunked, 'Connection: close'), `${twice.length.toString(16)}\r\n`, twice, '\r\n0\r\n\r\n'],
  ],
] as [string, number[], string | (string | Buffer)[]][])(
  '[ACC-20] %s: nothing is unpacked or smuggled, and nothing changes',
  async (_, statuses, bytes) => {
    const [before, jobs, memory] = [await state(), await waiting(), process.memoryUsage().rss];
    const parts = typeof bytes === 'string' ? [bytes] : bytes;
    const answers = await rawRequest(world.origin, Buffer.concat(parts.map((part) => Buffer.from(part))), 500);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(await state()).toEqual(before);
    expect([...(await waiting())].filter((id) => !jobs.has(id))).toEqual([]);
    // An unpacked bomb has 200 MB.
    expect(process.memoryUsage().rss - memory).toBeLessThan(100_000_000);
  },
);
