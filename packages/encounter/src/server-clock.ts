import { time } from '@unspoken/contract/presence';
import type { Clock, SocketPort } from './ports.ts';

/** Clocks drift: after this many ms a worse answer is better than an old one. */
const staleAfter = 600_000;

/** What clocks may differ by besides what the way takes, ms. */
const tolerance = 20;

/**
 * Estimates the server's clock from a few questions and answers, as NTP does (RFC 5905 section 8): the answer with
 * the shortest round trip bounds the error best, as long as no answer contradicts it. Re-asked on every reconnect.
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
    const now = this.#clock.now();
    if (roundTrip > this.#roundTrip && now - this.#learntAt < staleAfter && !this.#isContradicted(offset, roundTrip)) return;
    this.#roundTrip = roundTrip;
    this.#offset = offset;
    this.#learntAt = now;
  }

  /** Each answer is off by half its round trip at most: where two cannot both be right, one of the clocks has been set since. */
  #isContradicted(offset: number, roundTrip: number): boolean {
    return Math.abs(offset - (this.#offset ?? offset)) > (roundTrip + this.#roundTrip) / 2 + tolerance;
  }
}
