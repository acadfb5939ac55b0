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
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import type { Matchmaking, Pairings, WaitingEntry } from '../matchmaking/service.ts';
import type { Chance } from '../platform/chance.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { relayedOnly, withoutAddresses, withoutNames } from './addresses.ts';
import { Afterwards, type AfterwardsOptions } from './afterwards.ts';
import { Ledger } from './ledger.ts';
import { type LifeNote, RoomLife } from './life.ts';
import { Room, type Side } from './room.ts';
import { Rooms } from './rooms.ts';
import { isForAfterwards, mayPass } from './rules.ts';
import type { Counters } from './store.ts';

/**
 * Two people in a room. The pair is recorded, both are told, they greet each other; the answered greeting
 * confirms the room. Their machines then exchange what a peer connection needs, both press Start, both report the
 * other's picture, and the server names one instant at which the minute begins for both. It ends by its nature, by
 * one of them, or by a fault, once, and what the ledger says is what happened. Only the two members, each by the
 * socket that joined last, can be heard or hear.
 */
/** What happens in encounters, for whoever counts: nobody's name, and no room's. Times in ms. */
export type EncounterNote =
  | LifeNote
  | { readonly kind: 'paired'; readonly pool: string; readonly waited: number }
  | { readonly kind: 'seen'; readonly after: number }
  | { readonly kind: 'path'; readonly path: ConnectionPath };

export interface EncountersOptions extends AfterwardsOptions {
  readonly chance: Chance;
  readonly durations: Durations;
  readonly matchmaking: Matchmaking;
  readonly connection: (accountId: string, connectionId: string) => Connection | undefined;
  /** The two of this pairing have greeted each other. */
  readonly confirmed?: (first: WaitingEntry) => void;
  /** Whether these two may learn each other's network addresses. */
  readonly mayBeDirect: (first: WaitingEntry, second: WaitingEntry) => Promise<boolean>;
  readonly note?: (note: EncounterNote) => void;
  readonly fault: (error: unknown) => void;
}

export class Encounters implements Pairings {
  readonly #options: EncountersOptions;
  readonly #ledger: Ledger;
  readonly #rooms = new Rooms();
  readonly #life: RoomLife;
  /** What the two can do about each other once they have met. */
  readonly afterwards: Afterwards;

  constructor(options: EncountersOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options);
    this.#life = new RoomLife(options, this.#rooms, this.#ledger);
    this.afterwards = new Afterwards(options, this.#rooms, this.#ledger, this.#life);
    options.matchmaking.serve(this);
  }

  // ---- Pairings: what matchmaking asks of whoever opens rooms.

  async open(first: WaitingEntry, second: WaitingEntry): Promise<void> {
    const { clock, chance, durations } = this.#options;
    // 128 bits after the colon: a room's code cannot be guessed, and says nothing.
    const id = `${first.pool.experienceType}:${chance.secret(16)}`;
    const relayOnly = !(await this.#options.mayBeDirect(first, second));
    const room = new Room(id, first, second, clock.now(), relayOnly);
    await this.#ledger.open(room);
    this.#rooms.add(room);
    this.#options.note?.({ kind: 'paired', pool: first.pool.poolType, waited: room.waited });
    room.stopDeadline = clock.after(durations.peerNoAnswerTimeout, () => this.#life.dissolve(room));
    for (const side of room.sides) {
      const connection = this.#options.connection(side.accountId, side.entry.connectionId);
      if (!connection) return this.#life.dissolve(room, side);
      this.#tellPaired(room, side, connection);
    }
  }

  current(accountId: string) {
    const found = this.#rooms.current(accountId);
    if (!found) return undefined;
    const { room, side } = found;
    return {
      clickID: side.entry.clickID,
      // A room that has ended is only waiting for its record; what comes next is told from there.
      tellAgain: (connection: Connection) => room.phase !== 'ended' && this.#tellPaired(room, side, connection),
    };
  }

  cancel(accountId: string, clickID: string): void {
    const found = this.#rooms.current(accountId);
    if (found?.side.entry.clickID === clickID) this.withdraw(accountId);
  }

  /** Takes somebody out of the room they are in, if any: their partner sees an end like any other. */
  withdraw(accountId: string): void {
    const found = this.#rooms.current(accountId);
    if (!found) return;
    const { room, side } = found;
    if (room.phase === 'greeting') this.#life.dissolve(room, side);
    else this.#life.close(room, side, {});
  }

  // ---- What a member does.

  /** Opens the channel for this socket and tells again what came after the message `after`. */
  join(connection: Connection, roomID: string, after: number | 'now'): { position: number; heard: number; told: number } {
    const { room, side } = this.#rooms.member(connection.accountId, roomID);
    if (side.left) throw new AppError('room_ended');
    side.stopWaiting?.();
    side.connection = connection;
    if (after !== 'now') side.tellAgain(after);
    if (room.phase === 'begun') connection.send('room:begin', this.#begin(room));
    return { position: side.position, heard: side.lastNumber, told: side.told };
  }

  /** Takes one message for the partner. A number already taken changes nothing and is answered as before. */
  send(
    connection: Connection,
    message: { roomID: string; name: RoomMessageName; payload?: unknown; n?: number | undefined },
  ): object {
    const { room, side } = this.#rooms.member(connection.accountId, message.roomID);
    if (side.connection?.id !== connection.id) throw new AppError('message_not_allowed');
    const n = message.n ?? side.lastNumber + 1;
    if (n <= side.lastNumber) return n === side.lastNumber ? side.lastAnswer : { ok: true };
    if (n > side.lastNumber + 1) throw new AppError('out_of_order');
    side.lastNumber = n;
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
    if (room.phase === 'greeting') this.#life.dissolve(room, side);
    else if (room.phase !== 'ended') this.#life.close(room, side, {});
    side.left = true;
    side.connection = undefined;
    if (room.sides.every((each) => each.left)) this.#rooms.forget(room);
  }

  /** A side's account of the end: acknowledged, never believed over the server's own record. The path is known to nobody else. */
  async noteSessionData(
    connection: Connection,
    data: { roomID: string; position: number; path?: ConnectionPath | undefined },
  ): Promise<void> {
    await this.#ledger.settled(data.roomID);
    const membership = await this.#options.store.membership(data.roomID, connection.accountId);
    if (!membership) throw new AppError('room_not_found');
    if (membership.position !== data.position) throw new AppError('wrong_position');
    if (data.path && membership.confirmed) {
      const { path } = data;
      this.#ledger.went(data.roomID, path, () => this.#options.note?.({ kind: 'path', path }));
    }
    connection.send('matchmakerEvent', { type: 'updatesessionRecieved', roomID: data.roomID } satisfies MatchmakerEvent);
  }

  /** Whether somebody is in a room, and if so whether only relayed paths are allowed in it. */
  relayOnly(accountId: string): boolean | undefined {
    return this.#rooms.current(accountId)?.room.relayOnly;
  }

  counters(accountId: string): Promise<Counters> {
    return this.#options.store.counters(accountId);
  }

  /** Whether somebody is a member of this room, and it was confirmed. */
  async wasConfirmed(accountId: string, roomID: string): Promise<boolean> {
    await this.#ledger.settled(roomID);
    return (await this.#options.store.membership(roomID, accountId))?.confirmed ?? false;
  }

  /** What the server holds true of a person's encounter, for a socket that has just connected. */
  snapshot(accountId: string): Omit<Snapshot, 'userState'> & { phase?: Room['phase'] } {
    const now = this.#options.clock.now();
    const found = this.#rooms.current(accountId);
    if (!found) return { now };
    const { room, side } = found;
    return {
      phase: room.phase,
      roomID: room.id,
      position: side.position,
      ...(room.startsAt !== undefined && { startsAt: room.startsAt }),
      now,
    };
  }

  /** A socket is gone. Before the minute a side has a few seconds to come back; the minute itself does not need one. */
  closed(connection: Connection): void {
    const found = this.#rooms.current(connection.accountId);
    if (!found) return;
    const { room, side } = found;
    const { clock } = this.#options;
    if (room.phase === 'greeting' && side.entry.connectionId === connection.id) this.#life.dissolve(room, side);
    else if (side.connection?.id === connection.id) {
      side.connection = undefined;
      side.silentSince = clock.now();
      if (room.phase === 'confirmed') side.stopWaiting = this.#life.giveTimeToReturn(room, side);
    }
  }

  /** Somebody's own side of every encounter; nothing about the others. */
  async export(accountId: string): Promise<Record<string, unknown>> {
    const own = await this.#options.store.history(accountId);
    return { encounters: own.map(({ partner: _, ...mine }) => mine), counters: await this.counters(accountId) };
  }

  /** How many rooms are held in memory; for measures and leak checks. */
  get size(): number {
    return this.#rooms.size;
  }

  /** Every write to the ledger that is under way has settled. */
  settled(): Promise<void> {
    return this.#ledger.allSettled();
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
        if (room.phase === 'greeting') this.#life.dissolve(room, side);
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
    this.#relay(room, side, name, parsed.data);
    return { ok: true };
  }

  #relay(room: Room, from: Side, name: RoomMessageName, payload: unknown): void {
    room.other(from).tell({ roomID: room.id, name, payload, position: from.position });
  }

  /** Position 2 calls, position 1 answers; the answer is what confirms the room for both. */
  #greet(room: Room, side: Side): object {
    const other = room.other(side);
    if (side.position === 1 && !other.saidHello) throw new AppError('message_not_allowed');
    if (side.saidHello) return { ok: true };
    side.saidHello = true;
    if (side.position === 1) {
      this.#life.confirm(room);
      this.#options.confirmed?.(side.entry);
    }
    this.#relay(room, side, 'hello', {});
    return { ok: true };
  }

  #tellPaired(room: Room, side: Side, connection: Connection): void {
    const { clickID } = side.entry;
    const event: MatchmakerEvent = { type: 'connectRecieved', roomID: room.id, position: side.position, clickID };
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
