import type { AckOf } from '@unspoken/contract/call';
import type { Durations } from '@unspoken/contract/durations';
import {
  type Candidate,
  type ClosePayload,
  type ConnectionPath,
  type joinRoom,
  type ReadyPayload,
  type RoomBegin,
  type RoomMessageName,
  roomPayloads,
  type SessionDescription,
} from '@unspoken/contract/encounters';
import { AppError } from '@unspoken/contract/errors';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { mayDescribe, permitted, sanitised } from './descriptions.ts';
import { Ledger } from './ledger.ts';
import { messageShares, type Plans, type RoomPlan, viewOf } from './plan.ts';
import { type JoiningPage, pairedEvent, Room, type RoomView, type Side } from './room.ts';
import { RoomAdditions, type RoomAdditionsOptions } from './room-additions.ts';
import { type LifecycleEvent, RoomLifecycle } from './room-lifecycle.ts';
import { type Begun, introOf, isOf, startOf } from './room-state.ts';
import { Rooms } from './rooms.ts';
import { dissolvedRecord, isForAfterwards, mayPass } from './rules.ts';
import type { EncounterStore, UnendedRoom } from './store.ts';

/** What happens in encounters, for metrics: it names no account and no room. Times in ms. */
export type EncounterEvent =
  | LifecycleEvent
  | { readonly kind: 'paired'; readonly pool: string; readonly waited: number }
  | { readonly kind: 'seen'; readonly after: number }
  | { readonly kind: 'path'; readonly path: ConnectionPath };

export interface RoomRegistryOptions extends Pick<RoomAdditionsOptions, 'additions'> {
  readonly clock: Clock;
  readonly random: Random;
  readonly durations: Durations;
  readonly store: EncounterStore;
  readonly matchmaking: Matchmaking;
  /** The socket of a queued member, on whichever process; undefined if it is known to be gone. */
  readonly reach: (entry: WaitingEntry) => Connection | undefined;
  /** The start of a minute in this pool has been named; again when another process takes the minute over. */
  readonly begun?: (pool: Pool) => void;
  /** Whether the account is that of a guest, who came by an invitation. */
  readonly isGuest?: (accountId: string) => Promise<boolean>;
  /** The scripts that rooms are opened with; without it there is only the minute. */
  readonly plans?: Plans;
  /** Whether these two may learn each other's network addresses. */
  readonly mayBeDirect: (first: WaitingEntry, second: WaitingEntry) => Promise<boolean>;
  /** The minutes counted for these people have changed. */
  readonly countersChanged?: (...accountIds: readonly string[]) => void;
  readonly note?: (note: EncounterEvent) => void;
  readonly fault: (error: unknown) => void;
}

/** What other parts of the server report of a side, and matters in the room. */
export type Fact = 'thanked' | 'addedCircle' | 'leaves';

/** The rooms that this process owns, and what their members do in them. Rooms change only here and in `RoomLifecycle`. */
export class RoomRegistry {
  readonly #options: RoomRegistryOptions;
  readonly #ledger: Ledger;
  readonly #rooms = new Rooms();
  readonly #lifecycle: RoomLifecycle;
  readonly #additions: RoomAdditions;

  constructor(options: RoomRegistryOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options);
    this.#lifecycle = new RoomLifecycle(options, this.#rooms, this.#ledger);
    this.#additions = new RoomAdditions({ ...options, lifecycle: this.#lifecycle, ledger: this.#ledger });
  }

  /** 128 random bits after the colon: a room's code cannot be guessed, and reveals nothing. */
  nameRoom({ experienceType }: Pool): string {
    return `${experienceType}:${this.#options.random.secret(16)}`;
  }

  /**
   * Opens a room: `first` has waited, `second` came. Returns false if, once the room is recorded, the two may not meet; throws if
   * it cannot be recorded.
   */
  async open(id: string, first: WaitingEntry, second: WaitingEntry, mayMeet: () => Promise<boolean>): Promise<boolean> {
    const { clock } = this.#options;
    const relayOnly = !(await this.#options.mayBeDirect(first, second));
    const plan = await this.#options.plans?.opening(first.pool);
    if (plan === 'gone') return false;
    const room = new Room(id, [first, second], { now: clock.now(), relayOnly, plan });
    if (first.pool.poolType === 'personalInvite')
      for (const side of room.sides) side.isGuest = (await this.#options.isGuest?.(side.accountId)) ?? false;
    try {
      await this.#ledger.open(room);
      if (!(await mayMeet())) {
        await this.#ledger.ended(room, dissolvedRecord(clock.now()));
        return false;
      }
    } catch (error) {
      // One of the two no longer has the right to this experience; the transaction recorded nothing.
      if (error instanceof AppError && error.code !== 'unavailable') return false;
      // The room may have been recorded even though the call failed.
      void this.#ledger.ended(room, dissolvedRecord(clock.now()));
      throw error;
    }
    this.#rooms.add(room);
    this.#options.note?.({ kind: 'paired', pool: first.pool.poolType, waited: room.waited });
    this.#lifecycle.open(room);
    for (const side of room.sides) {
      const connection = this.#options.reach(side.entry);
      if (!connection) {
        this.#lifecycle.dissolve(room, { isVanished: true });
        return true;
      }
      this.#sendPaired(room, side, connection);
    }
    return true;
  }

  holds(roomID: string): boolean {
    return this.#rooms.get(roomID) !== undefined;
  }

  /** The room of this process that the account is in. */
  current(accountId: string): string | undefined {
    return this.#rooms.current(accountId)?.room.id;
  }

  /** A member repeats the request that led here, perhaps on a new socket, which is on the process `node`. */
  repeatAnnouncement(connection: Connection, roomID: string, node: string): void {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    side.entry = { ...side.entry, connectionId: connection.id, node };
    // A room that has ended only waits for its record; the client hears what comes next after that.
    if (room.phase !== 'ended') this.#sendPaired(room, side, connection);
  }

  /** Takes the account out of this room, if it is still in it: the partner sees an end like any other. */
  withdraw(accountId: string, roomID: string): void {
    const found = this.#rooms.current(accountId);
    if (found?.room.id === roomID) this.#withdraw(found.room, found.side);
  }

  #withdraw(room: Room, side: Side): void {
    if (room.phase === 'greeting') this.#lifecycle.dissolve(room, { leaver: side });
    else this.#lifecycle.close(room, side, {});
  }

  // ---- What a member does.

  /** Opens the channel for this socket and resends what its page has missed. */
  join(connection: Connection, roomID: string, after: number | 'now', page: JoiningPage = {}): AckOf<typeof joinRoom> {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    if (side.left) throw new AppError('room_ended');
    side.stopWaiting?.();
    side.join(connection, this.#options.clock.now(), page);
    if (isOf(room.state, 'begun')) this.#additions.restate(room, side, page, room.state.takeover !== undefined);
    side.resend(after === 'now' ? side.sentCount : after);
    // A reloaded page sees nobody yet.
    if (after === 'now' && room.phase === 'confirmed') side.media = false;
    const { state } = room;
    const introStartsAt = introOf(state, this.#options.clock.now());
    if (introStartsAt !== undefined) connection.send('room:intro', this.#lifecycle.intro(room, introStartsAt));
    if (isOf(state, 'begun')) {
      const begin = this.#begin(room, state);
      // The partner hears again what both pages have: they may have joined before this one was known.
      for (const each of begin.additions ? room.sides : [side]) each.connection?.send('room:begin', begin);
    }
    this.#lifecycle.memberJoined(room);
    return {
      ...{ position: side.position, heard: side.lastNumber, told: side.sentCount },
      ...this.#additions.joined(room, side),
    };
  }

  /** Accepts one message for the partner. A number that was accepted before changes nothing and gets the same answer. */
  send(
    connection: Connection,
    message: { roomID: string; name: RoomMessageName; payload?: unknown; n?: number | undefined },
  ): object {
    const { room, side } = this.#rooms.member(connection.accountId, message.roomID);
    // Its process was taken for gone. It joins again, and keeps the message until then: those after it would be out of order.
    if (!side.connection && room.phase !== 'ended') throw new AppError('unavailable');
    if (side.connection?.id !== connection.id) throw new AppError('message_not_allowed');
    const expected = side.expects(message.n);
    if (expected === 'again') return message.n === side.lastNumber ? side.lastAnswer : { ok: true };
    if (expected === 'later') throw new AppError('out_of_order');
    side.lastNumber++;
    try {
      side.lastAnswer = this.#accept(room, side, message.name, message.payload ?? {});
    } catch (error) {
      side.lastAnswer = error instanceof AppError ? error.answer() : { ok: true };
      throw error;
    }
    return side.lastAnswer;
  }

  /** The side sees its partner's picture. When both do, the server names the start. */
  reportMedia(connection: Connection, roomID: string): void {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    const { state } = room;
    // The side reports again because `room:begin` has not arrived.
    if (isOf(state, 'begun')) return void connection.send('room:begin', this.#begin(room, state));
    if (!isOf(state, 'confirmed') || !side.ready) throw new AppError('message_not_allowed');
    const { bothReadyAt } = state;
    if (!side.media && bothReadyAt !== undefined)
      this.#options.note?.({ kind: 'seen', after: this.#options.clock.now() - bothReadyAt });
    side.media = true;
    if (bothReadyAt === undefined || !room.other(side).media) return;
    const begun = this.#lifecycle.begin(room, state, bothReadyAt);
    for (const each of room.sides) each.connection?.send('room:begin', this.#begin(room, begun));
  }

  /** Leaves for good: before the end this is a close, after it the channel is shut. */
  leave(connection: Connection, roomID: string): void {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    if (side.connection && side.connection.id !== connection.id) throw new AppError('message_not_allowed');
    if (room.phase !== 'ended') this.#withdraw(room, side);
    side.left = true;
    side.connection = undefined;
    if (room.sides.every((each) => each.left)) this.#rooms.forget(room);
  }

  /** Notes what a member has done outside the room, as the records have it. */
  noteFact(accountId: string, roomID: string, fact: Fact): void {
    const room = this.#rooms.get(roomID);
    const side = room?.side(accountId);
    if (!room || !side) return;
    if (fact !== 'leaves') side[fact] = true;
    else {
      side.parted = true;
      if (room.phase !== 'ended') this.#lifecycle.close(room, side, {});
    }
  }

  /** The server's view of a room, for one of its members. */
  look(accountId: string, roomID: string): RoomView | undefined {
    const found = this.#rooms.current(accountId);
    if (found?.room.id !== roomID) return undefined;
    const { room, side } = found;
    const now = this.#options.clock.now();
    const [startsAt, introStartsAt] = [startOf(room.state), introOf(room.state, now)];
    return {
      ...{ phase: room.phase, roomID: room.id, position: side.position },
      ...(startsAt !== undefined && { startsAt }),
      ...(room.plan && viewOf(room.plan, room.sides[0].entry.pool)),
      ...(room.length && { length: room.length }),
      ...(introStartsAt !== undefined && { introStartsAt }),
      ...{ relayOnly: room.relayOnly, now },
    };
  }

  /** A socket is gone. Before the minute a side has a few seconds to come back; the minute itself needs no socket. */
  closed(connection: Pick<Connection, 'id' | 'accountId'>): void {
    const found = this.#rooms.current(connection.accountId);
    if (!found) return;
    const { room, side } = found;
    const { clock } = this.#options;
    if (room.phase === 'greeting' && side.entry.connectionId === connection.id)
      this.#lifecycle.dissolve(room, { isVanished: true });
    else if (side.connection?.id === connection.id) {
      side.connection = undefined;
      side.silentSince = clock.now();
      if (room.phase === 'confirmed') side.stopWaiting = this.#lifecycle.startReturnLimit(room, side);
    }
  }

  /** The rooms that have not ended. */
  running(): readonly Room[] {
    return this.#rooms.all().filter(({ phase }) => phase !== 'ended');
  }

  /** Continues a room whose minute had begun on a process that is gone. */
  adopt(
    { roomID, connectedAt }: UnendedRoom & { readonly connectedAt: number },
    members: readonly [WaitingEntry, WaitingEntry],
    { relayOnly, plan }: { readonly relayOnly: boolean; readonly plan: RoomPlan | undefined },
  ): void {
    const room = new Room(roomID, members, { now: this.#options.clock.now(), relayOnly, plan });
    this.#rooms.add(room);
    this.#lifecycle.continueMinute(room, connectedAt);
  }

  /** Another process takes this room over, or has done so: it is removed here without an end. */
  abandon(room: Room): void {
    this.#lifecycle.abandon(room);
    for (const side of room.sides) this.#rooms.release(room, side);
    this.#rooms.forget(room);
  }

  /** A process is gone, and with it its sockets. */
  nodeGone(node: string): void {
    for (const { sides } of this.running())
      for (const { connection, entry } of sides) {
        if (connection?.node === node) this.closed(connection);
        else if (entry.node === node) this.closed({ id: entry.connectionId, accountId: entry.accountId });
      }
  }

  /**
   * Sends the last message to each side again if its socket is on another process and the message was sent at `since` or later:
   * it may have been lost on the way there. A client that has received it drops the repeat.
   */
  repeatSince(since: number): void {
    for (const { sides } of this.#rooms.all())
      for (const side of sides) if (side.connection?.node !== undefined) side.repeatSince(since);
  }

  /** How many rooms are in memory; for metrics and leak checks. */
  get size(): number {
    return this.#rooms.size;
  }
  /** Resolves with true once nobody is in a room that has ended any more, and with false if it has not ended. */
  async left(roomID: string): Promise<boolean> {
    const room = this.#rooms.get(roomID);
    if (room && room.phase !== 'ended') return false;
    await room?.release;
    return true;
  }
  /** Resolves when every pending write to the ledger is done, about this room or any. */
  settled(roomID?: string): Promise<void> {
    return roomID === undefined ? this.#ledger.allSettled() : this.#ledger.settled(roomID);
  }

  #accept(room: Room, side: Side, name: RoomMessageName, payload: unknown): object {
    if (room.phase === 'ended' && !isForAfterwards(name, side.endReason)) {
      if (name === 'close' && side.endReason) return { ok: true, endReason: side.endReason };
      throw new AppError('room_ended');
    }
    if (!mayPass(room.phase, name)) throw new AppError('message_not_allowed');
    if (!side.count(name, messageShares(room.plan))) throw new AppError('too_many_messages');
    const parsed = roomPayloads[name].safeParse(payload);
    if (!parsed.success) throw new AppError('validation_failed');
    switch (name) {
      case 'hello':
        return this.#greet(room, side);
      case 'close': {
        if (room.phase === 'greeting') this.#lifecycle.dissolve(room, { leaver: side });
        else this.#lifecycle.close(room, side, parsed.data as ClosePayload);
        return { ok: true, ...(side.endReason && { endReason: side.endReason }) };
      }
      case 'ready':
        // A request for a new offer says nothing about Start.
        if (!(parsed.data as ReadyPayload).again) this.#lifecycle.ready(room, side);
        break;
      case 'sdp':
        if (!mayDescribe(room, side, (parsed.data as SessionDescription).sdp, this.#options)) {
          this.#lifecycle.end(room, side, { own: 'ice_failure', other: 'ice_failure' });
          throw new AppError('audio_not_allowed');
        }
        this.#relay(room, side, name, sanitised(room, side, parsed.data as SessionDescription));
        return { ok: true };
      case 'icecandidate': {
        const candidate = permitted(room, side, parsed.data as Candidate);
        if (candidate) this.#relay(room, side, name, candidate);
        return { ok: true };
      }
      case 'thankyou':
        // The message follows the fact: the partner hears of no thank that is not stored.
        if (!side.thanked) throw new AppError('message_not_allowed');
        break;
      case 'veil':
      case 'signs':
      case 'soft':
        this.#additions.take(room, side, name, parsed.data);
        return { ok: true };
      case 'addedcircle':
        if (!side.addedCircle) throw new AppError('message_not_allowed');
        break;
    }
    if (room.phase === 'ended' && room.other(side).parted) return { ok: true };
    this.#relay(room, side, name, parsed.data);
    return { ok: true };
  }

  #relay(room: Room, from: Side, name: RoomMessageName, payload: unknown): void {
    room.other(from).send({ roomID: room.id, name, payload, position: from.position }, this.#options.clock.now());
  }

  /** Position 2 greets, position 1 answers; the answer confirms the room for both. */
  #greet(room: Room, side: Side): object {
    const other = room.other(side);
    if (side.position === 1 && !other.hasGreeted) throw new AppError('message_not_allowed');
    if (side.hasGreeted) return { ok: true };
    side.hasGreeted = true;
    if (side.position === 1) this.#lifecycle.confirm(room);
    this.#relay(room, side, 'hello', {});
    return { ok: true };
  }

  #sendPaired(room: Room, side: Side, connection: Connection): void {
    connection.send('matchmakerEvent', pairedEvent(room, side));
  }

  #begin(room: Room, { startsAt }: Begun): RoomBegin {
    return { roomID: room.id, startsAt, now: this.#options.clock.now(), ...this.#additions.shared(room) };
  }
}
