import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';

/** Whose socket a ticket opens. */
export interface Holder {
  readonly accountId: string;
  readonly sessionId: string;
}

interface Ticket {
  readonly holder: Holder;
  readonly expiresAt: number;
}

/** Tickets open one socket each: an account's own token never stands in a URL. They live in memory and die in a minute. */
export class Tickets {
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #life: number;
  readonly #open = new Map<string, Ticket>();

  constructor(options: { clock: Clock; chance: Chance; life: number }) {
    this.#clock = options.clock;
    this.#chance = options.chance;
    this.#life = options.life;
  }

  mint(holder: Holder): { token: string; expiresAt: number } {
    const now = this.#clock.now();
    // Oldest first, as a map keeps them: whatever has run out stands at the front.
    for (const [token, { expiresAt }] of this.#open) {
      if (expiresAt > now) break;
      this.#open.delete(token);
    }
    const token = this.#chance.secret(32);
    const expiresAt = now + this.#life;
    this.#open.set(token, { holder, expiresAt });
    return { token, expiresAt };
  }

  /** Whose ticket this is; it is void from then on. */
  redeem(token: string): Holder | undefined {
    const ticket = this.#open.get(token);
    this.#open.delete(token);
    return ticket && ticket.expiresAt > this.#clock.now() ? ticket.holder : undefined;
  }
}
