import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { IceServers } from '@unspoken/contract/encounters';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { hasRelay, startRelay } from '@unspoken/testing/relay';
import { TurnClient, turnAddress } from '@unspoken/turn-client/turn-client';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import { findCaddy, findPostgres, findRedis } from '../../../tools/programs.mjs';
import { startCaddy } from './caddy.ts';

const openSocket = async (origin: string, ca: string, ticketOf: () => Promise<string>): Promise<Socket> => {
  const auth = (give: (data: object) => void) =>
    void ticketOf()
      .then((token) => give({ token }))
      .catch(() => give({}));
  const socket = io(origin, { transports: ['websocket'], forceNew: true, auth, ca });
  // As the web client does: reconnect when the server has asked for it.
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

const secretOfRelay = 'what coturn and the product share here';

if (findCaddy() && findPostgres() && findRedis() && hasRelay())
  test('[OPS-10] the shipped parts work behind the proxy: TLS, sockets, mails of the worker, the relay, and the replacement of a process without a refused request', async () => {
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const relay = await startRelay(secretOfRelay);
    const settings = {
      NODE_ENV: 'production',
      LIMITS: 'on',
      PUBLIC_URL: origin,
      TRUST_PROXY: 'on',
      TURN_URLS: `turn:127.0.0.1:${relay.port}?transport=udp,turn:127.0.0.1:${relay.port}?transport=tcp`,
      TURN_SECRET: secretOfRelay,
    };
    const installation = await Installation.start(2, { ...settings, PROCESS_ROLE: 'web' });
    const web = [...installation.nodes];
    const worker = await installation.add({ ...settings, PROCESS_ROLE: 'worker' });
    const database = new pg.Pool({ connectionString: installation.databaseUrl });
    const proxy = await startCaddy(
      port,
      web.map((node) => `127.0.0.1:${node.port}`),
    );
    const { ca } = proxy;
    const call = (path: string, { token, body }: { token?: string; body?: Record<string, string> } = {}) =>
      new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
        const headers = {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
        };
        request(`${origin}${path}`, { ca, headers, method: body ? 'POST' : 'GET' }, (answer) => {
          let text = '';
          answer.on('data', (part: Buffer) => {
            text += part.toString();
          });
          answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: text }));
        })
          .once('error', reject)
          .end(body && new URLSearchParams(body).toString());
      });
    try {
      const page = await call('/');
      expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age')]);
      for (const [path, status] of [
        ['/healthz', 200],
        ['/metrics', 404],
        ['/readyz', 404],
      ] as const)
        expect((await call(path)).status, path).toBe(status);
      const [ann, ben] = await enrol(database, 2);
      const ticketOf =
        (token = '') =>
        async (): Promise<string> =>
          JSON.parse((await call('/api/v1/realtime/auth', { token })).body).token;
      const sockets = [
        await openSocket(origin, ca, ticketOf(ann?.token)),
        await openSocket(origin, ca, ticketOf(ben?.token)),
      ] as const;
      const rooms = sockets.map(room);
      for (const [i, socket] of sockets.entries()) socket.emit('connectClick', { clickID: `press ${i}` });
      const [first, second] = await Promise.all(rooms);
      expect(first?.roomID).toBe(second?.roomID);
      expect([first?.position, second?.position].sort()).toEqual([1, 2]);
      // A member in a room is sent credentials for the relay, and the relay accepts them.
      const ice: IceServers = JSON.parse((await call('/api/v1/iceservers', { token: ann?.token ?? '' })).body);
      const ofRelay = ice.iceServers.find(({ credential }) => credential !== undefined);
      expect(ofRelay?.urls).toHaveLength(2);
      for (const url of ofRelay?.urls ?? []) {
        const { username = '', credential = '' } = ofRelay ?? {};
        const client = await TurnClient.open(turnAddress(url), { username, credential });
        expect(await client.allocate(4), url).toBe(0);
        await client.close();
      }
      // A mail accepted by a web process while no worker runs is sent by the worker once it runs.
      const address = `member-${ben?.accountId}@example.org`;
      await worker.signal('SIGKILL');
      expect((await call('/api/v1/account/startrecoverpassword', { body: { email: address } })).status).toBe(200);
      await wait(2_000);
      expect(installation.mail.taken).toEqual([]);
      await worker.start();
      await expect.poll(() => installation.mail.taken.map(({ to }) => to), { timeout: 20_000 }).toEqual([address]);
      // A worker serves only monitoring.
      expect((await fetch(`${worker.origin}/`)).status).toBe(503);
      // While processes are replaced, no request is refused.
      const answers = new Set<number | undefined>();
      let isOver = false;
      const polling = (async () => {
        while (!isOver) {
          answers.add((await call('/api/v1/configuration')).status);
          await wait(20);
        }
      })();
      for (const node of web) {
        await node.signal('SIGTERM');
        await node.start();
        // The proxy checks the health of its upstreams every two seconds.
        await wait(3_000);
      }
      isOver = true;
      await polling;
      expect([...answers]).toEqual([200]);
      for (const socket of sockets) socket.close();
    } finally {
      await proxy.stop();
      await database.end();
      await installation.stop();
      await relay.stop();
    }
  });
else test.skip('behind the proxy: Caddy, PostgreSQL, Redis or coturn is not installed', () => {});
