import { connect } from 'node:net';
import { shippedDurations } from '@unspoken/contract/durations';
import { bareHttpServer } from '@unspoken/testing/http-server';
import { startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { endHttp } from './server.ts';

test('[OPS-8] a request that is under way while a process ends is answered with Connection: close', async () => {
  const world = await startWorld();
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (part: Buffer) => {
    received += part.toString();
  });
  const gone = new Promise((resume) => socket.once('close', resume));
  const head = 'POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';
  await new Promise<void>((resume) => socket.write(`${head}Content-Length: 7\r\n\r\nema`, () => resume()));
  // The head of the request has arrived, and half of its body.
  await expect.poll(async () => (await world.call('/healthz')).status).toBe(200);
  const ended = world.close();
  await expect.poll(() => world.call('/healthz').catch(() => 'nobody')).toBe('nobody');
  socket.write('il=x');
  await gone;
  expect(received).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect(received.toLowerCase()).toContain('connection: close');
  await ended;
});

test('[OPS-8] a client that never finishes its request does not keep a process from ending', async () => {
  const app = await bareHttpServer();
  await app.listen({ port: 0 });
  const { port } = app.server.address() as { port: number };
  const slow = connect(port, '127.0.0.1');
  await new Promise<void>((resume) => slow.write('POST /x HTTP/1.1\r\nHost: x\r\n', () => resume()));
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(1);
  const waits: number[] = [];
  const closed = new Promise((resume) => slow.once('close', resume));
  await endHttp(
    app,
    {
      ...systemClock,
      after(delay, run) {
        waits.push(delay);
        return systemClock.after(200, run);
      },
    },
    shippedDurations.requestWhole,
  );
  await closed;
  expect(waits).toEqual([15_000]);
});
