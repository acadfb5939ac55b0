import { createHmac } from 'node:crypto';
import type { IceServers } from '@unspoken/contract/encounters';
import type { Clock } from '../platform/clock.ts';
import type { RelayConfig } from '../platform/config.ts';

/** How long the credentials for an encounter and for the test page live, ms. Source: decisions.md sections 6 and 12. */
export const encounterCredentialLife = 10 * 60_000;
export const testCredentialLife = 2 * 60_000;

const day = 24 * 3_600_000;

/**
 * Hands out ICE servers. Credentials for the relay are made per person and expire by themselves, in the form that
 * coturn's `use-auth-secret` checks: the user name is the second of the end and an identifier, the password its HMAC.
 * The identifier changes daily and leads back to nobody.
 */
export class Ice {
  readonly #config: RelayConfig;
  readonly #clock: Clock;

  constructor(config: RelayConfig, clock: Clock) {
    this.#config = config;
    this.#clock = clock;
  }

  /** For visitors, and for whoever has nothing to connect just now. */
  withoutRelay(): IceServers {
    const { stunUrls, policy } = this.#config;
    return { iceServers: stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [], relayOnly: policy !== 'never' };
  }

  withRelay(accountId: string, life: number, relayOnly: boolean): IceServers {
    const { turnUrls, turnSecret } = this.#config;
    const { iceServers } = this.withoutRelay();
    if (turnUrls.length === 0) return { iceServers, relayOnly };
    const now = this.#clock.now();
    const who = createHmac('sha256', turnSecret)
      .update(`${Math.floor(now / day)} ${accountId}`)
      .digest('base64url')
      .slice(0, 22);
    const username = `${Math.floor((now + life) / 1_000)}:${who}`;
    const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
    return { iceServers: [...iceServers, { urls: [...turnUrls], username, credential }], relayOnly };
  }
}
