import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { BusyClock } from '@unspoken/testing/busy-clock';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { forgivenAtMost, forgiveOwnDelays, OwnDelays } from './own-delays.ts';

test('a punctual process forgives nothing', async () => {
  const clock = new StandingClock();
  const delays = new OwnDelays(clock);
  for (let i = 0; i < 100; i++) {
    await clock.advance(97);
    expect(delays.ms).toBe(0);
  }
});

test('a pause is forgiven at once, and taken away again by as much punctual time', () => {
  const clock = new BusyClock();
  const delays = new OwnDelays(clock);
  clock.busyFor(250 + 7_000);
  expect(delays.ms).toBe(7_000);
  clock.busyFor(250 + 1_000);
  expect(delays.ms).toBe(8_000);
  for (let i = 0; i < 16; i++) clock.busyFor(250);
  expect(delays.ms).toBe(4_000);
  for (let i = 0; i < 16; i++) clock.busyFor(250);
  expect(delays.ms).toBe(0);
});

test('what is forgiven has a limit, and nothing goes on after the end', () => {
  const clock = new BusyClock();
  const delays = new OwnDelays(clock);
  for (let i = 0; i < 10; i++) clock.busyFor(10_000);
  expect(delays.ms).toBe(forgivenAtMost);
  for (let i = 0; i < forgivenAtMost / 250; i++) clock.busyFor(250);
  expect(delays.ms).toBe(0);
  delays.end();
  expect(clock.waiting).toBe(0);
});

/** What a server with a limit of 400 ms for headers answers to a request that arrives while its process is busy for 900 ms. */
async function answerAfterPause(isForgiven: boolean): Promise<string> {
  const server = createServer({ headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 }, (_, response) => {
    response.end('served');
  });
  const delays = new OwnDelays(systemClock);
  if (isForgiven) forgiveOwnDelays(server, delays);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [connection] = await once(server, 'connection');
  // The request is written, and the process busy, before the server can read it.
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
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

test('[PLA-15] a client that sends nothing is refused by a process that has time', async () => {
  const server = createServer({ headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 20 });
  const delays = new OwnDelays(systemClock);
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
