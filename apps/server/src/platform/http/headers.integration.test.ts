import { rawRequest } from '@unspoken/testing/raw-request';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let secure: World;
beforeAll(async () => {
  world = await startWorld();
  secure = await startWorld({ PUBLIC_URL: 'https://unspoken.example' });
});
afterAll(async () => {
  await world.close();
  await secure.close();
});

/** A request with a mark in its address and in a header, neither of which any answer may repeat. */
const mark = 'zq7mark';
const lines = (...all: string[]) => [...all, '', ''].join('\r\n');
const request = (line: string, ...headers: string[]) => lines(line, `Host: ${mark}.example`, 'Connection: close', ...headers);
const form = 'Content-Type: application/x-www-form-urlencoded';
const upgrading = (line: string, ...headers: string[]) =>
  lines(line, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', key, ...headers);
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

const classes: [string, number, string][] = [
  ['a page, or its absence without a build', 0, request('GET / HTTP/1.1')],
  ['a call', 200, request('GET /api/v1/configuration HTTP/1.1')],
  ['a text file', 0, request('GET /robots.txt HTTP/1.1')],
  ['a script that does not exist', 404, request(`GET /assets/${mark}.js HTTP/1.1`)],
  ['a media file that does not exist', 404, request(`GET /media/${mark} HTTP/1.1`)],
  ['a picture of a gathering that does not exist', 404, request(`GET /api/v1/gatherings/${mark}/card.png HTTP/1.1`)],
  ['the answer whether the process is alive', 200, request('GET /healthz HTTP/1.1')],
  ['a call that does not exist', 404, request(`GET /api/v1/${mark} HTTP/1.1`)],
  ['a call without a token', 401, request('GET /api/v1/friends/list HTTP/1.1')],
  ['a wrong field', 422, request('POST /api/v1/account/login HTTP/1.1', form, 'Content-Length: 0')],
  ['a wrong method', 404, request('PUT /api/v1/account/login HTTP/1.1', 'Content-Length: 0')],
  ['the method TRACE', 404, request(`TRACE /api/v1/account/login?${mark} HTTP/1.1`)],
  ['a body that is too large', 413, `${request('POST /api/v1/account/login HTTP/1.1', form, 'Content-Length: 70000')}${mark}`],
  [
    'an unknown type',
    415,
    `${request('POST /api/v1/account/login HTTP/1.1', 'Content-Type: text/xml', 'Content-Length: 4')}<a/>`,
  ],
  [
    'a compressed body',
    415,
    `${request('POST /api/v1/account/login HTTP/1.1', form, 'Content-Encoding: br', 'Content-Length: 4')}abcd`,
  ],
  ['a path that cannot be decoded', 400, request(`GET /api/v1/${mark}%zz HTTP/1.1`)],
  ['what is no HTTP', 400, `${mark}\r\n\r\n`],
  ['a header that is not allowed', 400, request('GET / HTTP/1.1', `X-${mark}: a\x01b`)],
  ['headers that are too large', 431, request('GET / HTTP/1.1', `X-Large: ${mark}${'x'.repeat(20_000)}`)],
  ['a request without a host', 400, `GET /${mark} HTTP/1.1\r\n\r\n`],
  ['an expectation', 417, request('POST / HTTP/1.1', `Expect: ${mark}`, 'Content-Length: 0')],
  ['a transport that is not offered', 400, request(`GET /socket.io/?EIO=4&transport=${mark} HTTP/1.1`)],
  ['a socket’s session that does not exist', 400, request(`GET /socket.io/?EIO=4&transport=websocket&sid=${mark} HTTP/1.1`)],
];

test.each(classes)('[PLA-33] %s: the answer has the security headers and repeats nothing', async (_, status, bytes) => {
  for (const each of [world, secure]) {
    const [answer] = await rawRequest(each.origin, bytes);
    if (!answer) throw new Error('there was no answer');
    if (status) expect(answer.status).toBe(status);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': expect.stringMatching(/^deny$/i),
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(self), microphone=(self), display-capture=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['strict-transport-security']).toBe(each === secure ? 'max-age=31536000; includeSubDomains' : undefined);
    // A browser on another site may not read it, and it names neither the software nor what was sent.
    for (const name of ['access-control-allow-origin', 'server', 'x-powered-by', 'set-cookie'])
      expect(headers).not.toHaveProperty(name);
    if (answer.status >= 400 && !bytes.includes('/socket.io/'))
      expect(answer.body).toMatch(/^(\{"error":"\w+","message":"[^"]+".*\}|0\r\n\r\n)$/);
    expect(answer.body).not.toContain(mark);
  }
});

test.each([
  ['another site', ['Origin: https://evil.example']],
  ['a site with a similar name', [`Origin: ${'https://unspoken.example'}.evil.example`]],
  ['no site', ['Origin: null']],
])('[PLA-33] a handshake of %s is refused with fixed words and no cookie', async (_, origin) => {
  const [answer] = await rawRequest(secure.origin, upgrading('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...origin));
  expect([answer?.status, answer?.body]).toEqual([400, 'Forbidden']);
  expect([...(answer?.headers.keys() ?? [])]).toEqual(['connection', 'content-type', 'content-length']);
});

test('[PLA-33] a connection that asks for a tunnel, or for an upgrade elsewhere, is closed without an answer', async () => {
  for (const line of [`CONNECT ${mark}:443 HTTP/1.1`, 'GET /elsewhere HTTP/1.1'])
    expect(await rawRequest(world.origin, upgrading(line), 5_000), line).toEqual([]);
});

test('[PLA-15] headers that arrive too late are answered with 408 and the security headers', async () => {
  const impatient = await startWorld({ DURATIONS: JSON.stringify({ requestHeaders: 300, requestWhole: 600 }) });
  const [answer] = await rawRequest(impatient.origin, 'GET / HTTP/1.1\r\nHost', 10_000);
  await impatient.close();
  expect([answer?.status, answer?.headers.get('x-content-type-options')]).toEqual([408, 'nosniff']);
});
