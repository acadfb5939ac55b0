import type { AckOf } from '@unspoken/contract/call';
import {
  joinRoom,
  leaveRoom,
  type RoomMessage,
  type RoomMessageName,
  reportMedia,
  sendToRoom,
} from '@unspoken/contract/encounters';
import type { Clock, SocketPort } from './ports.ts';
import { isNoAnswer, refusalOf } from './requests.ts';

/**
 * One side's end of a room: every message arrives once and in order, whatever the socket does in between.
 * Outgoing messages carry a number `n` and are repeated until acknowledged; incoming messages carry `seq`, and
 * after a gap or on a new socket the channel joins again and asks for what it missed.
 */
export interface RoomChannelOptions {
  readonly socket: SocketPort;
  readonly clock: Clock;
  readonly roomID: string;
  /** Milliseconds after which an unanswered request is repeated. */
  readonly retry: number;
  /** Milliseconds without a socket after which the server has given this side up, unless the minute is running. */
  readonly patience: number;
  readonly onMessage: (message: RoomMessage) => void;
  /** The page was reloaded: messages that the room delivered to this side before are not delivered again. */
  readonly resume?: boolean;
  /** What this page says of itself whenever it joins. */
  readonly about?: () => object;
  /** The room's answer to a join; called before any message that follows it is delivered. */
  readonly onJoined?: (answer: JoinAnswer) => void;
  /** The server no longer knows the room or never admitted this side, or `patience` has passed without a socket. */
  readonly onLost: (error: string) => void;
}

/** What a page learns when it joins. */
export type JoinAnswer = Pick<AckOf<typeof joinRoom>, 'additions' | 'veil' | 'partner'>;

interface Outgoing {
  n: number | undefined;
  readonly name: RoomMessageName;
  readonly payload: object;
  readonly answered: ((answer: unknown) => void) | undefined;
}

export class RoomChannel {
  readonly #options: RoomChannelOptions;
  readonly #outbox: Outgoing[] = [];
  readonly #early = new Map<number, RoomMessage>();
  readonly #unlisten: () => void;
  #lastSeq = 0;
  #nextNumber = 1;
  /** Counts joins, so that the answer to an older join is ignored. */
  #attempt = 0;
  #joined = false;
  #closed = false;
  #resuming: boolean;
  #timer: unknown;
  #giveUp: unknown;
  #stopMedia: (() => void) | undefined;

  constructor(options: RoomChannelOptions) {
    this.#options = options;
    this.#resuming = options.resume ?? false;
    this.#unlisten = options.socket.listen((event) => {
      if (event.type === 'socket connected') this.#withSocket();
      else if (event.type === 'socket disconnected') this.#withoutSocket();
      else if (event.type === 'room message arrived' && event.message.roomID === options.roomID) this.#receive(event.message);
    });
    this.#join();
  }

  /** Sends one message; `answered` is called with the server's acknowledgement of it. */
  send(name: RoomMessageName, payload: object = {}, answered?: (answer: unknown) => void): void {
    if (this.#closed) return;
    const outgoing: Outgoing = { n: undefined, name, payload, answered };
    this.#outbox.push(outgoing);
    if (!this.#joined) return;
    this.#emit(outgoing);
    this.#repeatLater();
  }

  /** Reports to the server that the partner's picture is there, repeatedly until the start is announced. */
  reportMedia(): void {
    const { socket, clock, roomID, retry } = this.#options;
    if (this.#closed || this.#stopMedia) return;
    let timer: unknown;
    const report = () => {
      socket.emit(reportMedia.event, { roomID });
      timer = clock.setTimeout(report, retry);
    };
    const unlisten = socket.listen((event) => {
      if (event.type === 'start announced' && event.begin.roomID === roomID) this.#stopMedia?.();
    });
    this.#stopMedia = () => {
      clock.clearTimeout(timer);
      unlisten();
    };
    report();
  }

  /** Closes the channel on this side. With `leave`, the server is notified as well. */
  close(leave: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#clearTimer();
    this.#options.clock.clearTimeout(this.#giveUp);
    this.#unlisten();
    this.#stopMedia?.();
    if (leave) this.#options.socket.emit(leaveRoom.event, { roomID: this.#options.roomID });
  }

  #withSocket(): void {
    this.#options.clock.clearTimeout(this.#giveUp);
    this.#join();
  }

  #withoutSocket(): void {
    const { clock, patience, onLost } = this.#options;
    this.#joined = false;
    clock.clearTimeout(this.#giveUp);
    this.#giveUp = clock.setTimeout(() => onLost('socket_lost'), patience);
  }

  #join(): void {
    this.#joined = false;
    this.#clearTimer();
    this.#repeatLater();
    if (!this.#options.socket.isConnected()) return;
    const attempt = ++this.#attempt;
    const { roomID, about } = this.#options;
    const payload = { roomID, ...(this.#resuming ? { resume: true } : { after: this.#lastSeq }), ...about?.() };
    this.#options.socket.emit(joinRoom.event, payload, (answer) => {
      if (this.#closed || attempt !== this.#attempt) return;
      const refusal = refusalOf(answer);
      if (refusal !== undefined) {
        if (refusal === 'room_not_found' || refusal === 'room_ended') this.#options.onLost(refusal);
        return;
      }
      const { heard: lastNumber = 0, told: lastDelivered = 0 } = answer as { heard?: number; told?: number };
      this.#nextNumber = Math.max(this.#nextNumber, lastNumber + 1);
      const isReloaded = this.#resuming;
      if (isReloaded) this.#lastSeq = lastDelivered;
      this.#resuming = false;
      // What is sent in answer to this goes out with the rest, once and in order.
      this.#options.onJoined?.(answer as JoinAnswer);
      if (this.#closed) return;
      this.#joined = true;
      if (isReloaded) this.#deliver();
      for (const outgoing of this.#outbox) this.#emit(outgoing);
    });
  }

  #emit(outgoing: Outgoing): void {
    outgoing.n ??= this.#nextNumber++;
    const payload = { roomID: this.#options.roomID, name: outgoing.name, payload: outgoing.payload, n: outgoing.n };
    this.#options.socket.emit(sendToRoom.event, payload, (answer) => {
      if (refusalOf(answer) === 'out_of_order' || isNoAnswer(answer)) return;
      const index = this.#outbox.indexOf(outgoing);
      if (this.#closed || index < 0) return;
      this.#outbox.splice(index, 1);
      outgoing.answered?.(answer);
    });
  }

  #receive(message: RoomMessage): void {
    if (message.seq <= this.#lastSeq) return;
    this.#early.set(message.seq, message);
    // The answer to the join says from which message to continue.
    if (!this.#resuming) this.#deliver();
    if (this.#early.size > 0) this.#repeatLater();
  }

  #deliver(): void {
    for (let next = this.#early.get(this.#lastSeq + 1); next; next = this.#early.get(this.#lastSeq + 1)) {
      this.#early.delete(next.seq);
      this.#lastSeq = next.seq;
      this.#options.onMessage(next);
      if (this.#closed) return;
    }
  }

  /** Repeats, after `retry`, whatever is unanswered by then: the join, a request for missed messages, or outgoing messages. */
  #repeatLater(): void {
    if (this.#closed) return;
    this.#timer ??= this.#options.clock.setTimeout(() => {
      this.#timer = undefined;
      if (!this.#joined || this.#early.size > 0) this.#join();
      else if (this.#outbox.length > 0) {
        for (const outgoing of this.#outbox) this.#emit(outgoing);
        this.#repeatLater();
      }
    }, this.#options.retry);
  }

  #clearTimer(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
