import type { RoomBegin, RoomMessage } from '@unspoken/contract/encounters';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import type { Member, MemberSocket } from './world.ts';

/** Two members in a room, and their sockets, in the order of their positions. */
export interface Pair {
  readonly members: readonly [Member, Member];
  readonly sockets: readonly [MemberSocket, MemberSocket];
  readonly roomID: string;
  /** The ids of their connect requests. */
  readonly clicks: readonly [string, string];
}

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

let requests = 0;

/** Pairs two members: the first waits, the second joins. `more` is added to both connect requests. */
export async function paired(members: readonly [Member, Member], more: object = {}): Promise<Pair> {
  const sockets = [await members[0].socket(), await members[1].socket()] as const;
  const clicks = [`click ${++requests}`, `click ${++requests}`] as const;
  const rooms: string[] = [];
  for (const [i, socket] of sockets.entries()) {
    const answer = await socket.emit('connectClick', { clickID: clicks[i], ...more });
    must(answer.ok === true, `connect was refused: ${JSON.stringify(answer)}`);
  }
  for (const [i, socket] of sockets.entries()) {
    const event = await socket.hears<MatchmakerEvent>('matchmakerEvent', ({ roomID }) => roomID !== undefined);
    must(event.position === i + 1, `position ${event.position} instead of ${i + 1}`);
    rooms.push(event.roomID as string);
  }
  must(rooms[0] === rooms[1], 'the two were told of different rooms');
  return { members, sockets, roomID: rooms[0] as string, clicks };
}

/** Pairs two members, who greet each other. */
export async function confirmed(members: readonly [Member, Member], more: object = {}): Promise<Pair> {
  const pair = await paired(members, more);
  for (const socket of pair.sockets) await socket.emit('room:join', { roomID: pair.roomID });
  for (const socket of [...pair.sockets].reverse())
    must((await socket.emit('room:send', { roomID: pair.roomID, name: 'hello', n: 1 })).ok === true, 'no hello');
  return pair;
}

/** As `confirmed`; then both press Start and see each other, and the server announces the start of the minute. */
export async function begun(members: readonly [Member, Member], more: object = {}): Promise<Pair> {
  const pair = await confirmed(members, more);
  const { roomID, sockets } = pair;
  for (const socket of sockets) await socket.emit('room:send', { roomID, name: 'ready', n: 2 });
  for (const socket of sockets) await socket.emit('room:media', { roomID });
  const begins = await Promise.all(sockets.map((each) => each.hears<RoomBegin>('room:begin')));
  must(begins[0]?.startsAt === begins[1]?.startsAt, 'two starts');
  return pair;
}

/** Resolves in the minute itself, when the announced start has passed. */
export async function running(pair: Pair, { now }: { now(): Date }): Promise<void> {
  const { startsAt } = await pair.sockets[0].hears<RoomBegin>('room:begin');
  while (now().getTime() < startsAt) await new Promise((resume) => setTimeout(resume, startsAt - now().getTime()));
}

export const closeOf = (socket: MemberSocket): Promise<RoomMessage> =>
  socket.hears<RoomMessage>('room:message', ({ name }) => name === 'close');

/** As `begun`; resolves after the natural end of the minute. */
export async function met(members: readonly [Member, Member], more: object = {}): Promise<Pair> {
  const pair = await begun(members, more);
  for (const socket of pair.sockets) must((await closeOf(socket)).endReason === 'natural', 'not a natural end');
  return pair;
}
