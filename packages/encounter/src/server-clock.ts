import { time } from '@unspoken/contract/presence';
import type { Clock, SocketPort } from './ports.ts';

/** The largest drift between two machines' clocks, as a share of the time that passes: quartz clocks do no worse. */
const drift = 0.000_1;

/** By how much two answers may differ beyond the errors of their round trips, ms. */
const tolerance = 20;

/**
 * Estimates the server's clock from a few requests, as NTP does (RFC 5905 section 8): the answer with the shortest round
 * trip bounds the error best, as long as no answer contradicts it. The error bound of an answer grows slowly with its age:
 * a new answer that took seconds is no better than one from a quarter of an hour ago. Measured again on every reconnect.
 */
export class ServerClock {
  #offset: number | undefined;
  #roundTrip = Number.POSITIVE_INFINITY;
  readonly #clock: Clock;
  readonly #socket: SocketPort;
  #measuredAt = 0;
  #timer: unknown;

  constructor(ports: { clock: Clock; socket: SocketPort }) {
    this.#clock = ports.clock;
    this.#socket = ports.socket;
  }

  /** Sends `times` requests, `apart` ms from each other. */
  synchronise(times: number, apart: number): void {
    this.#clock.clearTimeout(this.#timer);
    const sentAt = this.#clock.now();
    this.#socket.emit(time.event, {}, (answer) => {
      const receivedAt = this.#clock.now();
      const now = (answer as { now?: unknown } | null)?.now;
      if (typeof now === 'number') this.#update(now - (sentAt + receivedAt) / 2, receivedAt - sentAt);
    });
    if (times > 1) this.#timer = this.#clock.setTimeout(() => this.synchronise(times - 1, apart), apart);
  }

  /** Sends three more requests. */
  refine(): void {
    this.synchronise(3, 150);
  }

  /** This machine's time of a server instant. Before the first answer, `sentAt` (server) is taken to be now. */
  local(serverInstant: number, sentAt: number): number {
    return this.measured(serverInstant) ?? this.#clock.now() + (serverInstant - sentAt);
  }

  /** This machine's time of a server instant; undefined before the first answer. */
  measured(serverInstant: number): number | undefined {
    return this.#offset === undefined ? undefined : serverInstant - this.#offset;
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer);
  }

  #update(offset: number, roundTrip: number): void {
    const error = roundTrip / 2;
    const known = this.#error();
    // When two answers cannot both be right, one of the clocks has been set in the meantime.
    const isContradicted = Math.abs(offset - (this.#offset ?? offset)) > error + known + tolerance;
    if (error > known && !isContradicted) return;
    this.#roundTrip = roundTrip;
    this.#offset = offset;
    this.#measuredAt = this.#clock.now();
  }

  /** The bound on the current estimate's error, ms: half its round trip, plus the possible drift since it was measured. */
  #error(): number {
    return this.#roundTrip / 2 + Math.max(0, this.#clock.now() - this.#measuredAt) * drift;
  }
}
