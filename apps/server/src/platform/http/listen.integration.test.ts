import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { bareHttpServer } from '@unspoken/testing/http-server';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../../../tools/free-port.ts';
import { systemClock } from '../clock.ts';
import { listen } from './listen.ts';
import { endHttp } from './server.ts';

const host = '127.0.0.1';
/** A server that only ends when its time is up never ends. */
const clock = { ...systemClock, after: () => () => {} };
const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function open(port = 0) {
  const app = await bareHttpServer({ proxies: 1 });
  const asked: (() => void)[] = [];
  app.get('/slow', () => new Promise((resolve) => asked.push(() => resolve('answered'))));
  let isOpen = true;
  const end = async () => {
    if (isOpen) await endHttp(app, clock, 15_000);
    isOpen = false;
  };
  ended.push(end);
  return { app, end, asked, port: await listen(app, { port, host }) };
}

/** A client that has sent a request, and what it has received. */
function request(port: number) {
  const socket: Socket = connect(port, host);
  ended.push(() => socket.destroy());
  const received = { text: '', error: '' };
  socket.on('data', (part) => {
    received.text += String(part);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    received.error = error.code ?? '';
  });
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  return received;
}

test('[PLA-34] a process whose turns take long accepts many connections in each of them', async () => {
  const { app, port } = await open();
  let accepted = 0;
  app.server.on('connection', () => {
    accepted += 1;
  });
  const many = 400;
  const program = `for (let i = 0; i < ${many}; i++) require('node:net').connect(${port}, '${host}').on('error', () => {})`;
  const clients = spawn(process.execPath, ['-e', program]);
  ended.push(() => clients.kill());
  await expect.poll(() => accepted).toBeGreaterThan(0);
  let turns = 0;
  const before = accepted;
  await new Promise<void>((resume) => {
    const turn = () => {
      turns += 1;
      // All of them have connected, as far as they know, long before the last is accepted.
      for (const until = performance.now() + 20; performance.now() < until; );
      if (accepted < many && turns < 2 * many) setImmediate(turn);
      else resume();
    };
    turn();
  });
  expect(accepted).toBe(many);
  // One in each turn would take as many turns as connections.
  expect(turns).toBeLessThan(Math.max(20, (many - before) / 4));
});

test('[PLA-34] a port at which another process listens is refused', async () => {
  const { port } = await open();
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  ended.push(() => other.close());
  await expect(open((other.address() as { port: number }).port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('[PLA-34] a given port is listened at, and is free again afterwards', async () => {
  const given = await freePort();
  for (let i = 0; i < 2; i++) {
    const { port, end } = await open(given);
    expect(port).toBe(given);
    await end();
  }
});

test('[OPS-8] on whichever socket they came, open requests are answered before a server has closed, and nothing is accepted any more', async () => {
  const { asked, end, port } = await open();
  const count = 64;
  const clients = Array.from({ length: count }, () => request(port));
  await expect.poll(() => asked.length).toBe(count);
  let hasClosed = false;
  const closed = end().then(() => {
    hasClosed = true;
  });
  const late = Array.from({ length: count }, () => request(port));
  await expect.poll(() => late.filter(({ error }) => error !== '').length).toBe(count);
  expect(hasClosed).toBe(false);
  for (const answer of asked) answer();
  await closed;
  await expect.poll(() => clients.filter(({ text }) => text.endsWith('answered')).length).toBe(count);
  for (const { text } of clients) expect(text.toLowerCase()).toContain('connection: close');
  expect(asked).toHaveLength(count);
});
