import type { Durations } from '@unspoken/contract/durations';
import { isAmongStrangers, type Pool } from '@unspoken/contract/matchmaking';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Welcoming } from './state.ts';

/** Which part an account has in the welcoming of newcomers; undefined where nobody welcomes. Never both. */
export type WelcomePart = (accountId: string) => Promise<Pick<Welcoming, 'isNew' | 'welcomes'> | undefined>;

interface WelcomeOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly durations: Pick<Durations, 'welcomeWait' | 'welcomersAbout'>;
  readonly bus: Pick<Bus, 'serve' | 'broadcast'>;
  readonly partOf: WelcomePart;
}

const topic = 'matchmaking welcomer';

/**
 * Prefers welcomers for newcomers, for a few seconds of the wait of each person; and only while a welcomer is likely to connect soon, which
 * is a while after one has connected. Source: requirements/looking 4.5.
 */
export class Welcome {
  readonly #options: WelcomeOptions;
  #connectedAt = Number.NEGATIVE_INFINITY;

  constructor(options: WelcomeOptions) {
    this.#options = options;
    options.bus.serve(topic, () => this.#note());
  }

  async of(accountId: string, pool: Pool): Promise<Welcoming | undefined> {
    const { clock, durations, partOf } = this.#options;
    const part = isAmongStrangers(pool) ? await partOf(accountId) : undefined;
    if (!part || part.welcomes) return part;
    const isLikely = clock.now() - this.#connectedAt < durations.welcomersAbout;
    return { ...part, ...(isLikely && { orderAfter: durations.welcomeWait }) };
  }

  /** A welcomer waits, or has met somebody, by this process. */
  connected(): void {
    this.#note();
    this.#options.bus.broadcast(topic, {});
  }

  #note(): void {
    this.#connectedAt = this.#options.clock.now();
  }
}
