import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Client, type Room } from '@colyseus/sdk';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { enrol } from '@unspoken/world/enrol';
import { Installation } from '@unspoken/world/installation';
import { freePort } from '@unspoken/world/redis';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { percentile } from './figures.ts';

/**
 * `npm run bench:matchmaking -- --people 40 --seconds 10 --rounds 3`: so many people press Connect over and over, leave the room as soon as
 * both have been told of it, and press again. One process with its own memory, three over Redis, both with every room in PostgreSQL
 * before anybody hears of it; beside them Colyseus, which records nothing. Rounds of the three alternate.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const [people, span, rounds] = [Number(values.people), Number(values.seconds) * 1_000, Number(values.rounds)];

/** When the two of a room pressed, and when they were told. */
class Rooms {
  readonly latencies: number[] = [];
  readonly #halves = new Map<string, { pressed: number; told: number }>();

  note(room: string, pressed: number): void {
    const told = performance.now();
    const half = this.#halves.get(room);
    if (!half) {
      this.#halves.set(room, { pressed, told });
      return;
    }
    this.#halves.delete(room);
    // From the second press to the second who is told.
    this.latencies.push(Math.max(told, half.told) - Math.max(pressed, half.pressed));
  }
}

/** A contestant: has everybody meet for so many ms, and answers how long each pairing took. */
interface Contestant {
  readonly name: string;
  meet(span: number): Promise<number[]>;
  stop(): Promise<unknown>;
}

let presses = 0;

async function unspoken(name: string, processes: number, environment: Readonly<Record<string, string>>): Promise<Contestant> {
  const installation = await Installation.start(processes, environment);
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const sockets: Socket[] = [];
  for (const [i, { token }] of (await enrol(database, people)).entries()) {
    const origin = installation.nodes[i % processes]?.origin;
    const socket = io(origin, { transports: ['websocket'], forceNew: true, auth: { token } });
    await new Promise<void>((resume) => socket.once('connect', () => resume()));
    sockets.push(socket);
  }
  const hasRoom = (socket: Socket, clickID: string): Promise<string> =>
    new Promise((resolve) => {
      const listen = (event: MatchmakerEvent) => {
        if (event.clickID !== clickID || event.roomID === undefined) return;
        socket.off('matchmakerEvent', listen);
        resolve(event.roomID);
      };
      socket.on('matchmakerEvent', listen);
    });
  return {
    name,
    async meet(span) {
      const rooms = new Rooms();
      const until = performance.now() + span;
      const play = async (socket: Socket) => {
        while (performance.now() < until) {
          const clickID = `press ${++presses}`;
          const pressed = performance.now();
          const room = hasRoom(socket, clickID);
          socket.emit('connectClick', { clickID });
          const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), span));
          const found = await Promise.race([room, late]);
          if (found !== undefined) rooms.note(found, pressed);
          await socket.emitWithAck('cancelClick', { clickID });
        }
      };
      await Promise.all(sockets.map(play));
      return rooms.latencies;
    },
    async stop() {
      for (const socket of sockets) socket.close();
      await database.end();
      await installation.stop();
    },
  };
}

async function colyseus(): Promise<Contestant> {
  const port = await freePort();
  const server = spawn(process.execPath, [new URL('./colyseus-server.ts', import.meta.url).pathname], {
    env: { ...process.env, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resume) => server.stdout.on('data', (part: Buffer) => part.includes('listening') && resume()));
  const client = new Client(`ws://127.0.0.1:${port}`);
  return {
    name: 'Colyseus, one process, no record',
    async meet(span) {
      const rooms = new Rooms();
      const until = performance.now() + span;
      const play = async () => {
        while (performance.now() < until) {
          const pressed = performance.now();
          const room: Room = await client.joinOrCreate('pair');
          const paired = new Promise<boolean>((resolve) => {
            room.onMessage('paired', () => resolve(true));
            setTimeout(() => resolve(false), span);
          });
          if (await paired) rooms.note(room.roomId, pressed);
          await room.leave();
        }
      };
      await Promise.all(Array.from({ length: people }, play));
      return rooms.latencies;
    },
    async stop() {
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

const contestants = [
  await unspoken('one process, PostgreSQL', 1, { REDIS_URL: '' }),
  await unspoken('three processes, Redis, PostgreSQL', 3, {}),
  await colyseus(),
];
const found = new Map<string, { perSecond: number[]; latencies: number[] }>();
for (let round = 0; round <= rounds; round++)
  for (const contestant of contestants) {
    // The first round only warms.
    const latencies = await contestant.meet(round === 0 ? span / 4 : span);
    if (round === 0) continue;
    const row = found.get(contestant.name) ?? { perSecond: [], latencies: [] };
    row.perSecond.push(latencies.length / (span / 1_000));
    row.latencies.push(...latencies);
    found.set(contestant.name, row);
  }
process.stdout.write(`${people} people at once, ${rounds} rounds of ${span / 1_000} s\n\n`);
process.stdout.write(`${''.padEnd(38)}pairs/s (least to most)      p50       p99\n`);
for (const [name, { perSecond, latencies }] of found) {
  const most = Math.max(...perSecond).toFixed(0);
  const least = Math.min(...perSecond).toFixed(0);
  const ms = (share: number) => `${percentile(latencies, share).toFixed(1)} ms`.padStart(10);
  process.stdout.write(
    `${`${name.padEnd(38)}${percentile(perSecond, 0.5).toFixed(0).padStart(6)} (${least} to ${most})`.padEnd(62)}${ms(0.5)}${ms(0.99)}\n`,
  );
}
for (const contestant of contestants) await contestant.stop();
process.exit(0);
