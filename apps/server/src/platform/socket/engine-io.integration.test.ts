import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cutOff, holdWrites, releaseWrites, unreadBytes, type Wire } from './engine-io.ts';

let http: HttpServer;
let io: Server;
let port: number;
beforeEach(async () => {
  http = createServer();
  io = new Server(http, { transports: ['websocket'] });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  port = (http.address() as AddressInfo).port;
});
afterEach(() => io.close());

const path = '/socket.io/?EIO=4&transport=websocket';
const connected = () => once(io.engine, 'connection').then(([wire]) => wire as Wire);

/** A client that completes the handshake, and then reads nothing. */
async function deafClient(): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  const key = Buffer.alloc(16).toString('base64');
  const headers = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  client.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
  client.pause();
  return client;
}

test('what a client does not read is counted, to the byte it began with', async () => {
  const opened = connected();
  const client = await deafClient();
  const wire = await opened;
  expect(unreadBytes(wire)).toBe(0);
  const megabyte = 'x'.repeat(1_000_000);
  for (let i = 0; i < 20; i++) wire.send(megabyte);
  await expect.poll(() => unreadBytes(wire)).toBeGreaterThan(1_000_000);
  client.destroy();
});

test('a wire is cut off without a closing handshake, even if its client reads nothing', async () => {
  const opened = connected();
  const client = await deafClient();
  const wire = await opened;
  const ended = once(client, 'close');
  const closed = once(wire, 'close');
  cutOff(wire);
  expect((await closed)[0]).toBe('forced close');
  client.resume();
  await ended;
});

test('a held wire writes nothing, and everything in order once it is released', async () => {
  const opened = connected();
  const client = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  const received: string[] = [];
  client.on('message', (data) => received.push(String(data)));
  const wire = await opened;
  await expect.poll(() => received.length).toBe(1);
  received.length = 0;
  await expect.poll(() => holdWrites(wire)).toBe(true);
  expect(holdWrites(wire)).toBe(false);
  wire.send('one');
  wire.send('two');
  // A message of the client is answered only after everything that was written before it.
  const pong = once(client, 'pong');
  client.ping();
  await pong;
  expect(received).toEqual([]);
  releaseWrites(wire, true);
  await expect.poll(() => received).toEqual(['4one', '4two']);
  client.terminate();
});
