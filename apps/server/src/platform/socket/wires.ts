import type { Clock } from '../clock.ts';
import { Allowance } from './allowance.ts';
import { cutOff, type Wire } from './engine-io.ts';

/**
 * Packets of any kind, and events other than room messages, which rooms count themselves.
 * Source: requirements/threats 5.
 */
const packets = { rate: 20, burst: 120 };
const events = { rate: 20, burst: 40 };

/** What an admitted client may still send. */
export interface Allowances {
  readonly packets: Allowance;
  readonly events: Allowance;
}

interface Peer {
  readonly allowances: Allowances;
  /** The tickets it has presented, and its account. */
  readonly names: string[];
  isIdentified: boolean;
}

/**
 * How many packets a client may send before it is identified: enough for the handshake and the ticket. The answers to our pings are not
 * counted: there are as many of them as the check of the ticket takes long.
 */
const packetsBeforeIdentified = 4;
/** In how many steps the time for the ticket passes. Between two of them the process reads what has arrived. */
const ticketSteps = 5;
/** How long a client that had to be cut off is refused, ms. */
const refusalDuration = 30_000;
/** From this number of refused names on, those whose refusal has ended are looked for and deleted. */
const manyRefused = 10_000;

/** Counts every packet of every client from the first on. Source: requirements/threats 8. */
export class Wires {
  readonly #clock: Clock;
  readonly #on: boolean;
  readonly #peers = new WeakMap<Wire, Peer>();
  /** Until when a ticket or an account is refused, epoch ms. */
  readonly #refusedUntil = new Map<string, number>();

  constructor(clock: Clock, on: boolean) {
    this.#clock = clock;
    this.#on = on;
  }

  /** Counts what is sent over a wire, and cuts it off if that is too much. */
  follow(wire: Wire): void {
    const peer: Peer = { allowances: this.#allowances(), names: [], isIdentified: false };
    this.#peers.set(wire, peer);
    let sent = 0;
    if (!this.#on) return;
    wire.on('packet', ({ type }: { readonly type: string }) => {
      const allowance = peer.allowances.packets;
      allowance.take();
      if (type !== 'pong') sent += 1;
      const isTooMuch = allowance.isForfeit || (!peer.isIdentified && sent > packetsBeforeIdentified);
      if (!isTooMuch) return;
      for (const name of peer.names) this.#refuse(name);
      cutOff(wire);
    });
  }

  /**
   * Cuts a wire off unless its client presents a ticket within this time, ms; returns a function that cancels this. How long the check of a
   * ticket takes is not the client's fault, nor is a pause of this process, which counts as one step: cut off for that, thousands who come
   * back at once would come back again and again.
   */
  requireTicket(wire: Wire, within: number): () => void {
    const step = within / ticketSteps;
    let left = ticketSteps;
    const wait = (): (() => void) =>
      this.#clock.after(step, () => {
        if (this.#peers.get(wire)?.names.length !== 0) return;
        left -= 1;
        if (left === 0) cutOff(wire);
        else cancel = wait();
      });
    let cancel = wait();
    return () => cancel();
  }

  /**
   * Notes that a client presents this ticket, or has this account; false if that is refused. A new attempt has a new
   * ticket, but the same account.
   */
  mayEnter(wire: Wire, name: string): boolean {
    this.#peers.get(wire)?.names.push(name);
    return (this.#refusedUntil.get(name) ?? 0) <= this.#clock.now();
  }

  /** Notes that the client is identified; returns what it may send. */
  enter(wire: Wire): Allowances {
    const peer = this.#peers.get(wire);
    if (peer) peer.isIdentified = true;
    return peer?.allowances ?? this.#allowances();
  }

  #allowances(): Allowances {
    return { packets: new Allowance(this.#clock, packets), events: new Allowance(this.#clock, events) };
  }

  #refuse(name: string): void {
    const now = this.#clock.now();
    if (this.#refusedUntil.size >= manyRefused)
      for (const [each, until] of this.#refusedUntil) if (until <= now) this.#refusedUntil.delete(each);
    this.#refusedUntil.set(name, now + refusalDuration);
  }
}
