import type { EncounterCounters } from '@unspoken/contract/accounts';
import type { ConnectionPath, RoomMessageName, Snapshot } from '@unspoken/contract/encounters';
import { AppError } from '@unspoken/contract/errors';
import { type MatchmakerEvent, matchmakerEvents, type Pool } from '@unspoken/contract/matchmaking';
import type { Matchmaking, Pairings, RoomAssignment, WaitingEntry } from '../matchmaking/service.ts';
import type { Bus } from '../platform/bus.ts';
import { pause } from '../platform/clock.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { SocketName } from '../platform/socket/sockets.ts';
import { Afterwards, type AfterwardsOptions } from './afterwards.ts';
import { JoinedRooms } from './joined-rooms.ts';
import type { JoiningPage, RoomView, ScriptRequest } from './room.ts';
import type { Fact, RoomRegistry } from './room-registry.ts';
import type { Phase } from './rules.ts';
import type { EncounterStore } from './store.ts';

export { participations } from './activity-store.ts';
export type { Claims, ScriptedPair } from './claims.ts';
export type { Plans, RoomPlan } from './plan.ts';
export { type EncounterEvent, RoomRegistry } from './room-registry.ts';
export { RoomTakeover } from './takeover.ts';

/**
 * Two people in a room. The pair is recorded, both are notified, and they greet each other; the answered greeting
 * confirms the room. The two clients then exchange what a peer connection needs, both press Start, both report the
 * other's picture, and the server names one instant at which the minute begins for both. A room ends once: naturally,
 * by one of the two, or by a fault; the ledger records what happened. Only the two members can send and receive, each
 * by the socket that joined last.
 *
 * A room is owned by one process (`RoomRegistry`), the one that paired its two members. Their sockets may be on any
 * process: this class forwards every request about a room to its owner.
 */
export interface EncountersOptions extends Omit<AfterwardsOptions, 'settled' | 'noteFact'> {
  readonly bus: Bus;
  readonly roomRegistry: RoomRegistry;
  readonly matchmaking: Matchmaking;
  readonly store: EncounterStore;
  /** A member's socket, on the process that has it. */
  readonly socketAt: (node: string, socket: SocketName) => Connection;
  readonly note?: (note: { readonly kind: 'path'; readonly path: ConnectionPath }) => void;
  readonly fault: (error: unknown) => void;
}

/** The requests about a room that any process can make, by name. All their arguments but the socket are plain data. */
const requests = {
  join: (roomRegistry: RoomRegistry, socket: Connection, roomID: string, after: number | 'now', page?: JoiningPage) =>
    roomRegistry.join(socket, roomID, after, page),
  send: (roomRegistry: RoomRegistry, socket: Connection, roomID: string, message: Message) =>
    roomRegistry.send(socket, { roomID, ...message }),
  leave: (roomRegistry: RoomRegistry, socket: Connection, roomID: string) => roomRegistry.leave(socket, roomID),
  media: (roomRegistry: RoomRegistry, socket: Connection, roomID: string) => roomRegistry.reportMedia(socket, roomID),
  repeatAnnouncement: (roomRegistry: RoomRegistry, socket: Connection, roomID: string, node: string) =>
    roomRegistry.repeatAnnouncement(socket, roomID, node),
  closed: (roomRegistry: RoomRegistry, socket: Connection) => roomRegistry.closed(socket),
} as const;
type Requests = typeof requests;
type Argument<Name extends keyof Requests> = Requests[Name] extends (
  ...of: [RoomRegistry, Connection, string, infer More]
) => unknown
  ? More
  : undefined;

interface Message {
  readonly name: RoomMessageName;
  readonly payload?: unknown;
  readonly n?: number | undefined;
}

interface Request {
  readonly name: keyof Requests;
  readonly socket: SocketName;
  readonly roomID: string;
  readonly more: unknown;
  /** With a join; apart from the rest, because processes of an earlier version do not know it. */
  readonly page?: JoiningPage;
}

/**
 * Sockets that may have missed a message reconnect so long after this process hears the bus again, ms; in batches of this
 * size, with this pause between batches, ms.
 */
const reconnectDelay = 2_000;
const reconnectBatch = 50;
const reconnectPause = 100;

/** A member and their room. */
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
  left: 'room left',
};

export class Encounters implements Pairings {
  readonly #options: EncountersOptions;
  readonly #joined = new JoinedRooms();
  #stopRejoining = () => {};
  /** What the two members can do about each other once they have met. */
  readonly afterwards: Afterwards;

  constructor(options: EncountersOptions) {
    this.#options = options;
    const { bus, roomRegistry, matchmaking, socketAt } = options;
    const settled = (roomID: string) => this.#settled(roomID);
    this.afterwards = new Afterwards({
      ...options,
      settled,
      noteFact: (accountId, roomID, fact) => this.#noteFact({ accountId, roomID, fact }),
    });
    matchmaking.serve(this);
    // If Redis was away, the other processes have restored their rooms in it by then.
    bus.onResubscribed(() => this.rejoin(reconnectDelay));
    bus.serve(topics.request, ({ name, socket, roomID, more, page }: Request, from) =>
      requests[name](roomRegistry, socketAt(from, socket), roomID, more as never, page),
    );
    bus.serve(topics.withdraw, (member: Member) => this.#withdrawHere(member));
    bus.serve(topics.look, ({ accountId, roomID }: Member) => roomRegistry.look(accountId, roomID) ?? null);
    bus.serve(topics.fact, ({ accountId, roomID, fact }: Member & { fact: Fact }) =>
      roomRegistry.noteFact(accountId, roomID, fact),
    );
    bus.serve(topics.left, (roomID: string) => roomRegistry.left(roomID));
    bus.serve(topics.settled, (roomID: string) => roomRegistry.settled(roomID));
  }

  // ---- Pairings: what matchmaking needs from the owner of rooms.

  nameRoom(pool: Pool): string {
    return this.#options.roomRegistry.nameRoom(pool);
  }

  open(roomID: string, first: WaitingEntry, second: WaitingEntry, mayMeet: () => Promise<boolean>): Promise<boolean> {
    return this.#options.roomRegistry.open(roomID, first, second, mayMeet);
  }

  async sendAgain(room: RoomAssignment, connection: Connection): Promise<void> {
    await this.#ask('repeatAnnouncement', connection, room.roomID, this.#options.bus.node);
  }

  left({ roomID, node }: RoomAssignment): Promise<boolean> {
    return this.#options.bus.request(node, topics.left, roomID);
  }

  cancel(room: RoomAssignment, accountId: string): Promise<void> {
    return this.#withdrawFrom(room, accountId);
  }

  // ---- What a member does.

  /** Opens the channel for this socket and resends what its page has missed. */
  async join(
    connection: Connection,
    roomID: string,
    after: number | 'now',
    page: JoiningPage,
  ): Promise<ReturnType<RoomRegistry['join']>> {
    const joined = { connection, roomID, at: this.#options.clock.now() };
    this.#joined.add(joined);
    try {
      return await this.#ask('join', connection, roomID, after, page);
    } catch (error) {
      // If the owner could not be reached, the socket may have joined the room all the same.
      const isRefused = !(error instanceof AppError && error.code === 'unavailable');
      if (isRefused) this.#joined.refused(joined);
      throw error;
    }
  }

  /**
   * `after` ms from now, reconnects the sockets of this process whose rooms run on another one, so that they learn the present
   * state: messages to them may have been lost, and the room may have taken them to be gone. Another call before that restarts
   * the delay.
   */
  rejoin(after = 0): void {
    const { clock, fault } = this.#options;
    const calledAt = clock.now();
    this.#stopRejoining();
    this.#stopRejoining = clock.after(after, () => {
      this.#reconnectJoinedBy(calledAt).catch(fault);
    });
  }

  /** A socket that has joined later has missed nothing. */
  async #reconnectJoinedBy(instant: number): Promise<void> {
    const { clock, roomRegistry, matchmaking } = this.#options;
    const remote = this.#joined.all().filter(({ roomID, at }) => at <= instant && !roomRegistry.holds(roomID));
    for (const [i, joined] of remote.entries()) {
      if (!this.#joined.has(joined)) continue;
      const { connection } = joined;
      const waiting = await matchmaking.waiting(connection.accountId).catch(() => undefined);
      // A request older than the room may be the one that led to it, in a Redis that came back with earlier data.
      const waitsAgain = waiting?.connectionId === connection.id && waiting.askedAt > joined.at;
      if (!waitsAgain) connection.close();
      // Not all at once: they reconnect to services that are only just recovering.
      if (i % reconnectBatch === reconnectBatch - 1) await pause(clock, reconnectPause);
    }
  }

  /** Accepts one message for the partner. A number that was accepted before changes nothing and gets the same answer. */
  send(connection: Connection, roomID: string, message: Message): Promise<object> {
    return this.#ask('send', connection, roomID, message);
  }

  /** The side sees its partner's picture. When both do, the server names the start. */
  async reportMedia(connection: Connection, roomID: string): Promise<void> {
    await this.#ask('media', connection, roomID, undefined);
  }

  /** Leaves for good: before the end this is a close, after it the channel is shut. */
  async leave(connection: Connection, roomID: string): Promise<void> {
    this.#joined.left(connection.id, roomID);
    await this.#ask('leave', connection, roomID, undefined);
  }

  /** A side's report of the end: acknowledged, but the server's own record prevails. Only the client knows its path. */
  async noteSessionData(
    connection: Connection,
    { roomID, position, path }: { roomID: string; position: number; path?: ConnectionPath | undefined },
  ): Promise<void> {
    const { store, note } = this.#options;
    await this.#settled(roomID);
    const participation = await store.participation(roomID, connection.accountId);
    if (!participation) throw new AppError('room_not_found');
    if (participation.position !== position) throw new AppError('wrong_position');
    if (path && participation.confirmed && (await store.went(roomID, path))) note?.({ kind: 'path', path });
    connection.send('matchmakerEvent', { type: matchmakerEvents.sessionUpdated, roomID } satisfies MatchmakerEvent);
  }

  /** A socket is gone. Before the minute a side has a few seconds to come back; the minute itself needs no socket. */
  closed(connection: Connection): void {
    const { clock, roomRegistry, matchmaking, fault } = this.#options;
    const wasInRoom = this.#joined.closed(connection.id);
    if (roomRegistry.current(connection.accountId) !== undefined) {
      roomRegistry.closed(connection);
      return;
    }
    const report = async () => {
      const room = await matchmaking.roomOf(connection.accountId);
      if (room) await this.#ask('closed', connection, room.roomID, undefined);
    };
    // If the socket was in a room, the room's owner must learn of it, however long the owner cannot be reached.
    if (wasInRoom) void retryForever(clock, fault, report);
    else report().catch(fault);
  }

  // ---- What other domains need.

  /** Takes the account out of its room, if it is in one: the partner sees an end like any other. */
  async withdraw(accountId: string): Promise<void> {
    const { roomRegistry } = this.#options;
    const localRoom = roomRegistry.current(accountId);
    if (localRoom !== undefined) return roomRegistry.withdraw(accountId, localRoom);
    const room = await this.#options.matchmaking.roomOf(accountId);
    if (room) await this.#withdrawFrom(room, accountId);
  }

  /** Whether only relayed paths are allowed in the account's room; undefined if it is in none. */
  async relayOnly(accountId: string): Promise<boolean | undefined> {
    return (await this.#look(accountId))?.relayOnly;
  }

  /**
   * The id of the script version of the account's room. Throws `room_not_found` unless the account is in a confirmed room of this type, and
   * in the room that is meant; `wrong_position` unless it has this position there.
   */
  async scriptVersionOf(accountId: string, { type, position, roomID }: ScriptRequest): Promise<string> {
    const look = await this.#look(accountId);
    const isConfirmed = look?.phase === 'confirmed' || look?.phase === 'begun';
    // In another tab the account may have met somebody else since.
    const isMeant = look?.experienceType === type && look.roomID === (roomID ?? look.roomID);
    if (!look?.versionId || !isConfirmed || !isMeant) throw new AppError('room_not_found');
    if (look.position !== position) throw new AppError('wrong_position');
    return look.versionId;
  }

  counters(accountId: string): Promise<EncounterCounters> {
    return this.#options.store.counters(accountId);
  }

  /** Whether the account is a member of this room, and the room was confirmed. */
  async wasConfirmed(accountId: string, roomID: string): Promise<boolean> {
    await this.#settled(roomID);
    return (await this.#options.store.participation(roomID, accountId))?.confirmed ?? false;
  }

  /** The server's view of the account's encounter, for a socket that has just connected. */
  async snapshot(accountId: string): Promise<Omit<Snapshot, 'userState'> & { phase?: Phase }> {
    const look = await this.#look(accountId);
    if (!look) return { now: this.#options.clock.now() };
    const { relayOnly: _, versionId: __, ...snapshot } = look;
    return snapshot;
  }

  /** The account's own side of each of its encounters; nothing about the partners. */
  async export(accountId: string): Promise<Record<string, unknown>> {
    const own = await this.#options.store.history(accountId);
    const { store } = this.#options;
    const veils = (await store.veilsOf(accountId)).map((at) => ({ at }));
    const veiledBy = await store.veiledBy(accountId, 0);
    const counters = await this.counters(accountId);
    return { encounters: own.map(({ partner: _, ...mine }) => mine), counters, veils, veiledBy };
  }

  // ---- To the process that owns the room.

  async #ask<Name extends keyof Requests>(
    name: Name,
    connection: Connection,
    roomID: string,
    more: Argument<Name>,
    page?: JoiningPage,
  ): Promise<ReturnType<Requests[Name]>> {
    const { bus, roomRegistry } = this.#options;
    const node = await this.#remoteOwner(roomID);
    if (node === undefined && !roomRegistry.holds(roomID)) await this.#refuseUntilTakenOver(connection.accountId, roomID);
    if (node === undefined)
      return requests[name](roomRegistry, connection, roomID, more as never, page) as ReturnType<Requests[Name]>;
    const { id, accountId, sessionId, tab } = connection;
    const request: Request = { name, socket: { id, accountId, sessionId, tab }, roomID, more, ...(page && { page }) };
    return bus.request(node, topics.request, request);
  }

  /** The process that owns a room, if it is not this one. */
  async #remoteOwner(roomID: string): Promise<string | undefined> {
    const { bus, roomRegistry, matchmaking } = this.#options;
    if (roomRegistry.holds(roomID)) return undefined;
    const node = await matchmaking.ownerOf(roomID);
    return node === bus.node ? undefined : node;
  }

  /** A room that has no owner and has not ended is about to be taken over, or closed: until then its state is unknown. */
  async #refuseUntilTakenOver(accountId: string, roomID: string): Promise<void> {
    const participation = await this.#options.store.participation(roomID, accountId);
    if (participation && participation.endedAt === undefined) throw new AppError('unavailable');
  }

  async #look(accountId: string): Promise<RoomView | undefined> {
    const { bus, roomRegistry, matchmaking } = this.#options;
    const roomID = roomRegistry.current(accountId);
    if (roomID !== undefined) return roomRegistry.look(accountId, roomID);
    const room = await matchmaking.roomOf(accountId);
    if (!room) return undefined;
    return (
      (await bus.request<RoomView | null>(room.node, topics.look, { accountId, roomID: room.roomID } satisfies Member)) ??
      undefined
    );
  }

  async #withdrawFrom({ roomID, node }: RoomAssignment, accountId: string): Promise<void> {
    await this.#options.bus.request(node, topics.withdraw, { accountId, roomID } satisfies Member);
  }

  async #withdrawHere({ accountId, roomID }: Member): Promise<void> {
    const { roomRegistry, matchmaking } = this.#options;
    // The room may be just about to open.
    await matchmaking.roomOpened(roomID);
    roomRegistry.withdraw(accountId, roomID);
  }

  async #noteFact({ accountId, roomID, fact }: Member & { fact: Fact }): Promise<void> {
    const { bus, roomRegistry } = this.#options;
    await ifReached(async () => {
      const node = await this.#remoteOwner(roomID);
      if (node === undefined) roomRegistry.noteFact(accountId, roomID, fact);
      else await bus.request(node, topics.fact, { accountId, roomID, fact });
    });
  }

  /** Waits until the owner has stored what happened in this room so far; if the owner is unreachable, the records must do. */
  async #settled(roomID: string): Promise<void> {
    const { bus, roomRegistry } = this.#options;
    await ifReached(async () => {
      const node = await this.#remoteOwner(roomID);
      await (node === undefined ? roomRegistry.settled(roomID) : bus.request(node, topics.settled, roomID));
    });
  }
}

/** Runs a task that is of use only if the owner of the room can be reached; ignores that it cannot. */
async function ifReached(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
  }
}
