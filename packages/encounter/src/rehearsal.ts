import {
  type ClosePayload,
  type EndReason,
  joinRoom,
  leaveRoom,
  type ReadyPayload,
  type RoomMessage,
  type RoomMessageName,
  reportMedia,
  sendToRoom,
} from '@unspoken/contract/encounters';
import { connectClick, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { otherPosition, type Position } from '@unspoken/contract/rooms';
import type { Person } from './model.ts';
import type { Clock, SocketEvent, SocketPort } from './ports.ts';
import { rehearsalRoom } from './rules.ts';

interface RehearsalOptions {
  readonly clock: Clock;
  /** How long the intro of the script takes, ms. */
  readonly introDuration: number;
  /** How far ahead a common instant is named, ms. */
  readonly lead: number;
}

const roomID = rehearsalRoom;

/** One seat as the room knows it. */
class Seat {
  readonly listeners = new Set<(event: SocketEvent) => void>();
  readonly sent: RoomMessage[] = [];
  /** The number of the last message accepted. */
  heard = 0;
  isReady = false;
  hasMedia = false;

  tell(event: SocketEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}

/** The person of a rehearsal: experienced, so that the script begins without guidance. */
export const rehearsingPerson: Person = {
  ...{ guidanceAccepted: true, experienced: true, showPositionGuideline: false },
  ...{ circleMatched: 0, isNew: false, guest: false },
};

/**
 * A room within one page, in which two charts meet as two strangers do: what the server does for a room, without a server, for rehearsals in
 * the studio. Nothing of it is counted or stored. Source: requirements/studio 6.1.
 */
export class RehearsalRoom {
  readonly #options: RehearsalOptions;
  readonly #seats: Readonly<Record<Position, Seat>> = { 1: new Seat(), 2: new Seat() };
  #introStartsAt: number | undefined;
  #hasBegun = false;
  #hasEnded = false;

  constructor(options: RehearsalOptions) {
    this.#options = options;
  }

  /** The connection of the chart at this position. Its messages arrive after the call that sent them, as those of a network do. */
  socket(position: Position): SocketPort {
    const seat = this.#seats[position];
    return {
      isConnected: () => true,
      emit: (event, payload, answered) =>
        this.#soon(() => {
          const answer = this.#receive(position, event, payload as Record<string, unknown>);
          answered?.(answer);
        }),
      listen: (listener) => {
        seat.listeners.add(listener);
        return () => seat.listeners.delete(listener);
      },
    };
  }

  #receive(position: Position, event: string, payload: Record<string, unknown>): object {
    const seat = this.#seats[position];
    switch (event) {
      case connectClick.event:
        this.#soon(() =>
          seat.tell({
            type: 'matchmaker event arrived',
            event: { type: matchmakerEvents.connectReceived, roomID, position, clickID: String(payload.clickID) },
          }),
        );
        return { ok: true };
      case joinRoom.event:
        for (const message of seat.sent.slice(Number(payload.after ?? 0))) this.#soon(() => this.#deliver(seat, message));
        return { position, heard: seat.heard, told: seat.sent.length };
      case sendToRoom.event:
        return this.#message(position, payload as unknown as Sent);
      case reportMedia.event:
        seat.hasMedia = true;
        this.#begin();
        return { ok: true };
      case leaveRoom.event:
        this.#end(position, {});
        return { ok: true };
      default:
        return { ok: true };
    }
  }

  #message(position: Position, { name, payload = {}, n }: Sent): object {
    const seat = this.#seats[position];
    if (n <= seat.heard) return { ok: true };
    seat.heard = n;
    if (name === 'close') return { ok: true, endReason: this.#end(position, payload as ClosePayload) };
    this.#send(otherPosition(position), { name, payload, position });
    if (name === 'ready' && Object.keys(payload as ReadyPayload).length === 0) {
      seat.isReady = true;
      this.#announceIntro();
    }
    return { ok: true };
  }

  #announceIntro(): void {
    if (this.#introStartsAt !== undefined || !this.#both(({ isReady }) => isReady)) return;
    const now = this.#options.clock.now();
    const startsAt = now + this.#options.lead;
    this.#introStartsAt = startsAt;
    for (const seat of Object.values(this.#seats)) seat.tell({ type: 'intro announced', intro: { roomID, startsAt, now } });
    this.#begin();
  }

  /** Names the start of the connection once both see each other, never before the intro is over. */
  #begin(): void {
    if (this.#hasBegun || this.#introStartsAt === undefined || !this.#both(({ hasMedia }) => hasMedia)) return;
    this.#hasBegun = true;
    const { clock, lead, introDuration } = this.#options;
    const now = clock.now();
    const startsAt = Math.max(now + lead, this.#introStartsAt + introDuration);
    for (const seat of Object.values(this.#seats)) seat.tell({ type: 'start announced', begin: { roomID, startsAt, now } });
  }

  /** Ends the room for both. The reason for the side that has ended it. */
  #end(position: Position, { byTimeout, iceFailure }: ClosePayload): EndReason {
    const way = this.#hasBegun ? 'manual' : 'cancel';
    const [own, theirs]: readonly [EndReason, EndReason] = iceFailure
      ? ['ice_failure', 'ice_failure']
      : byTimeout
        ? ['timeout_self', 'timeout_other']
        : [`${way}_self`, `${way}_other`];
    if (!this.#hasEnded) this.#send(otherPosition(position), { name: 'close', position, endReason: theirs });
    this.#hasEnded = true;
    return own;
  }

  #send(to: Position, message: Omit<RoomMessage, 'roomID' | 'seq'>): void {
    const seat = this.#seats[to];
    const numbered = { ...message, roomID, seq: seat.sent.length + 1 };
    seat.sent.push(numbered);
    this.#deliver(seat, numbered);
  }

  #deliver(seat: Seat, message: RoomMessage): void {
    seat.tell({ type: 'room message arrived', message });
  }

  #both(holds: (seat: Seat) => boolean): boolean {
    return Object.values(this.#seats).every(holds);
  }

  #soon(run: () => void): void {
    this.#options.clock.setTimeout(run, 0);
  }
}

interface Sent {
  readonly name: RoomMessageName;
  readonly payload?: object;
  readonly n: number;
}
