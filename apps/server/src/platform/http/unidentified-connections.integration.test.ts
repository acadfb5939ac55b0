import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { shippedDurations } from '@unspoken/contract/durations';
import { startWorld, type World } from '@unspoken/testing/world';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { unidentifiedAtOnce } from './unidentified-connections.ts';

const head = (...lines: string[]) => `${['POST /api/v1/account/login HTTP/1.1', 'Host: x', ...lines].join('\r\n')}\r\n`;
const body = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000', ''];
const upgrade = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket',
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
].join('\r\n');

/** A connection of a client that breaks the protocol; its errors do not fail the test. */
function open(world: World, localAddress = '127.0.0.1'): Socket & { received: string; isClosed: Promise<unknown> } {
  const socket = connect({ port: Number(new URL(world.origin).port), host: '127.0.0.1', localAddress });
  const opened = Object.assign(socket, { received: '', isClosed: new Promise((resolve) => socket.once('close', resolve)) });
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => {
    opened.received += part.toString();
  });
  return opened;
}

/** Sends a request from this local address; returns the status of the answer. */
const ask = (world: World, localAddress: string, headers = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(`${world.origin}/api/v1/configuration`, { localAddress, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });

/** How many are open; a connection in the machine's accept queue has not reached the server yet. */
const stillOpen = (all: readonly Socket[]) =>
  all.filter(({ connecting, closed, destroyed }) => !connecting && !closed && !destroyed).length;

test('[PLA-15] the shipped limits are five seconds for headers and for a ticket, fifteen for a request', () => {
  const { requestHeaders, requestWhole, socketAuthTimeout } = shippedDurations;
  expect({ requestHeaders, requestWhole, socketAuthTimeout }).toEqual({
    requestHeaders: 5_000,
    requestWhole: 15_000,
    socketAuthTimeout: 5_000,
  });
});

test('[PLA-15] slow clients are cut off in time: silence, headers, a body, a socket without a ticket', async () => {
  const durations = { requestHeaders: 1_000, requestWhole: 2_500, socketAuthTimeout: 1_000 };
  const world = await startWorld({ DURATIONS: JSON.stringify(durations) });
  const [silent, headers, whole, socket] = [open(world), open(world), open(world), open(world)];
  const started = systemClock.now();
  const lives = [silent, headers, whole, socket].map(async ({ isClosed }) => {
    await isClosed;
    return systemClock.now() - started;
  });
  headers.write(head().slice(0, 20));
  whole.write(head(...body));
  socket.write(upgrade);
  const trickle = setInterval(() => {
    if (!headers.destroyed) headers.write('x');
    if (!whole.destroyed) whole.write('x');
  }, 100);
  const [ofSilence, ofHeaders, ofWhole, ofSocket] = (await Promise.all(lives)) as [number, number, number, number];
  clearInterval(trickle);
  expect(socket.received).toContain('101 Switching Protocols');
  for (const [life, limit] of [
    [ofSilence, 1_000],
    [ofHeaders, 1_000],
    [ofWhole, 2_500],
    [ofSocket, 1_000],
  ] as const) {
    expect(life).toBeGreaterThan(limit - 50);
    expect(life).toBeLessThan(limit + 10_000);
  }
  await world.close();
});

test('[PLA-16] of 2,500 unidentified connections of one network 200 stay, and other clients are served', async () => {
  // Nothing is cut off for being slow: what closes, closes because of the number.
  const durations = { requestHeaders: 300_000, requestWhole: 300_000, socketAuthTimeout: 300_000 };
  const world = await startWorld({ LIMITS: 'on', DURATIONS: JSON.stringify(durations) });
  const ann = await world.member('Ann');
  const socket = await ann.socket();
  // Each sends something: the machine may drop a silent one before the server accepts it, and its client is never notified.
  const kinds = ['P', head().slice(0, 30), head(...body), upgrade];
  const all = Array.from({ length: 2_500 }, (_, i) => {
    const connection = open(world);
    connection.write(kinds[i % kinds.length] as string);
    return connection;
  });
  expect(await ask(world, '127.0.0.2')).toBe(200);
  // A client of the same network with a short request is served as well, and so is a member with a socket.
  expect(await ask(world, '127.0.0.1')).toBe(200);
  expect(await socket.emit('time', {})).toHaveProperty('now');
  // The own two requests above may have taken the place of two.
  await expect.poll(() => stillOpen(all), { timeout: 60_000 }).toBeLessThanOrEqual(unidentifiedAtOnce);
  expect(stillOpen(all)).toBeGreaterThanOrEqual(unidentifiedAtOnce - 2);
  expect(await socket.emit('time', {})).toHaveProperty('now');
  for (const each of all) each.destroy();
  socket.close();
  await world.close();
}, 90_000);

test('[PLA-16] identified connections are not counted: 300 with tokens, and 200 without beside them', async () => {
  const world = await startWorld({ LIMITS: 'on' });
  const { token } = await world.member('Ben');
  const asking = `GET /api/v1/account/loginfromtoken HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const members: ReturnType<typeof open>[] = [];
  for (let i = 0; i < 300; i++) {
    const connection = open(world);
    connection.write(asking);
    await once(connection, 'data');
    members.push(connection);
  }
  expect(stillOpen(members)).toBe(300);
  const others = Array.from({ length: unidentifiedAtOnce + 50 }, () => open(world));
  await expect.poll(() => stillOpen(others), { timeout: 20_000 }).toBe(unidentifiedAtOnce);
  expect(stillOpen(members)).toBe(300);
  for (const each of [...members, ...others]) each.destroy();
  await world.close();
});

test('[PLA-16] behind a proxy each network has its own 200, and the proxy itself is not counted', async () => {
  const world = await startWorld({ LIMITS: 'on', TRUST_PROXY: 'on' });
  const from = (network: string) => `X-Forwarded-For: ${network}`;
  const crowded = Array.from({ length: unidentifiedAtOnce + 50 }, () => open(world));
  for (const each of crowded) each.write(head(from('203.0.113.1'), ...body));
  const spread = Array.from({ length: unidentifiedAtOnce + 50 }, (_, i) => {
    const connection = open(world);
    connection.write(head(from(`198.51.100.${i}`), ...body));
    return connection;
  });
  await expect.poll(() => stillOpen(crowded), { timeout: 20_000 }).toBe(unidentifiedAtOnce);
  expect(stillOpen(spread)).toBe(spread.length);
  expect(await ask(world, '127.0.0.1', { 'x-forwarded-for': '203.0.113.2' })).toBe(200);
  for (const each of [...crowded, ...spread]) each.destroy();
  // Sockets without a ticket count as well.
  const sockets = Array.from({ length: unidentifiedAtOnce + 50 }, () => open(world));
  for (const each of sockets) each.write(upgrade.replace('Host: x', `Host: x\r\n${from('203.0.113.3')}`));
  await expect.poll(() => stillOpen(sockets), { timeout: 20_000 }).toBeLessThanOrEqual(unidentifiedAtOnce);
  for (const each of sockets) each.destroy();
  await world.close();
});
