import type { Durations } from '@unspoken/contract/durations';
import {
  type Candidate,
  type ClosePayload,
  type ConnectionPath,
  hasAudioSection,
  type RoomBegin,
  type RoomMessageName,
  roomPayloads,
  type SessionDescription,
  type Snapshot,
} from '@unspoken/contract/encounters';
import { AppError } from '@unspoken/contract/errors';
import type { MatchmakerEvent, Pool } from '@unspoken/contract/matchmaking';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { relayedOnly, withoutAddresses, withoutNames } from './addresses.ts';
import { Ledger } from './ledger.ts';
import { Room, type Side } from './room.ts';
import { type LifecycleEvent, RoomLifecycle } from './room-lifecycle.ts';
import { Rooms } from './rooms.ts';
import { isForAfterwards, mayPass, type Phase, unmet } from './rules.ts';
import type { EncounterStore, UnendedRoom } from './store.ts';

/** What happens in encounters, for whoever counts: nobody's name, and no room's. Times in ms. */
export type EncounterEvent =
  | LifecycleEvent
  | { readonly kind: 'paired'; readonly pool: string; readonly waited: number }
  | { readonly kind: 'seen'; readonly after: number }
  | { readonly kind: 'path'; readonly path: ConnectionPath };

export interface RoomRegistryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly durations: Durations;
  readonly store: EncounterStore;
  readonly matchmaking: Matchmaking;
  /** The socket of somebody who waited, wherever it is; undefined if it is known to be gone. */
  readonly reach: (entry: WaitingEntry) => Connection | undefined;
  /** The start of a minute in this pool has been named; again when another process takes the minute over. */
  readonly begun?: (pool: Pool) => void;
  /** Whether somebody is here by an invitation, without an account of their own. */
  readonly isGuest?: (accountId: string) => Promise<boolean>;
  /** Whether these two may learn each other's network addresses. */
  readonly mayBeDirect: (first: WaitingEntry, second: WaitingEntry) => Promise<boolean>;
  /** The minutes counted for these people have changed. */
  readonly countersChanged?: (...accountIds: readonly string[]) => void;
  readonly note?: (note: EncounterEvent) => void;
  readonly fault: (error: unknown) => void;
}

/** What is told of a room to whoever asks where a person stands. */
export type RoomLook = Omit<Snapshot, 'userState'> & { readonly phase: Phase; readonly relayOnly: boolean };

/** What becomes known of a side elsewhere, and matters in the room. */
export type Fact = 'thanked' | 'addedCircle' | 'leaves';

/** The rooms that this process holds, and what their members do in them. Only here is a room ever changed. */
export class RoomRegistry {
  readonly #options: RoomRegistryOptions;
  readonly #ledger: Ledger;
  readonly #rooms = new Rooms();
  readonly #life: RoomLifecycle;

  constructor(options: RoomRegistryOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options);
    this.#life = new RoomLifecycle(options, this.#rooms, this.#ledger);
  }

  /** 128 bits after the colon: a room's code cannot be guessed, and says nothing. */
  nameRoom({ experienceType }: Pool): string {
    return `${experienceType}:${this.#options.random.secret(16)}`;
  }

  /** Opens a room: the first has waited, the second came. False if, once it is recorded, they may not meet; throws if it cannot be recorded. */
  async open(id: string, first: WaitingEntry, second: WaitingEntry, mayMeet: () => Promise<boolean>): Promise<boolean> {
    const { clock, durations } = this.#options;
    const relayOnly = !(await this.#options.mayBeDirect(first, second));
    const room = new Room(id, first, second, clock.now(), relayOnly);
    if (first.pool.poolType === 'personalInvite')
      for (const side of room.sides) side.isGuest = (await this.#options.isGuest?.(side.accountId)) ?? false;
    try {
      await this.#ledger.open(room);
      if (!(await mayMeet())) {
        await this.#ledger.ended(room, unmet(clock.now()));
        return false;
      }
    } catch (error) {
      // It may have been recorded all the same: that nobody could say so does not undo it.
      void this.#ledger.ended(room, unmet(clock.now()));
      throw error;
    }
    this.#rooms.add(room);
    this.#options.note?.({ kind: 'paired', pool: first.pool.poolType, waited: room.waited });
    room.stopDeadline = clock.after(durations.peerNoAnswerTimeout, () => this.#life.dissolve(room));
    for (const side of room.sides) {
      const connection = this.#options.reach(side.entry);
      if (!connection) {
        this.#life.dissolve(room, { isVanished: true });
        return true;
      }
      this.#tellPaired(room, side, connection);
    }
    return true;
  }

  holds(roomID: string): boolean {
    return this.#rooms.get(roomID) !== undefined;
  }

  /** The room somebody is in here. */
  current(accountId: string): string | undefined {
    return this.#rooms.current(accountId)?.room.id;
  }

  /** Somebody asks again by the request that led here, perhaps on a new socket, which `node` has. */
  tellAgain(connection: Connection, roomID: string, node: string): void {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    side.entry = { ...side.entry, connectionId: connection.id, node };
    // A room that has ended is only waiting for its record; what comes next is told from there.
    if (room.phase !== 'ended') this.#tellPaired(room, side, connection);
  }

  /** Takes somebody out of this room, if they are still in it: their partner sees an end like any other. */
  withdraw(accountId: string, roomID: string): void {
    const found = this.#rooms.current(accountId);
    if (found?.room.id === roomID) this.#withdraw(found.room, found.side);
  }

  #withdraw(room: Room, side: Side): void {
    if (room.phase === 'greeting') this.#life.dissolve(room, { leaver: side });
    else this.#life.close(room, side, {});
  }

  // ---- What a member does.

  /** Opens the channel for this socket and tells again what came after the message `after`. */
  join(connection: Connection, roomID: string, after: number | 'now'): { position: number; heard: number; told: number } {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    if (side.left) throw new AppError('room_ended');
    side.stopWaiting?.();
    side.connection = connection;
    side.tellAgain(after === 'now' ? side.told : after);
    if (room.phase === 'begun') connection.send('room:begin', this.#begin(room));
    this.#life.heardFrom(room);
    return { position: side.position, heard: side.lastNumber, told: side.told };
  }

  /** Takes one message for the partner. A number already taken changes nothing and is answered as before. */
  send(
    connection: Connection,
    message: { roomID: string; name: RoomMessageName; payload?: unknown; n?: number | undefined },
  ): object {
    const { room, side } = this.#rooms.member(connection.accountId, message.roomID);
    if (side.connection?.id !== connection.id) throw new AppError('message_not_allowed');
    const expected = side.expects(message.n);
    if (expected === 'again') return message.n === side.lastNumber ? side.lastAnswer : { ok: true };
    if (expected === 'later') throw new AppError('out_of_order');
    side.lastNumber++;
    try {
      side.lastAnswer = this.#take(room, side, message.name, message.payload ?? {});
    } catch (error) {
      side.lastAnswer = error instanceof AppError ? error.answer() : { ok: true };
      throw error;
    }
    return side.lastAnswer;
  }

  /** The side sees its partner's picture. When both do, the start is named. */
  reportMedia(connection: Connection, roomID: string): void {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    // Asked again: the word of the start has not arrived.
    if (room.phase === 'begun') {
      connection.send('room:begin', this.#begin(room));
      return;
    }
    if (room.phase !== 'confirmed' || !side.ready) throw new AppError('message_not_allowed');
    const { bothReadyAt } = room;
    if (!side.media && bothReadyAt !== undefined)
      this.#options.note?.({ kind: 'seen', after: this.#options.clock.now() - bothReadyAt });
    side.media = true;
    if (room.bothReadyAt === undefined || !room.other(side).media) return;
    this.#life.begin(room, room.bothReadyAt);
    for (const each of room.sides) each.connection?.send('room:begin', this.#begin(room));
  }

  /** Leaves for good: before the end it is a close, after it the channel is shut. */
  leave(connection: Connection, roomID: string): void {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    if (side.connection && side.connection.id !== connection.id) throw new AppError('message_not_allowed');
    if (room.phase !== 'ended') this.#withdraw(room, side);
    side.left = true;
    side.connection = undefined;
    if (room.sides.every((each) => each.left)) this.#rooms.forget(room);
  }

  /** What somebody has done elsewhere, by the records. */
  noteFact(accountId: string, roomID: string, fact: Fact): void {
    const room = this.#rooms.get(roomID);
    const side = room?.side(accountId);
    if (!room || !side) return;
    if (fact !== 'leaves') side[fact] = true;
    else {
      side.parted = true;
      if (room.phase !== 'ended') this.#life.close(room, side, {});
    }
  }

  /** What the server holds true of a room, for one of its members. */
  look(accountId: string, roomID: string): RoomLook | undefined {
    const found = this.#rooms.current(accountId);
    if (found?.room.id !== roomID) return undefined;
    const { room, side } = found;
    return {
      phase: room.phase,
      roomID: room.id,
      position: side.position,
      ...(room.startsAt !== undefined && { startsAt: room.startsAt }),
      relayOnly: room.relayOnly,
      now: this.#options.clock.now(),
    };
  }

  /** A socket is gone. Before the minute a side has a few seconds to come back; the minute itself does not need one. */
  closed(connection: Pick<Connection, 'id' | 'accountId'>): void {
    const found = this.#rooms.current(connection.accountId);
    if (!found) return;
    const { room, side } = found;
    const { clock } = this.#options;
    if (room.phase === 'greeting' && side.entry.connectionId === connection.id) this.#life.dissolve(room, { isVanished: true });
    else if (side.connection?.id === connection.id) {
      side.connection = undefined;
      side.silentSince = clock.now();
      if (room.phase === 'confirmed') side.stopWaiting = this.#life.giveTimeToReturn(room, side);
    }
  }

  /** The rooms that have not ended. */
  running(): readonly Room[] {
    return this.#rooms.all().filter(({ phase }) => phase !== 'ended');
  }

  /** Goes on with a room whose minute had begun in a process that is gone. */
  adopt(
    { roomID, connectedAt }: UnendedRoom & { readonly connectedAt: number },
    first: WaitingEntry,
    second: WaitingEntry,
    relayOnly: boolean,
  ): void {
    const room = new Room(roomID, first, second, this.#options.clock.now(), relayOnly);
    this.#rooms.add(room);
    this.#life.goOn(room, connectedAt);
  }

  /** Another process takes this room over, or has: here it is as if it had never been. */
  abandon(room: Room): void {
    room.phase = 'ended';
    room.stopTimers();
    for (const side of room.sides) this.#rooms.release(room, side);
    this.#rooms.forget(room);
  }

  /** A process is gone, and with it the sockets it had. */
  nodeGone(node: string): void {
    for (const { sides } of this.running())
      for (const { connection, entry } of sides) {
        if (connection?.node === node) this.closed(connection);
        else if (entry.node === node) this.closed({ id: entry.connectionId, accountId: entry.accountId });
      }
  }

  /**
   * Says the last word of each room once more to sockets of other processes, if it was said since: while this process could not
   * reach them it was lost. Whoever has heard it drops it.
   */
  repeatSince(since: number): void {
    for (const { sides } of this.#rooms.all())
      for (const side of sides) if (side.connection?.node !== undefined) side.repeatSince(since);
  }

  /** How many rooms are held in memory; for measures and leak checks. */
  get size(): number {
    return this.#rooms.size;
  }

  /** Every write to the ledger that is under way, about this room or about any, has settled. */
  settled(roomID?: string): Promise<void> {
    return roomID === undefined ? this.#ledger.allSettled() : this.#ledger.settled(roomID);
  }

  // ---- What becomes of it.

  #take(room: Room, side: Side, name: RoomMessageName, payload: unknown): object {
    if (room.phase === 'ended' && !isForAfterwards(name, side.endReason)) {
      if (name === 'close' && side.endReason) return { ok: true, endReason: side.endReason };
      throw new AppError('room_ended');
    }
    if (!mayPass(room.phase, name)) throw new AppError('message_not_allowed');
    if (!side.count(name)) throw new AppError('too_many_messages');
    const parsed = roomPayloads[name].safeParse(payload);
    if (!parsed.success) throw new AppError('validation_failed');
    switch (name) {
      case 'hello':
        return this.#greet(room, side);
      case 'close': {
        if (room.phase === 'greeting') this.#life.dissolve(room, { leaver: side });
        else this.#life.close(room, side, parsed.data as ClosePayload);
        return { ok: true, ...(side.endReason && { endReason: side.endReason }) };
      }
      case 'ready':
        this.#life.ready(room, side);
        break;
      case 'sdp':
        if (hasAudioSection((parsed.data as SessionDescription).sdp)) {
          this.#life.end(room, side, { own: 'ice_failure', other: 'ice_failure' });
          throw new AppError('audio_not_allowed');
        }
        this.#relay(room, side, name, cleaned(room, parsed.data as SessionDescription));
        return { ok: true };
      case 'icecandidate': {
        const candidate = passing(room, parsed.data as Candidate);
        if (candidate) this.#relay(room, side, name, candidate);
        return { ok: true };
      }
      case 'thankyou':
        // The message follows the fact: nobody is told of a thank that is not stored.
        if (!side.thanked) throw new AppError('message_not_allowed');
        break;
      case 'addedcircle':
        if (!side.addedCircle) throw new AppError('message_not_allowed');
        break;
    }
    if (room.phase === 'ended' && room.other(side).parted) return { ok: true };
    this.#relay(room, side, name, parsed.data);
    return { ok: true };
  }

  #relay(room: Room, from: Side, name: RoomMessageName, payload: unknown): void {
    room.other(from).tell({ roomID: room.id, name, payload, position: from.position }, this.#options.clock.now());
  }

  /** Position 2 calls, position 1 answers; the answer is what confirms the room for both. */
  #greet(room: Room, side: Side): object {
    const other = room.other(side);
    if (side.position === 1 && !other.saidHello) throw new AppError('message_not_allowed');
    if (side.saidHello) return { ok: true };
    side.saidHello = true;
    if (side.position === 1) this.#life.confirm(room);
    this.#relay(room, side, 'hello', {});
    return { ok: true };
  }

  #tellPaired(room: Room, side: Side, connection: Connection): void {
    const { clickID } = side.entry;
    const event: MatchmakerEvent = {
      type: 'connectRecieved',
      roomID: room.id,
      position: side.position,
      clickID,
      ...(room.other(side).isGuest && { partnerIsGuest: true }),
    };
    connection.send('matchmakerEvent', event);
  }

  #begin(room: Room): RoomBegin {
    return { roomID: room.id, startsAt: room.startsAt ?? 0, now: this.#options.clock.now() };
  }
}

/** The description as the partner may see it. */
function cleaned(room: Room, description: SessionDescription): SessionDescription {
  const nameless = withoutNames(description.sdp);
  return { ...description, sdp: room.relayOnly ? withoutAddresses(nameless) : nameless };
}

/** The candidate as the partner may see it, or undefined where it would show the sender's network. */
function passing(room: Room, candidate: Candidate): Candidate | undefined {
  if (!room.relayOnly) return candidate;
  const relayed = relayedOnly(candidate.candidate);
  return relayed === undefined ? undefined : { ...candidate, candidate: relayed };
}
