import type { ConnectionPath, RoomMessageName, Snapshot } from '@unspoken/contract/encounters';
import { AppError } from '@unspoken/contract/errors';
import type { MatchmakerEvent, Pool } from '@unspoken/contract/matchmaking';
import type { Matchmaking, Pairings, RoomAssignment, WaitingEntry } from '../matchmaking/service.ts';
import type { Bus } from '../platform/bus.ts';
import { pause } from '../platform/clock.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { SocketName } from '../platform/socket/sockets.ts';
import { Afterwards, type AfterwardsOptions } from './afterwards.ts';
import { JoinedRooms } from './joined-rooms.ts';
import type { Fact, RoomLook, RoomRegistry } from './room-registry.ts';
import type { Phase } from './rules.ts';
import type { Counters, EncounterStore } from './store.ts';

export { type EncounterEvent, RoomRegistry } from './room-registry.ts';
export { RoomTakeover } from './takeover.ts';

/**
 * Two people in a room. The pair is recorded, both are told, they greet each other; the answered greeting
 * confirms the room. Their machines then exchange what a peer connection needs, both press Start, both report the
 * other's picture, and the server names one instant at which the minute begins for both. It ends by its nature, by
 * one of them, or by a fault, once, and what the ledger says is what happened. Only the two members, each by the
 * socket that joined last, can be heard or hear.
 *
 * A room is held by one process (`RoomRegistry`), the one that found its two people for each other. The sockets of the two
 * may be with any: whatever is asked of a room is passed on from here to the process that holds it.
 */
export interface EncountersOptions extends Omit<AfterwardsOptions, 'settled' | 'noteFact'> {
  readonly bus: Bus;
  readonly held: RoomRegistry;
  readonly matchmaking: Matchmaking;
  readonly store: EncounterStore;
  /** A socket of somebody, at the process that has it. */
  readonly socketAt: (node: string, socket: SocketName) => Connection;
  readonly note?: (note: { readonly kind: 'path'; readonly path: ConnectionPath }) => void;
  readonly fault: (error: unknown) => void;
}

/** What can be asked of a room from any process, by name. Everything in it is plain data, apart from the socket. */
const requests = {
  join: (held: RoomRegistry, socket: Connection, roomID: string, after: number | 'now') => held.join(socket, roomID, after),
  send: (held: RoomRegistry, socket: Connection, roomID: string, said: Said) => held.send(socket, { roomID, ...said }),
  leave: (held: RoomRegistry, socket: Connection, roomID: string) => held.leave(socket, roomID),
  media: (held: RoomRegistry, socket: Connection, roomID: string) => held.reportMedia(socket, roomID),
  tellAgain: (held: RoomRegistry, socket: Connection, roomID: string, node: string) => held.tellAgain(socket, roomID, node),
  closed: (held: RoomRegistry, socket: Connection) => held.closed(socket),
} as const;
type Requests = typeof requests;
type About<Name extends keyof Requests> = Requests[Name] extends (
  ...of: [RoomRegistry, Connection, string, infer More]
) => unknown
  ? More
  : undefined;

interface Said {
  readonly name: RoomMessageName;
  readonly payload?: unknown;
  readonly n?: number | undefined;
}

interface Request {
  readonly name: keyof Requests;
  readonly socket: SocketName;
  readonly roomID: string;
  readonly more: unknown;
}

/** How long after this process hears again, ms, those who may have missed a word come anew; so many at once, and how long between them. */
const afterHearing = 2_000;
const atOnce = 50;
const betweenSome = 100;

/** Somebody and their room. */
interface Member {
  readonly accountId: string;
  readonly roomID: string;
}

const topics = {
  request: 'room request',
  withdraw: 'room withdraw',
  look: 'room look',
  fact: 'room fact',
  settled: 'room settled',
};

export class Encounters implements Pairings {
  readonly #options: EncountersOptions;
  readonly #joined = new JoinedRooms();
  #stopRejoining = () => {};
  /** What the two can do about each other once they have met. */
  readonly afterwards: Afterwards;

  constructor(options: EncountersOptions) {
    this.#options = options;
    const { bus, held, matchmaking, socketAt } = options;
    const settled = (roomID: string) => this.#settled(roomID);
    this.afterwards = new Afterwards({
      ...options,
      settled,
      noteFact: (accountId, roomID, fact) => this.#noteFact({ accountId, roomID, fact }),
    });
    matchmaking.serve(this);
    // Where it was Redis that was away, the others have written down again by then which rooms there are.
    bus.whenHearing(() => this.rejoin(afterHearing));
    bus.serve(topics.request, ({ name, socket, roomID, more }: Request, from) =>
      requests[name](held, socketAt(from, socket), roomID, more as never),
    );
    bus.serve(topics.withdraw, (member: Member) => this.#withdrawHere(member));
    bus.serve(topics.look, ({ accountId, roomID }: Member) => held.look(accountId, roomID) ?? null);
    bus.serve(topics.fact, ({ accountId, roomID, fact }: Member & { fact: Fact }) => held.noteFact(accountId, roomID, fact));
    bus.serve(topics.settled, (roomID: string) => held.settled(roomID));
  }

  // ---- Pairings: what matchmaking asks of whoever opens rooms.

  nameRoom(pool: Pool): string {
    return this.#options.held.nameRoom(pool);
  }

  open(roomID: string, first: WaitingEntry, second: WaitingEntry, mayMeet: () => Promise<boolean>): Promise<boolean> {
    return this.#options.held.open(roomID, first, second, mayMeet);
  }

  async tellAgain(room: RoomAssignment, connection: Connection): Promise<void> {
    await this.#ask('tellAgain', connection, room.roomID, this.#options.bus.node);
  }

  cancel(room: RoomAssignment, accountId: string): Promise<void> {
    return this.#withdrawFrom(room, accountId);
  }

  // ---- What a member does.

  /** Opens the channel for this socket and tells again what came after the message `after`. */
  async join(connection: Connection, roomID: string, after: number | 'now'): Promise<ReturnType<RoomRegistry['join']>> {
    const joined = { connection, roomID, at: this.#options.clock.now() };
    this.#joined.add(joined);
    try {
      return await this.#ask('join', connection, roomID, after);
    } catch (error) {
      // Whoever could not be asked is in the room for all that is known.
      const isRefused = !(error instanceof AppError && error.code === 'unavailable');
      if (isRefused) this.#joined.refused(joined);
      throw error;
    }
  }

  /**
   * Has whoever is in a room elsewhere by a socket of this process come anew, `after` ms from now, and learn what is true: what was
   * said to them may have been lost, and the room may have taken them to be gone. Asked again before that, all wait anew.
   */
  rejoin(after = 0): void {
    const { clock, fault } = this.#options;
    const missed = clock.now();
    this.#stopRejoining();
    this.#stopRejoining = clock.after(after, () => {
      this.#sendAnew(missed).catch(fault);
    });
  }

  /** Whoever has joined since has missed nothing. */
  async #sendAnew(missed: number): Promise<void> {
    const { clock, held, matchmaking } = this.#options;
    const some = this.#joined.all().filter(({ roomID, at }) => at <= missed && !held.holds(roomID));
    for (const [i, joined] of some.entries()) {
      if (!this.#joined.has(joined)) continue;
      const { connection } = joined;
      const waiting = await matchmaking.waiting(connection.accountId).catch(() => undefined);
      if (waiting?.connectionId !== connection.id) connection.close();
      // Not all at once: they come back to all that is just getting well again.
      if (i % atOnce === atOnce - 1) await pause(clock, betweenSome);
    }
  }

  /** Takes one message for the partner. A number already taken changes nothing and is answered as before. */
  send(connection: Connection, roomID: string, said: Said): Promise<object> {
    return this.#ask('send', connection, roomID, said);
  }

  /** The side sees its partner's picture. When both do, the start is named. */
  async reportMedia(connection: Connection, roomID: string): Promise<void> {
    await this.#ask('media', connection, roomID, undefined);
  }

  /** Leaves for good: before the end it is a close, after it the channel is shut. */
  async leave(connection: Connection, roomID: string): Promise<void> {
    this.#joined.left(connection.id, roomID);
    await this.#ask('leave', connection, roomID, undefined);
  }

  /** A side's account of the end: acknowledged, never believed over the server's own record. The path is known to nobody else. */
  async noteSessionData(
    connection: Connection,
    { roomID, position, path }: { roomID: string; position: number; path?: ConnectionPath | undefined },
  ): Promise<void> {
    const { store, note } = this.#options;
    await this.#settled(roomID);
    const membership = await store.membership(roomID, connection.accountId);
    if (!membership) throw new AppError('room_not_found');
    if (membership.position !== position) throw new AppError('wrong_position');
    if (path && membership.confirmed && (await store.went(roomID, path))) note?.({ kind: 'path', path });
    connection.send('matchmakerEvent', { type: 'updatesessionRecieved', roomID } satisfies MatchmakerEvent);
  }

  /** A socket is gone. Before the minute a side has a few seconds to come back; the minute itself does not need one. */
  closed(connection: Connection): void {
    const { clock, held, matchmaking, fault } = this.#options;
    const wasInRoom = this.#joined.closed(connection.id);
    if (held.current(connection.accountId) !== undefined) {
      held.closed(connection);
      return;
    }
    const tell = async () => {
      const room = await matchmaking.roomOf(connection.accountId);
      if (room) await this.#ask('closed', connection, room.roomID, undefined);
    };
    // Whoever holds the room of somebody who was in one has to know, however long they cannot be told.
    if (wasInRoom) void retryForever(clock, fault, tell);
    else tell().catch(fault);
  }

  // ---- What others ask.

  /** Takes somebody out of the room they are in, if any: their partner sees an end like any other. */
  async withdraw(accountId: string): Promise<void> {
    const { held } = this.#options;
    const here = held.current(accountId);
    if (here !== undefined) return held.withdraw(accountId, here);
    const room = await this.#options.matchmaking.roomOf(accountId);
    if (room) await this.#withdrawFrom(room, accountId);
  }

  /** Whether somebody is in a room, and if so whether only relayed paths are allowed in it. */
  async relayOnly(accountId: string): Promise<boolean | undefined> {
    return (await this.#look(accountId))?.relayOnly;
  }

  counters(accountId: string): Promise<Counters> {
    return this.#options.store.counters(accountId);
  }

  /** Whether somebody is a member of this room, and it was confirmed. */
  async wasConfirmed(accountId: string, roomID: string): Promise<boolean> {
    await this.#settled(roomID);
    return (await this.#options.store.membership(roomID, accountId))?.confirmed ?? false;
  }

  /** What the server holds true of a person's encounter, for a socket that has just connected. */
  async snapshot(accountId: string): Promise<Omit<Snapshot, 'userState'> & { phase?: Phase }> {
    const look = await this.#look(accountId);
    if (!look) return { now: this.#options.clock.now() };
    const { relayOnly: _, ...snapshot } = look;
    return snapshot;
  }

  /** Somebody's own side of every encounter; nothing about the others. */
  async export(accountId: string): Promise<Record<string, unknown>> {
    const own = await this.#options.store.history(accountId);
    return { encounters: own.map(({ partner: _, ...mine }) => mine), counters: await this.counters(accountId) };
  }

  // ---- To the process that holds the room.

  async #ask<Name extends keyof Requests>(
    name: Name,
    connection: Connection,
    roomID: string,
    more: About<Name>,
  ): Promise<ReturnType<Requests[Name]>> {
    const { bus, held } = this.#options;
    const node = await this.#elsewhere(roomID);
    if (node === undefined && !held.holds(roomID)) await this.#refuseWhileItMayComeBack(connection.accountId, roomID);
    if (node === undefined) return requests[name](held, connection, roomID, more as never) as ReturnType<Requests[Name]>;
    const { id, accountId, sessionId, tab } = connection;
    return bus.ask(node, topics.request, { name, socket: { id, accountId, sessionId, tab }, roomID, more } satisfies Request);
  }

  /** The process that holds a room, if that is another than this one. */
  async #elsewhere(roomID: string): Promise<string | undefined> {
    const { bus, held, matchmaking } = this.#options;
    if (held.holds(roomID)) return undefined;
    const node = await matchmaking.holderOf(roomID);
    return node === bus.node ? undefined : node;
  }

  /** A room that nobody holds and that has not ended is about to be taken over, or closed: until then nothing can be said of it. */
  async #refuseWhileItMayComeBack(accountId: string, roomID: string): Promise<void> {
    const membership = await this.#options.store.membership(roomID, accountId);
    if (membership && membership.endedAt === undefined) throw new AppError('unavailable');
  }

  async #look(accountId: string): Promise<RoomLook | undefined> {
    const { bus, held, matchmaking } = this.#options;
    const roomID = held.current(accountId);
    if (roomID !== undefined) return held.look(accountId, roomID);
    const room = await matchmaking.roomOf(accountId);
    if (!room) return undefined;
    return (
      (await bus.ask<RoomLook | null>(room.node, topics.look, { accountId, roomID: room.roomID } satisfies Member)) ?? undefined
    );
  }

  async #withdrawFrom({ roomID, node }: RoomAssignment, accountId: string): Promise<void> {
    await this.#options.bus.ask(node, topics.withdraw, { accountId, roomID } satisfies Member);
  }

  async #withdrawHere({ accountId, roomID }: Member): Promise<void> {
    const { held, matchmaking } = this.#options;
    // It may be just about to open.
    await matchmaking.roomOpened(roomID);
    held.withdraw(accountId, roomID);
  }

  async #noteFact({ accountId, roomID, fact }: Member & { fact: Fact }): Promise<void> {
    const { bus, held } = this.#options;
    await ifReached(async () => {
      const node = await this.#elsewhere(roomID);
      if (node === undefined) held.noteFact(accountId, roomID, fact);
      else await bus.ask(node, topics.fact, { accountId, roomID, fact });
    });
  }

  /** What this room has written so far is in the records; where nobody can be asked, the records are all there is. */
  async #settled(roomID: string): Promise<void> {
    const { bus, held } = this.#options;
    await ifReached(async () => {
      const node = await this.#elsewhere(roomID);
      await (node === undefined ? held.settled(roomID) : bus.ask(node, topics.settled, roomID));
    });
  }
}

/** Does what is of use only if whoever holds the room can be reached. */
async function ifReached(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
  }
}
