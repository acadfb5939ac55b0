import { time } from '@unspoken/contract/presence';
import type { Clock, SocketPort } from './ports.ts';

/** How fast two machines' clocks part, as a share of the time that passes: quartz does not do worse. */
const drift = 0.000_1;

/** What clocks may differ by besides what the way takes, ms. */
const tolerance = 20;

/**
 * Estimates the server's clock from a few questions and answers, as NTP does (RFC 5905 section 8): the answer with
 * the shortest round trip bounds the error best, as long as no answer contradicts it. What an answer bounds grows with its
 * age, slowly: one that took seconds is no better than one of a quarter of an hour ago. Re-asked on every reconnect.
 */
export class ServerClock {
  #offset: number | undefined;
  #roundTrip = Number.POSITIVE_INFINITY;
  readonly #clock: Clock;
  readonly #socket: SocketPort;
  #learntAt = 0;
  #timer: unknown;

  constructor(ports: { clock: Clock; socket: SocketPort }) {
    this.#clock = ports.clock;
    this.#socket = ports.socket;
  }

  /** Asks `times` times, a little apart. */
  synchronise(times: number, apart: number): void {
    this.#clock.clearTimeout(this.#timer);
    const asked = this.#clock.now();
    this.#socket.emit(time.event, {}, (answer) => {
      const heard = this.#clock.now();
      const now = (answer as { now?: unknown } | null)?.now;
      if (typeof now === 'number') this.#learn(now - (asked + heard) / 2, heard - asked);
    });
    if (times > 1) this.#timer = this.#clock.setTimeout(() => this.synchronise(times - 1, apart), apart);
  }

  /** Asks a few times more. */
  refine(): void {
    this.synchronise(3, 150);
  }

  /** This machine's time of a server instant. Without any answer yet, `sentAt` (server) is taken to be now. */
  local(serverInstant: number, sentAt: number): number {
    return this.#offset === undefined ? this.#clock.now() + (serverInstant - sentAt) : serverInstant - this.#offset;
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  #learn(offset: number, roundTrip: number): void {
    const error = roundTrip / 2;
    const known = this.#error();
    // Where two answers cannot both be right, one of the clocks has been set since.
    const isContradicted = Math.abs(offset - (this.#offset ?? offset)) > error + known + tolerance;
    if (error > known && !isContradicted) return;
    this.#roundTrip = roundTrip;
    this.#offset = offset;
    this.#learntAt = this.#clock.now();
  }

  /** By how much what is known may be off at most by now, ms: half its round trip, and what the clocks may have drifted since. */
  #error(): number {
    return this.#roundTrip / 2 + Math.max(0, this.#clock.now() - this.#learntAt) * drift;
  }
}
