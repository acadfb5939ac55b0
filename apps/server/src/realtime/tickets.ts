import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Keys } from '../platform/keys.ts';
import type { OneTimeTokens } from '../platform/one-time-tokens.ts';

/** The account and session whose socket a ticket opens. */
export interface Holder {
  readonly accountId: string;
  readonly sessionId: string;
}

interface TicketsOptions {
  readonly clock: Clock;
  readonly keys: Keys;
  readonly tokens: OneTimeTokens;
  /** How long a ticket is valid, ms. */
  readonly lifetime: number;
}

/**
 * Each ticket opens one socket, so that a session token never appears in a URL. The account and session are sealed in
 * the ticket, so that any process can redeem it; all processes know which tickets have been used.
 */
export class Tickets {
  readonly #options: TicketsOptions;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  mint({ accountId, sessionId }: Holder): { token: string; expiresAt: number } {
    const { clock, keys, lifetime } = this.#options;
    const expiresAt = Math.floor(clock.now() + lifetime);
    return { token: keys.seal('ticket', `${accountId} ${sessionId} ${expiresAt}`), expiresAt };
  }

  /** Redeems a ticket, which cannot be used again; undefined if it is forged, expired or used. */
  async redeem(token: string): Promise<Holder | undefined> {
    const { clock, keys, tokens, lifetime } = this.#options;
    const sealed = opened(keys, token);
    if (!sealed || sealed.expiresAt <= clock.now()) return undefined;
    const name = createHash('sha256').update(token).digest('base64url');
    // Twice the lifetime of a ticket: longer than our clocks can differ.
    if (!(await tokens.claim(name, 2 * lifetime))) return undefined;
    return sealed.holder;
  }
}

function opened(keys: Keys, token: string): { holder: Holder; expiresAt: number } | undefined {
  try {
    const [accountId = '', sessionId = '', expiresAt] = keys.open('ticket', token).split(' ');
    return { holder: { accountId, sessionId }, expiresAt: Number(expiresAt) };
  } catch {
    return undefined;
  }
}
