import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { accountChanged } from '@unspoken/contract/presence';
import type { SocketEvent } from '@unspoken/encounter/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSocket } from './socket.ts';

/** A fake socket.io: records what it is asked, and emits events for the test. */
const wire = vi.hoisted(() => {
  const on = new Map<string, (of: unknown) => void>();
  return {
    on,
    connected: false,
    /** What each attempt to connect presented. */
    attempts: [] as { token: string; tab: string }[],
    auth: { token: '', tab: '' },
    emitted: [] as unknown[][],
    closed: false,
    receive: (event: string, of?: unknown) => on.get(event)?.(of),
  };
});
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: (event: string, listener: (of: unknown) => void) => wire.on.set(event, listener),
    connect: () => wire.attempts.push(wire.auth),
    emit: (...of: unknown[]) => wire.emitted.push(of),
    close: () => {
      wire.closed = true;
    },
    get connected() {
      return wire.connected;
    },
    set auth(auth: typeof wire.auth) {
      wire.auth = auth;
    },
  }),
}));

/** How the server answers a request for a ticket. */
let ticket: () => Response;
let tickets = 0;
let accountRead = 0;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  vi.stubGlobal('fetch', async () => ticket());
  ticket = () => Response.json({ token: `ticket ${++tickets}`, expiresAt: 0 });
  Object.assign(wire, { connected: false, attempts: [], emitted: [], closed: false });
  [tickets, accountRead] = [0, 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened() {
  const socket = openSocket(() => accountRead++);
  const events: SocketEvent[] = [];
  const unlisten = socket.listen((event) => events.push(event));
  return { socket, events, unlisten };
}
const presented = () => wire.attempts.map(({ token }) => token);
/** Lets answers arrive, and then this time pass, ms. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('[PRE-4] every attempt fetches a ticket of its own, under one id for the page', async () => {
  opened();
  await pass();
  wire.receive('connect_error');
  await pass(4_000);
  expect(presented()).toEqual(['ticket 1', 'ticket 2']);
  const [first, second] = wire.attempts;
  expect(first?.tab).toMatch(/./);
  expect(second?.tab).toBe(first?.tab);
});

test('[ACC-6] the account is read again when the session has ended, but not when the server is unreachable', async () => {
  ticket = () => Response.json({ error: 'sign_in_required', message: '' }, { status: 401 });
  opened();
  await pass();
  expect([accountRead, presented()]).toEqual([1, []]);
  ticket = () => Response.error();
  await pass(4_000);
  expect([accountRead, presented()]).toEqual([1, []]);
});

test('[MOD-17] messages of the server become events, and a change of the account is read', () => {
  const { events, unlisten } = opened();
  wire.receive('connect');
  wire.receive('snapshot', { now: 1 });
  wire.receive('matchmakerEvent', { type: matchmakerEvents.connectReceived });
  wire.receive('room:message', { seq: 1 });
  wire.receive('room:begin', { startsAt: 2 });
  expect(events).toEqual([
    { type: 'socket connected' },
    { type: 'snapshot arrived', snapshot: { now: 1 } },
    { type: 'matchmaker event arrived', event: { type: matchmakerEvents.connectReceived } },
    { type: 'room message arrived', message: { seq: 1 } },
    { type: 'start announced', begin: { startsAt: 2 } },
  ]);
  wire.receive(accountChanged);
  expect(accountRead).toBe(1);
  unlisten();
  wire.receive('connect');
  expect(events).toHaveLength(5);
});

test('[ENC-23] a socket that the server closed is reopened at once, one that was lost within four seconds', async () => {
  const { events } = opened();
  await pass();
  wire.receive('disconnect', 'io server disconnect');
  await pass();
  expect([events, tickets]).toEqual([[{ type: 'socket disconnected' }], 2]);
  wire.receive('disconnect', 'transport close');
  await pass();
  expect(tickets).toBe(2);
  await pass(4_000);
  expect(tickets).toBe(3);
});

test('[PRE-21] attempts after a loss are spread over four seconds, and those that follow do not fall into step', async () => {
  const random = vi.spyOn(Math, 'random');
  for (const [share, first, later] of [
    [0.25, 1_000, 2_000],
    [0.5, 2_000, 3_000],
    [0.999, 3_996, 4_996],
  ] as const) {
    random.mockReturnValue(share);
    [tickets, ticket] = [0, () => Response.error()];
    const { socket } = opened();
    await pass();
    let asked = 0;
    ticket = () => {
      asked++;
      return Response.error();
    };
    for (const [times, pause] of [first, later, later].entries()) {
      await pass(pause - 1);
      expect(asked, `${share}: ${times}`).toBe(times);
      await pass(1);
      expect(asked, `${share}: ${times}`).toBe(times + 1);
    }
    socket.close();
  }
  random.mockRestore();
});

test('[PRE-20] [PRE-21] a page that returns reads its account again within ten seconds, once', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  opened();
  await pass();
  wire.receive('connect');
  await pass(10_000);
  expect(accountRead).toBe(0);
  wire.receive('disconnect', 'transport close');
  wire.receive('connect');
  await pass(4_999);
  expect(accountRead).toBe(0);
  await pass(1);
  expect(accountRead).toBe(1);
  wire.receive('connect');
  wire.receive(accountChanged);
  await pass(10_000);
  expect(accountRead).toBe(2);
  random.mockRestore();
});

test('a socket that is closed is not opened again, and its page reads nothing', async () => {
  const { socket } = opened();
  socket.close();
  await pass(10_000);
  expect([presented(), wire.closed]).toEqual([[], true]);
  wire.receive('connect');
  wire.receive('disconnect', 'transport close');
  wire.receive('connect');
  wire.receive('disconnect', 'transport close');
  socket.close();
  await pass(10_000);
  expect([presented(), tickets, accountRead]).toEqual([[], 1, 0]);
});

test('[SIDE-4] while disconnected nothing is sent, and nothing is queued', () => {
  const { socket } = opened();
  socket.emit('room:send', { n: 1 });
  expect([socket.isConnected(), wire.emitted]).toEqual([false, []]);
  wire.connected = true;
  wire.receive('connect');
  expect([socket.isConnected(), wire.emitted]).toEqual([true, []]);
  const answered = () => {};
  socket.emit('room:send', { n: 2 }, answered);
  socket.emit('presence', { state: 'present' });
  expect(wire.emitted).toEqual([
    ['room:send', { n: 2 }, answered],
    ['presence', { state: 'present' }],
  ]);
});
