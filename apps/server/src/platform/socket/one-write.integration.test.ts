import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { OneWrite } from './one-write.ts';
import type { Wire } from './wires.ts';

test('what is said in one turn arrives in order, and goes out at once; what is said later, later', async () => {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  const oneWrite = new OneWrite();
  const sent: number[] = [];
  io.engine.on('connection', (wire: Wire) => {
    oneWrite.follow(wire);
    wire.on('flush', (packets: readonly unknown[]) => sent.push(packets.length));
  });
  io.on('connection', (socket) => {
    socket.on('say', async (count: number, answered: () => void) => {
      for (let i = 0; i < count; i++) socket.emit('word', i);
      await Promise.resolve();
      answered();
      setTimeout(() => socket.emit('word', 'later'), 50);
    });
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const heard: string[] = [];
  client.on('message', (data) => heard.push(String(data)));
  await once(client, 'open');
  client.send('40');
  await expect.poll(() => heard.length).toBe(2);
  heard.length = 0;
  sent.length = 0;
  client.send('427["say",3]');
  await expect.poll(() => heard).toEqual(['42["word",0]', '42["word",1]', '42["word",2]', '437[]', '42["word","later"]']);
  expect(sent).toEqual([4, 1]);
  client.terminate();
  await io.close();
});
