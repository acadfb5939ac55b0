import { accountChanged } from '@unspoken/contract/presence';
import type { SocketEvent } from '@unspoken/encounter/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSocket } from './socket.ts';

/** What socket.io is asked, and what it tells when the test says so. */
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
    tell: (event: string, of?: unknown) => on.get(event)?.(of),
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

/** How the server answers who asks for a ticket. */
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
  const heard: SocketEvent[] = [];
  const unlisten = socket.listen((event) => heard.push(event));
  return { socket, heard, unlisten };
}
const given = () => new Promise<{ token: string; tab: string }>((give) => wire.options.auth((of) => give(of as never)));

test('[PRE-4] every attempt fetches a ticket of its own, under one name for the page', async () => {
  opened();
  let tickets = 0;
  ticket = () => Response.json({ token: `ticket ${++tickets}`, expiresAt: 0 });
  const [first, second] = [await given(), await given()];
  expect([first.token, second.token]).toEqual(['ticket 1', 'ticket 2']);
  expect(first.tab).toMatch(/./);
  expect(second.tab).toBe(first.tab);
});

test('[ACC-6] where the sign-in is over the account is read anew; where the server is away it is not', async () => {
  opened();
  ticket = () => Response.json({ error: 'sign_in_required', message: '' }, { status: 401 });
  expect(await given()).toMatchObject({ token: '' });
  expect(accountRead).toBe(1);
  ticket = () => Response.error();
  expect(await given()).toMatchObject({ token: '' });
  expect(accountRead).toBe(1);
});

test('[MOD-17] what the server says becomes an event, and a change of the account is read', () => {
  const { heard, unlisten } = opened();
  wire.tell('connect');
  wire.tell('snapshot', { now: 1 });
  wire.tell('matchmakerEvent', { type: 'connectRecieved' });
  wire.tell('room:message', { seq: 1 });
  wire.tell('room:begin', { startsAt: 2 });
  expect(heard).toEqual([
    { type: 'socket connected' },
    { type: 'snapshot arrived', snapshot: { now: 1 } },
    { type: 'matchmaker spoke', event: { type: 'connectRecieved' } },
    { type: 'room message arrived', message: { seq: 1 } },
    { type: 'start announced', begin: { startsAt: 2 } },
  ]);
  wire.tell(accountChanged);
  expect(accountRead).toBe(1);
  unlisten();
  wire.tell('connect');
  expect(heard).toHaveLength(5);
});

test('[ENC-23] a socket that the server closed is opened anew, and any other is left to socket.io', () => {
  const { heard } = opened();
  wire.tell('disconnect', 'transport close');
  expect([heard, wire.connects]).toEqual([[{ type: 'socket disconnected' }], 0]);
  wire.tell('disconnect', 'io server disconnect');
  expect(wire.connects).toBe(1);
});

test('[ENC-23] refused at the door, it tries again after two to four seconds, unless it is closed before', () => {
  const { socket } = opened();
  wire.tell('connect_error');
  vi.advanceTimersByTime(10_000);
  // socket.io goes on by itself.
  expect(wire.connects).toBe(0);
  wire.active = false;
  wire.tell('connect_error');
  vi.advanceTimersByTime(1_999);
  expect(wire.connects).toBe(0);
  vi.advanceTimersByTime(2_001);
  expect(wire.connects).toBe(1);
  wire.tell('connect_error');
  socket.close();
  vi.advanceTimersByTime(10_000);
  expect([wire.connects, wire.closed]).toEqual([1, true]);
});

test('[SIDE-4] without a line nothing is sent, and nothing is kept to be sent later', () => {
  const { socket } = opened();
  socket.emit('room:send', { n: 1 });
  expect([socket.isConnected(), wire.emitted]).toEqual([false, []]);
  wire.connected = true;
  wire.tell('connect');
  expect([socket.isConnected(), wire.emitted]).toEqual([true, []]);
  const answered = () => {};
  socket.emit('room:send', { n: 2 }, answered);
  socket.emit('presence', { state: 'present' });
  expect(wire.emitted).toEqual([
    ['room:send', { n: 2 }, answered],
    ['presence', { state: 'present' }],
  ]);
});
