import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Keys } from '../platform/keys.ts';
import type { OneTimeTokens } from '../platform/one-time-tokens.ts';

/** Whose socket a ticket opens. */
export interface Holder {
  readonly accountId: string;
  readonly sessionId: string;
}

interface TicketsOptions {
  readonly clock: Clock;
  readonly keys: Keys;
  readonly once: OneTimeTokens;
  /** How long a ticket opens anything, ms. */
  readonly life: number;
}

/**
 * Tickets open one socket each: an account's own token never stands in a URL. Whose they are is sealed in them, so that
 * any process can tell; that they were used is known to all.
 */
export class Tickets {
  readonly #options: TicketsOptions;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  mint({ accountId, sessionId }: Holder): { token: string; expiresAt: number } {
    const { clock, keys, life } = this.#options;
    const expiresAt = Math.floor(clock.now() + life);
    return { token: keys.seal('ticket', `${accountId} ${sessionId} ${expiresAt}`), expiresAt };
  }

  /** Whose ticket this is; it is void from then on. */
  async redeem(token: string): Promise<Holder | undefined> {
    const { clock, keys, once, life } = this.#options;
    const sealed = opened(keys, token);
    if (!sealed || sealed.expiresAt <= clock.now()) return undefined;
    const name = createHash('sha256').update(token).digest('base64url');
    // For longer than any clock of ours is wrong.
    if (!(await once.claim(name, 2 * life))) return undefined;
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
