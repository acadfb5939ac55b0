import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { UnidentifiedConnections } from '../http/unidentified-connections.ts';
import { Gateway } from './gateway.ts';
import { startSocketServer } from './socket-io.ts';

/** How long sockets of this machine may take, ms. */
const patience = { timeout: 30_000 };

test('[PLA-15] a socket without a ticket is cut off in time, and one whose ticket is still being checked is not', async () => {
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const clock = new StandingClock();
  const gateway = new Gateway(String);
  const checks: (() => void)[] = [];
  const server = startSocketServer({
    ...{ http, gateway, clock, random: { id: () => 'x' } as never, origins: [], limited: false, proxies: 0 },
    ...{ pingInterval: 25_000, pingTimeout: 20_000, ticketTimeout: 5_000 },
    unidentifiedConnections: new UnidentifiedConnections({ proxies: 0, on: false }),
    identify: (ticket) => new Promise((resolve) => checks.push(() => resolve({ accountId: ticket, sessionId: ticket }))),
  });
  const { port } = http.address() as AddressInfo;
  const silent = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await once(silent, 'message');
  const late = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false, auth: { token: 'a ticket' } });
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
