import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { shippedDurations } from '@unspoken/contract/durations';
import { BusyClock } from '@unspoken/testing/busy-clock';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { openHttp } from './open.ts';
import { forgivenAtMost, forgiveOwnDelays, OwnDelays, rememberedFor } from './own-delays.ts';

function begun<C extends Clock>(clock: C) {
  const delays = new OwnDelays(clock);
  delays.begin();
  return { clock, delays };
}

/** Blocks this process, as much work does. */
const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('a punctual process forgives nothing', async () => {
  const { clock, delays } = begun(new StandingClock());
  for (let i = 0; i < 100; i++) {
    await clock.advance(97);
    expect(delays.ms).toBe(0);
  }
});

test('a process that has not begun forgives nothing', () => {
  const clock = new BusyClock();
  const delays = new OwnDelays(clock);
  clock.busyFor(10_000);
  expect(delays.ms).toBe(0);
  expect(clock.waiting).toBe(0);
});

test('a pause is forgiven at once, and for as long as a request may take that had begun before it', () => {
  const { clock, delays } = begun(new BusyClock());
  clock.busyFor(250 + 7_000);
  expect(delays.ms).toBe(7_000);
  clock.busyFor(250 + 1_000);
  expect(delays.ms).toBe(8_000);
  const punctual = (ms: number) => {
    for (let past = 0; past < ms; past += 250) clock.busyFor(250);
  };
  punctual(rememberedFor - 1_500);
  expect(delays.ms).toBe(8_000);
  punctual(250);
  expect(delays.ms).toBe(1_000);
  punctual(1_250);
  expect(delays.ms).toBe(0);
});

test('what is forgiven has a limit, and nothing goes on after the end', () => {
  const { clock, delays } = begun(new BusyClock());
  for (let i = 0; i < 10; i++) clock.busyFor(10_000);
  expect(delays.ms).toBe(forgivenAtMost);
  for (let past = 0; past < rememberedFor; past += 250) clock.busyFor(250);
  expect(delays.ms).toBe(0);
  delays.end();
  expect(clock.waiting).toBe(0);
  clock.busyFor(60_000);
  expect(delays.ms).toBe(0);
});

test('[PLA-15] the server of a process forgives a pause', async () => {
  const config = { proxies: 0, limits: true, publicUrl: 'http://localhost', webDir: '/nowhere', durations: shippedDurations };
  const { http } = await openHttp(config as Config, undefined);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { requestHeaders, requestWhole } = shippedDurations;
  expect([http.server.headersTimeout, http.server.requestTimeout]).toEqual([requestHeaders, requestWhole]);
  pause(900);
  expect(http.server.headersTimeout).toBeGreaterThan(requestHeaders + 300);
  expect(http.server.requestTimeout).toBeGreaterThan(requestWhole + 300);
  await http.close();
});

/** What a server with a limit of 400 ms for headers answers to a request that arrives while its process is busy for 900 ms. */
async function answerAfterPause(isForgiven: boolean): Promise<string> {
  const server = createServer({ headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 }, (_, response) => {
    response.end('served');
  });
  const { delays } = begun(systemClock);
  if (isForgiven) forgiveOwnDelays(server, delays);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [connection] = await once(server, 'connection');
  // The server has accepted the connection, and cannot read the request before it is free again.
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  pause(900);
  const parts: Buffer[] = [];
  client.on('data', (part) => parts.push(part)).on('error', () => {});
  // Its end may be a reset.
  await new Promise((resolve) => client.once('close', resolve));
  connection.destroy();
  delays.end();
  server.close();
  return Buffer.concat(parts).toString().split('\r\n')[0] ?? '';
}

test('[PLA-15] a request that arrived while the process was busy is served', async () => {
  expect(await answerAfterPause(true)).toBe('HTTP/1.1 200 OK');
  // Without it the server refuses or resets the connection: this test would show it.
  expect(await answerAfterPause(false)).not.toBe('HTTP/1.1 200 OK');
});

test('[PLA-15] a request that never becomes complete is refused in time by a process that is free', {
  timeout: 10_000,
}, async () => {
  const server = createServer({ headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 20 });
  const { delays } = begun(systemClock);
  forgiveOwnDelays(server, delays);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\n');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  client.destroy();
  delays.end();
  server.close();
});
