import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { type MemberSocket, startWorld } from '@unspoken/testing/world';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { percentile } from '../../../tools/figures.ts';

/**
 * Pairing latency: from the second connect request until both clients have the room, over real sockets to a whole server on an
 * embedded database, compared in the same run with a bare Socket.IO server that echoes. Rounds of the two alternate, so that
 * other load on the machine affects both. `--clients` people are paired two by two, `--rounds` times.
 */
const option = (name: string, fallback: number): number => {
  const index = process.argv.indexOf(`--${name}`);
  const value = index < 0 ? fallback : Number(process.argv[index + 1]);
  if (!Number.isInteger(value) || value < 2) throw new Error(`--${name} takes a whole number of at least 2`);
  return value;
};

/** The baseline: a server in a thread of its own that echoes each payload. */
async function startEcho(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: 'echo' });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

function serveEcho(): void {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  server.on('connection', (socket) => socket.onAny((_event, payload, answer) => answer(payload)));
  http.listen(0, '127.0.0.1', () => parentPort?.postMessage((http.address() as AddressInfo).port));
}

const hasRoom = (socket: MemberSocket): Promise<string> =>
  new Promise((resolve) => {
    const listener = (event: string, payload: MatchmakerEvent) => {
      if (event !== 'matchmakerEvent' || payload.roomID === undefined) return;
      socket.raw.offAny(listener);
      resolve(payload.roomID);
    };
    socket.raw.onAny(listener);
  });

/** One pairing: the first waits, the second makes a request; returns the ms until both have the room. Then both leave it. */
async function pairOnce(first: MemberSocket, second: MemberSocket, round: number): Promise<number> {
  const rooms = Promise.all([hasRoom(first), hasRoom(second)]);
  await first.emit('connectClick', { clickID: `first ${round}` });
  const requestedAt = performance.now();
  second.raw.emit('connectClick', { clickID: `second ${round}` });
  const [roomID] = await rooms;
  const latency = performance.now() - requestedAt;
  await first.emit('cancelClick', { clickID: `first ${round}` });
  await second.emit('cancelClick', { clickID: `second ${round}` });
  // The record of the room must be closed before its people connect again.
  await new Promise((resume) => setTimeout(resume, 30));
  if (!roomID) throw new Error('no room');
  return latency;
}

async function main(): Promise<void> {
  const clients = option('clients', 20);
  const rounds = option('rounds', 30);
  const world = await startWorld();
  const echo = await startEcho();
  const sockets: MemberSocket[] = [];
  for (let i = 0; i < clients; i++) sockets.push(await (await world.member(`Bench${i}`)).socket());
  const bare: Socket = io(echo.url, { transports: ['websocket'] });
  await new Promise<void>((resolve) => bare.once('connect', resolve));
  const [pairing, echoing]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i + 1 < clients; i += 2) {
      pairing.push(await pairOnce(sockets[i] as MemberSocket, sockets[i + 1] as MemberSocket, round));
      const asked = performance.now();
      await bare.emitWithAck('connectClick', { clickID: `echo ${round}` });
      echoing.push(performance.now() - asked);
    }
  }
  const row = (name: string, values: readonly number[]) =>
    `${name.padEnd(28)} ${percentile(values, 0.5).toFixed(2).padStart(8)} ms ${percentile(values, 0.99).toFixed(2).padStart(8)} ms\n`;
  process.stdout.write(
    `${pairing.length} pairings by ${clients} people, ${rounds} rounds\n\n${''.padEnd(28)}      p50         p99\n`,
  );
  process.stdout.write(row('second click to both rooms', pairing) + row('bare Socket.IO echo', echoing));
  process.stdout.write(
    `ratio ${(percentile(pairing, 0.5) / percentile(echoing, 0.5)).toFixed(1)} at p50, ${(percentile(pairing, 0.99) / percentile(echoing, 0.99)).toFixed(1)} at p99\n`,
  );
  bare.close();
  for (const socket of sockets) socket.close();
  await echo.stop();
  await world.close();
}

if (workerData === 'echo') serveEcho();
else await main();
