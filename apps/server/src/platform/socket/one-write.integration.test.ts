import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Wire } from './engine-io.ts';
import { OneWrite } from './one-write.ts';

test('messages of one turn arrive in order and go out in one write; a later message goes out later', async () => {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  const oneWrite = new OneWrite();
  const sent: number[] = [];
  io.engine.on('connection', (wire: Wire) => {
    oneWrite.follow(wire);
    wire.on('flush', (packets: readonly unknown[]) => sent.push(packets.length));
  });
  io.on('connection', (socket) => {
    socket.on('send', async (count: number, acknowledge: () => void) => {
      for (let i = 0; i < count; i++) socket.emit('message', i);
      await Promise.resolve();
      acknowledge();
      setTimeout(() => socket.emit('message', 'later'), 50);
    });
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const received: string[] = [];
  client.on('message', (data) => received.push(String(data)));
  await once(client, 'open');
  client.send('40');
  await expect.poll(() => received.length).toBe(2);
  received.length = 0;
  sent.length = 0;
  client.send('427["send",3]');
  await expect
    .poll(() => received)
    .toEqual(['42["message",0]', '42["message",1]', '42["message",2]', '437[]', '42["message","later"]']);
  expect(sent).toEqual([4, 1]);
  client.terminate();
  await io.close();
});
