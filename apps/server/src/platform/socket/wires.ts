import type { Socket } from 'socket.io';
import type { Clock } from '../clock.ts';
import { Allowance } from './allowance.ts';

/** What carries a socket, below the level of events. */
export type Wire = Socket['conn'];

/** Packets of any kind, and events that are no messages of a room; rooms count theirs as well. Source: requirements/threats 5, decisions.md section 12. */
const packets = { rate: 20, burst: 120 };
const events = { rate: 20, burst: 40 };

/** What somebody who is let in may still send. */
export interface Allowances {
  readonly packets: Allowance;
  readonly events: Allowance;
}

interface Visitor {
  readonly allowances: Allowances;
  /** What they said they may come in by, and who they are. */
  readonly names: string[];
  isKnown: boolean;
}

/** What somebody has to send before they are known: that they are there, and who they are. */
const beforeKnown = 4;
/** Whoever had to be cut off stays out for so long, ms. */
const keptOut = 30_000;
/** So many who are kept out before those who are not any more are looked for. */
const many = 10_000;

/** Everything that is sent, counted from the first packet on, whoever sends it. Source: requirements/threats 8. */
export class Wires {
  readonly #clock: Clock;
  readonly #on: boolean;
  readonly #visitors = new WeakMap<Wire, Visitor>();
  /** Until when a token or an account is not let in, epoch ms. */
  readonly #out = new Map<string, number>();

  constructor(clock: Clock, on: boolean) {
    this.#clock = clock;
    this.#on = on;
  }

  /** A wire is open: whoever sends too much over it is cut off. */
  follow(wire: Wire): void {
    const visitor: Visitor = { allowances: this.#allowances(), names: [], isKnown: false };
    this.#visitors.set(wire, visitor);
    let sent = 0;
    if (!this.#on) return;
    wire.on('packet', () => {
      visitor.allowances.packets.take();
      const isTooMuch = visitor.isKnown ? visitor.allowances.packets.isForfeit : ++sent > beforeKnown;
      if (!isTooMuch) return;
      for (const name of visitor.names) this.#keepOut(name);
      cutOff(wire);
    });
  }

  /** Cuts a wire off unless somebody is let in over it in time; answers the way to call that off. */
  name(wire: Wire, within: number): () => void {
    return this.#clock.after(within, () => this.#visitors.get(wire)?.isKnown || cutOff(wire));
  }

  /** Somebody comes by this token, or is this account; false if they are kept out. A ticket is another each time, an account is not. */
  mayEnter(wire: Wire, name: string): boolean {
    this.#visitors.get(wire)?.names.push(name);
    return (this.#out.get(name) ?? 0) <= this.#clock.now();
  }

  /** Somebody is let in; answers what they may send. */
  enter(wire: Wire): Allowances {
    const visitor = this.#visitors.get(wire);
    if (visitor) visitor.isKnown = true;
    return visitor?.allowances ?? this.#allowances();
  }

  #allowances(): Allowances {
    return { packets: new Allowance(this.#clock, packets), events: new Allowance(this.#clock, events) };
  }

  #keepOut(name: string): void {
    const now = this.#clock.now();
    if (this.#out.size >= many) for (const [each, until] of this.#out) if (until <= now) this.#out.delete(each);
    this.#out.set(name, now + keptOut);
  }
}

/** Ends it at once: nothing more of what was sent is read, and nobody waits for a farewell. */
export function cutOff(wire: Wire): void {
  const { socket } = wire.transport as { socket?: { terminate(): void } };
  wire.close(true);
  socket?.terminate();
}
