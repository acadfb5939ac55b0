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
    options: {} as { auth: (give: (of: unknown) => void) => void },
    connected: false,
    active: true,
    connects: 0,
    emitted: [] as unknown[][],
    closed: false,
    receive: (event: string, of?: unknown) => on.get(event)?.(of),
  };
});
vi.mock('socket.io-client', () => ({
  io: (options: typeof wire.options) => {
    wire.options = options;
    return {
      on: (event: string, listener: (of: unknown) => void) => wire.on.set(event, listener),
      connect: () => wire.connects++,
      emit: (...of: unknown[]) => wire.emitted.push(of),
      close: () => {
        wire.closed = true;
      },
      get connected() {
        return wire.connected;
      },
      get active() {
        return wire.active;
      },
    };
  },
}));

/** How the server answers a request for a ticket. */
let ticket: () => Response;
let accountRead = 0;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
  vi.stubGlobal('fetch', async () => ticket());
  ticket = () => Response.json({ token: 'a ticket', expiresAt: 0 });
  Object.assign(wire, { connected: false, active: true, connects: 0, emitted: [], closed: false });
  accountRead = 0;
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
const credentials = () =>
  new Promise<{ token: string; tab: string }>((resolve) => wire.options.auth((payload) => resolve(payload as never)));

test('[PRE-4] every attempt fetches a ticket of its own, under one id for the page', async () => {
  opened();
  let tickets = 0;
  ticket = () => Response.json({ token: `ticket ${++tickets}`, expiresAt: 0 });
  const [first, second] = [await credentials(), await credentials()];
  expect([first.token, second.token]).toEqual(['ticket 1', 'ticket 2']);
  expect(first.tab).toMatch(/./);
  expect(second.tab).toBe(first.tab);
});

test('[ACC-6] the account is read again when the session has ended, but not when the server is unreachable', async () => {
  opened();
  ticket = () => Response.json({ error: 'sign_in_required', message: '' }, { status: 401 });
  expect(await credentials()).toMatchObject({ token: '' });
  expect(accountRead).toBe(1);
  ticket = () => Response.error();
  expect(await credentials()).toMatchObject({ token: '' });
  expect(accountRead).toBe(1);
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

test('[ENC-23] a socket that the server closed is reopened, and any other is left to socket.io', () => {
  const { events } = opened();
  wire.receive('disconnect', 'transport close');
  expect([events, wire.connects]).toEqual([[{ type: 'socket disconnected' }], 0]);
  wire.receive('disconnect', 'io server disconnect');
  expect(wire.connects).toBe(1);
});

test('[ENC-23] a socket refused at the handshake tries again after two to four seconds, unless it is closed before', () => {
  const { socket } = opened();
  wire.receive('connect_error');
  vi.advanceTimersByTime(10_000);
  // socket.io retries by itself.
  expect(wire.connects).toBe(0);
  wire.active = false;
  wire.receive('connect_error');
  vi.advanceTimersByTime(1_999);
  expect(wire.connects).toBe(0);
  vi.advanceTimersByTime(2_001);
  expect(wire.connects).toBe(1);
  wire.receive('connect_error');
  socket.close();
  vi.advanceTimersByTime(10_000);
  expect([wire.connects, wire.closed]).toEqual([1, true]);
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
