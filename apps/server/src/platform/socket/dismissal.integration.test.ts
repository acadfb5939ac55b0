import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { UnidentifiedConnections } from '../http/unidentified-connections.ts';
import { Gateway } from './gateway.ts';
import { startSocketServer } from './socket-io.ts';

/** How long sockets of this machine may take, ms. */
const patience = { timeout: 30_000 };

test('[PRE-22] a process that ends closes a hundred sockets at a time, 50 ms apart; the others are still served', async () => {
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const clock = new StandingClock();
  const gateway = new Gateway(String);
  const server = startSocketServer({
    ...{ http, gateway, clock, random: { id: () => 'x' } as never, origins: [], limited: false, proxies: 0 },
    ...{ pingInterval: 25_000, pingTimeout: 20_000, ticketTimeout: 5_000 },
    unidentifiedConnections: new UnidentifiedConnections({ proxies: 0, on: false }),
    identify: async (ticket) => ({ accountId: ticket, sessionId: ticket }),
  });
  const closed: string[] = [];
  const sockets: Socket[] = [];
  for (let i = 0; i < 120; i++) {
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const socket = io(origin, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token: `ticket ${i}` } });
    socket.on('disconnect', (reason) => closed.push(reason));
    sockets.push(socket);
  }
  await expect.poll(() => gateway.size, patience).toBe(120);
  const dismissed = server.dismiss();
  await expect.poll(() => closed.length, patience).toBe(100);
  expect(gateway.size).toBe(20);
  // An unknown event is answered as long as the socket is served.
  expect(await sockets.at(-1)?.emitWithAck('x')).toMatchObject({ error: 'not_found' });
  await clock.advance(49);
  expect(gateway.size).toBe(20);
  await clock.advance(1);
  await dismissed;
  await expect.poll(() => closed.length, patience).toBe(120);
  expect(gateway.size).toBe(0);
  // Upon this reason the client opens its socket again at once.
  expect([...new Set(closed)]).toEqual(['io server disconnect']);
  await server.close();
});
