import { startSocketServerBed } from '@unspoken/testing/socket-server-bed';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { LocalBus } from '../local-bus.ts';
import { Dismissal } from './dismissal.ts';

/** How long sockets of this machine may take, ms. */
const patience = { timeout: 30_000 };

test('[PRE-22] a process that ends closes 25 sockets at a time, 100 ms apart; the others are still served', async () => {
  const { server, gateway, clock, host } = await startSocketServerBed({
    identify: async (ticket) => ({ accountId: ticket, sessionId: ticket }),
  });
  const closed: string[] = [];
  const sockets: Socket[] = [];
  for (let i = 0; i < 35; i++) {
    const socket = io(`http://${host}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: `ticket ${i}` },
    });
    socket.on('disconnect', (reason) => closed.push(reason));
    sockets.push(socket);
  }
  await expect.poll(() => gateway.size, patience).toBe(35);
  const dismissed = new Dismissal({ bus: new LocalBus(), gateway, clock }).dismiss();
  await expect.poll(() => closed.length, patience).toBe(25);
  expect(gateway.size).toBe(10);
  // An unknown event is answered as long as the socket is served.
  expect(await sockets.at(-1)?.emitWithAck('x')).toMatchObject({ error: 'not_found' });
  await clock.advance(99);
  expect(gateway.size).toBe(10);
  await clock.advance(1);
  await dismissed;
  await expect.poll(() => closed.length, patience).toBe(35);
  expect(gateway.size).toBe(0);
  // Upon this reason the client opens its socket again at once.
  expect([...new Set(closed)]).toEqual(['io server disconnect']);
  await server.close();
});
