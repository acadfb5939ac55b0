import { createHmac } from 'node:crypto';
import type { IceServers } from '@unspoken/contract/encounters';
import type { Clock } from '../platform/clock.ts';
import type { RelayConfig } from '../platform/config.ts';

/** How long credentials for the test page are valid, ms. Source: requirements/encounter 12. */
export const testCredentialLife = 2 * 60_000;

const day = 24 * 3_600_000;

/**
 * Hands out ICE servers. Relay credentials are made per person and expire by themselves, in the form that coturn's
 * `use-auth-secret` checks: the user name is the expiry in epoch seconds and an identifier, the password its HMAC.
 * The identifier changes daily and cannot be traced back to an account.
 */
export class Ice {
  readonly #config: RelayConfig;
  readonly #clock: Clock;

  constructor(config: RelayConfig, clock: Clock) {
    this.#config = config;
    this.#clock = clock;
  }

  /** For visitors, and for users who neither wait nor are in a room. */
  withoutRelay(): IceServers {
    const { stunUrls, policy } = this.#config;
    return { iceServers: stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [], relayOnly: policy !== 'never' };
  }

  withRelay(accountId: string, life: number, relayOnly: boolean): IceServers {
    const { turnUrls, turnSecret } = this.#config;
    const { iceServers } = this.withoutRelay();
    if (turnUrls.length === 0) return { iceServers, relayOnly };
    const now = this.#clock.now();
    const identifier = createHmac('sha256', turnSecret)
      .update(`${Math.floor(now / day)} ${accountId}`)
      .digest('base64url')
      .slice(0, 22);
    const username = `${Math.floor((now + life) / 1_000)}:${identifier}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    return { iceServers: [...iceServers, { urls: [...turnUrls], username, credential }], relayOnly };
  }
}
