import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loginFromToken } from '@unspoken/contract/accounts';
import { cancelClick, connectClick } from '@unspoken/contract/matchmaking';
import { time } from '@unspoken/contract/presence';
import { presenceHeartbeat } from '@unspoken/encounter/actors';
import type { Ports } from '@unspoken/encounter/ports';
import { ServerClock } from '@unspoken/encounter/server-clock';
import { createActor } from 'xstate';
import { browserClock } from '../../../../apps/web/src/encounters/clock.ts';
import { call } from '../../../../apps/web/src/platform/api.ts';
import { openSocket, type RealtimeSocket } from '../../../../apps/web/src/platform/socket.ts';
import { actAsBrowsers, type Browser, count, current, refusals, routeTo, sockets } from './network.ts';

export interface StormMember extends Browser {
  /** Whether they connect repeatedly, each time with whom they are given. */
  readonly pairs: boolean;
}

export type Order =
  | {
      readonly kind: 'arrive';
      readonly members: readonly StormMember[];
      readonly ports: readonly number[];
      readonly beat: number;
    }
  | { readonly kind: 'route'; readonly ports: readonly number[] }
  /** From now on losses and refusals are counted. */
  | { readonly kind: 'storm' }
  /** Asks how many members are present. */
  | { readonly kind: 'count' }
  | { readonly kind: 'report' };

export interface StormReport {
  readonly present: number;
  readonly lost: number;
  /** How long after the loss of their sockets members were present in the lobby again, ms. */
  readonly backs: readonly number[];
  /** The epoch ms at which members were back. */
  readonly backAt: readonly number[];
  readonly refusals: Readonly<Record<string, number>>;
  readonly requested: number;
  readonly opened: number;
  /** How long reading the account took after the return, ms, and at what epoch ms the answer came. */
  readonly accounts: readonly (readonly [at: number, ms: number])[];
  /** Pairings: at what epoch ms both had been notified, and how long that took since the later request, ms. */
  readonly pairings: readonly (readonly [at: number, ms: number])[];
  /** The longest pause of this program, in which it read and sent nothing, ms. */
  readonly pause: number;
}

/**
 * A program of members as the web client has them: its own code opens and reopens the socket, fetches the tickets, reports presence,
 * measures the server's clock and reads the account again. What is left out is the page around it, and the chart of the encounter.
 */
const now = () => performance.timeOrigin + performance.now();
const all: { present: boolean }[] = [];
const delays = monitorEventLoopDelay({ resolution: 20 });
const storm = {
  on: false,
  lost: 0,
  backs: [] as number[],
  backAt: [] as number[],
  accounts: [] as (readonly [number, number])[],
  pairings: [] as (readonly [number, number])[],
};

/** Rooms that one of the two has been notified of. */
const halves = new Map<string, { readonly requestedAt: number }>();
let requests = 0;

function note(roomID: string, requestedAt: number): void {
  const half = halves.get(roomID);
  if (!half) {
    halves.set(roomID, { requestedAt });
    return;
  }
  halves.delete(roomID);
  storm.pairings.push([now(), now() - Math.max(requestedAt, half.requestedAt)]);
}

/** Connects every four to eight seconds, within the limit of connect requests, and leaves the room that it leads to. */
function pair(socket: RealtimeSocket): void {
  let waiting: { readonly clickID: string; readonly requestedAt: number } | undefined;
  const later = () => setTimeout(connect, 4_000 + Math.random() * 4_000);
  const leave = (clickID: string) => socket.emit(cancelClick.event, { clickID });
  const connect = () => {
    later();
    if (!socket.isConnected()) return;
    if (waiting) leave(waiting.clickID);
    const asked = { clickID: `request ${++requests}`, requestedAt: now() };
    waiting = asked;
    socket.emit(connectClick.event, { clickID: asked.clickID }, (answer) => {
      const { error } = answer as { error?: string };
      if (error === undefined) return;
      if (waiting === asked) waiting = undefined;
      if (storm.on) count(`connect request ${error}`);
    });
  };
  socket.listen((event) => {
    if (event.type === 'socket disconnected') waiting = undefined;
    if (event.type !== 'matchmaker event arrived' || event.event.roomID === undefined) return;
    if (waiting === undefined || waiting.clickID !== event.event.clickID) return;
    note(event.event.roomID, waiting.requestedAt);
    leave(waiting.clickID);
    waiting = undefined;
  });
  setTimeout(connect, Math.random() * 6_000);
}

async function arrive({ pairs }: StormMember, beat: number): Promise<void> {
  // A page reads its account when it is opened.
  await call(loginFromToken);
  return new Promise((resume) => {
    const member = { present: false };
    all.push(member);
    let lostAt: number | undefined;
    const readAccount = () => {
      const askedAt = now();
      call(loginFromToken).then(
        () => storm.on && storm.accounts.push([now(), now() - askedAt]),
        () => storm.on && count('account not read'),
      );
    };
    const socket = openSocket(readAccount);
    const clock = browserClock;
    const serverClock = new ServerClock({ clock, socket });
    createActor(presenceHeartbeat, { input: { ports: { socket, clock } as Partial<Ports> as Ports, every: beat } }).start();
    socket.listen(({ type }) => {
      if (type === 'socket connected') serverClock.synchronise(5, 150);
      if (type === 'socket disconnected' && member.present) {
        member.present = false;
        lostAt = now();
        if (storm.on) storm.lost++;
      }
      // What was emitted before is handled before this is answered: the presence, too.
      if (type === 'snapshot arrived')
        socket.emit(time.event, {}, () => {
          if (member.present) return;
          member.present = true;
          resume();
          if (lostAt === undefined || !storm.on) return;
          storm.backs.push(now() - lostAt);
          storm.backAt.push(now());
          lostAt = undefined;
        });
    });
    if (pairs) pair(socket);
  });
}

const present = () => all.filter((member) => member.present).length;

const report = (): StormReport => ({
  ...{ lost: storm.lost, backs: storm.backs, backAt: storm.backAt, accounts: storm.accounts, pairings: storm.pairings },
  ...{ refusals, requested: sockets.requested, opened: sockets.opened },
  present: present(),
  pause: delays.max / 1e6,
});

/** How many members arrive at the same time. */
const atOnce = 100;

process.on('message', async (order: Order) => {
  if (order.kind === 'route') routeTo(order.ports);
  if (order.kind === 'count') process.send?.(present());
  if (order.kind === 'report') process.send?.(report());
  if (order.kind === 'storm') {
    storm.on = true;
    delays.reset();
    Object.assign(sockets, { requested: 0, opened: 0 });
    for (const what of Object.keys(refusals)) delete refusals[what];
  }
  if (order.kind !== 'arrive') return;
  routeTo(order.ports);
  let next = 0;
  const connect = async () => {
    for (let member = order.members[next++]; member; member = order.members[next++]) {
      const one = member;
      await current.run(one, () => arrive(one, order.beat));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, connect));
  process.send?.('arrived');
});

delays.enable();
actAsBrowsers();
