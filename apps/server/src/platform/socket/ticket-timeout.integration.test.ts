import { once } from 'node:events';
import { startSocketServerBed } from '@unspoken/testing/socket-server-bed';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

/** How long sockets of this machine may take, ms. */
const patience = { timeout: 30_000 };

test('[PLA-15] a socket without a ticket is cut off in time, and one whose ticket is still being checked is not', async () => {
  const checks: (() => void)[] = [];
  const { server, gateway, clock, host } = await startSocketServerBed({
    identify: (ticket) => new Promise((resolve) => checks.push(() => resolve({ accountId: ticket, sessionId: ticket }))),
  });
  const silent = new WebSocket(`ws://${host}/socket.io/?EIO=4&transport=websocket`);
  await once(silent, 'message');
  const late = io(`http://${host}`, { transports: ['websocket'], reconnection: false, auth: { token: 'a ticket' } });
  const lost: string[] = [];
  late.on('connect_error', ({ message }) => lost.push(message));
  await expect.poll(() => checks.length, patience).toBe(1);
  await clock.advance(4_999);
  // Both sides of the limit: a round trip shows that the silent one is still served.
  silent.ping();
  await once(silent, 'pong');
  const isClosed = once(silent, 'close');
  await clock.advance(1);
  await isClosed;
  checks[0]?.();
  await expect.poll(() => gateway.size, patience).toBe(1);
  expect(late.connected).toBe(true);
  expect(lost).toEqual([]);
  late.close();
  await server.close();
});

test('[PLA-15] pings that are answered while a ticket is checked cut nobody off; more answers than there were pings do', async () => {
  const checks: (() => void)[] = [];
  const { server, gateway, host } = await startSocketServerBed({
    ...{ limited: true, pingInterval: 20 },
    identify: (ticket) => new Promise((resolve) => checks.push(() => resolve({ accountId: ticket, sessionId: ticket }))),
  });
  const patient = io(`http://${host}`, { transports: ['websocket'], reconnection: false, auth: { token: 'a ticket' } });
  let pings = 0;
  patient.io.on('ping', () => pings++);
  await expect.poll(() => checks.length, patience).toBe(1);
  await expect.poll(() => pings, patience).toBeGreaterThan(10);
  checks[0]?.();
  await expect.poll(() => gateway.size, patience).toBe(1);
  const flooding = new WebSocket(`ws://${host}/socket.io/?EIO=4&transport=websocket`);
  await once(flooding, 'message');
  // Not yet too many: a round trip shows that it is still served.
  for (let i = 0; i < 100; i++) flooding.send('3');
  flooding.ping();
  await once(flooding, 'pong');
  const isClosed = once(flooding, 'close');
  for (let i = 0; i < 200; i++) flooding.send('3');
  await isClosed;
  expect(patient.connected).toBe(true);
  patient.close();
  await server.close();
});
