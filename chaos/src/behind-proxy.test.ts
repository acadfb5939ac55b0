import { get } from 'node:https';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { enrol } from '@unspoken/world/enrol';
import { Installation } from '@unspoken/world/installation';
import { freePort } from '@unspoken/world/redis';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { findCaddy, findPostgres, findRedis } from '../../tools/programs.mjs';
import { startCaddy } from './caddy.ts';

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

const openSocket = async (origin: string, ca: string, token: string): Promise<Socket> => {
  const socket = io(origin, { transports: ['websocket'], forceNew: true, auth: { token }, ca });
  // As the web client does: whoever is told to come anew comes anew.
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && socket.connect());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

const room = (socket: Socket): Promise<MatchmakerEvent> =>
  new Promise((resolve) => {
    socket.on('matchmakerEvent', (event: MatchmakerEvent) => event.roomID !== undefined && resolve(event));
  });

if (findCaddy() && findPostgres() && findRedis())
  test('[OPS-10] the parts that are shipped, behind the proxy: TLS, sockets, and a process that is exchanged without a refusal', async () => {
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const installation = await Installation.start(2, { PUBLIC_URL: origin, TRUST_PROXY: 'on' });
    const database = new pg.Pool({ connectionString: installation.databaseUrl });
    const proxy = await startCaddy(
      port,
      installation.nodes.map((node) => `127.0.0.1:${node.port}`),
    );
    const { ca } = proxy;
    const ask = (path: string) =>
      new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
        get(`${origin}${path}`, { ca }, (answer) => {
          answer.resume();
          answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers }));
        }).once('error', reject);
      });
    try {
      const page = await ask('/');
      expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age')]);
      for (const [path, status] of [
        ['/healthz', 200],
        ['/metrics', 404],
        ['/readyz', 404],
      ] as const)
        expect((await ask(path)).status, path).toBe(status);
      const [ann, ben] = await enrol(database, 2);
      const sockets = [await openSocket(origin, ca, ann?.token ?? ''), await openSocket(origin, ca, ben?.token ?? '')] as const;
      const rooms = sockets.map(room);
      for (const [i, socket] of sockets.entries()) socket.emit('connectClick', { clickID: `press ${i}` });
      const [first, second] = await Promise.all(rooms);
      expect(first?.roomID).toBe(second?.roomID);
      expect([first?.position, second?.position].sort()).toEqual([1, 2]);
      // While a process is exchanged, nobody who asks is refused.
      const answers = new Set<number | undefined>();
      let isOver = false;
      const asking = (async () => {
        while (!isOver) {
          answers.add((await ask('/api/v1/configuration')).status);
          await wait(20);
        }
      })();
      for (const node of installation.nodes) {
        await node.signal('SIGTERM');
        await node.start();
        // The proxy looks every two seconds whether it is back.
        await wait(3_000);
      }
      isOver = true;
      await asking;
      expect([...answers]).toEqual([200]);
      for (const socket of sockets) socket.close();
    } finally {
      await proxy.stop();
      await database.end();
      await installation.stop();
    }
  });
else test.skip('behind the proxy: Caddy, PostgreSQL or Redis is not installed', () => {});
