import { Writable } from 'node:stream';
import { bareHttpServer } from '@unspoken/testing/http-server';
import { rawRequest } from '@unspoken/testing/raw-request';
import { startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';

const forged = '{"level":50,"msg":"zqforged"}';
/** Texts that would begin a line of their own, or colour, clear or rename the terminal of who reads the log. */
const hostile = ['\r\n', '\n', '\r', '\x1b[2J\x1b[31m', '\x1b]0;owned\x07', '\x9b31m', '\u2028', '\0', '\b\b\b', '\u202e'].map(
  (each) => `zqhostile${each}${forged}`,
);

test('[OPS-11] nothing that a client sends begins a line of the log, or stands in one', async () => {
  const world = await startWorld();
  try {
    const ann = await world.member('Ann');
    const socket = await ann.socket();
    for (const text of hostile) {
      const inPath = encodeURIComponent(text);
      const agent = { userAgent: text, timeZone: text, language: text };
      await world.call('/api/v1/account/login', { body: { email: ann.email, password: text, ...agent } });
      await world.call('/api/v1/account/login', { body: { email: text, password: text } });
      await world.call('/api/v1/account/register', { body: { name: text, email: `a${text}@example.org`, password: text } });
      await world.call('/api/v1/account/changename', { token: ann.token, body: { name: text } });
      await world.call(`/api/v1/account/confirmemail/${inPath}?${inPath}=${inPath}`);
      await world.call('/api/v1/cameraFailure', { token: ann.token, body: { reason: text } });
      await socket.emit(text, { [text]: text });
      // The parser refuses control characters in headers, and takes all others, and those of Latin-1.
      const header = `User-Agent: ${text}\r\nReferer: ${text}\r\nX-Forwarded-For: ${text}\r\nAuthorization: Bearer ${text}`;
      await rawRequest(
        world.origin,
        `GET /api/v1/friends/list HTTP/1.1\r\nHost: ${text}\r\nConnection: close\r\n${header}\r\n\r\n`,
      );
    }
    // Lines that are written: a failed camera, and a fault whose cause was sent by the client.
    const before = world.log().split('\n').length;
    await world.call('/api/v1/cameraFailure', { token: ann.token, body: { reason: 'NotAllowedError' } });
    await world.query('alter table circle_add rename to circle_gone');
    await world.call('/api/v1/friends/list', { token: ann.token, headers: { 'user-agent': `zqhostile ${forged}` } });
    await socket.emit('connectClick', { poolType: 'myCircle', clickID: `zqhostile ${forged}` });
    const lines = world.log().split('\n');
    expect(lines.length - before).toBe(3);
    for (const line of lines.slice(0, -1)) expect(JSON.parse(line), line).toHaveProperty('level');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(world.log().replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u202e]|zqhostile|zqforged/);
    socket.close();
  } finally {
    await world.close();
  }
});

test('[OPS-11] a value with line ends and escape sequences is logged as one line, escaped', async () => {
  let written = '';
  const log = new Writable({
    write(chunk: Buffer, _, done) {
      written += chunk.toString();
      done();
    },
  });
  const http = await bareHttpServer({ log });
  for (const [i, reason] of hostile.entries()) http.log.warn({ reason, [reason]: i }, reason);
  await http.close();
  const lines = written.split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line).reason)).toEqual(hostile);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(lines.join('')).not.toMatch(/[\0-\x1f]/);
});
