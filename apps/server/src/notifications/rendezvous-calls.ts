import { rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { Clock } from '../platform/clock.ts';
import type { DueNews, Rendezvous } from '../rendezvous/service.ts';
import type { Delivery } from './delivery.ts';

export interface RendezvousCallsOptions {
  readonly clock: Clock;
  readonly rendezvous: Pick<Rendezvous, 'due'>;
  readonly delivery: Pick<Delivery, 'bring'>;
  /** Whether this member waits, or is in an encounter. */
  readonly isBusy: (accountId: string) => Promise<boolean>;
  readonly fault: (error: unknown) => void;
}

/** When it is looked again whether somebody who is busy can be called, ms. */
const busyPause = 15_000;

/**
 * Calls members to the rendezvous that they have made, and says so to those who would be alone. They have asked for it: neither cap nor
 * quiet hours hold. Each is stamped before it is sent, and sent once.
 */
export class RendezvousCalls {
  readonly #options: RendezvousCallsOptions;
  readonly #waiting = new Set<() => void>();
  constructor(options: RendezvousCallsOptions) {
    this.#options = options;
  }

  stop(): void {
    for (const cancel of this.#waiting) cancel();
  }

  async sweep(): Promise<void> {
    const { rendezvous, fault } = this.#options;
    for (const news of await rendezvous.due()) this.#bring(news).catch(fault);
  }

  async #bring({ accountId, ...news }: DueNews): Promise<void> {
    const { clock, delivery, isBusy, fault } = this.#options;
    const at = clock.now();
    if (await isBusy(accountId)) {
      // A minute is over soon, and the quarter may not be.
      const again = () => void this.#bring({ accountId, ...news }).catch(fault);
      if (at + busyPause < news.until) this.#waiting.add(clock.after(busyPause, again));
      return;
    }
    await delivery.bring(accountId, {
      event: rendezvousEvent,
      page: news,
      push: (language) => ({ kind: 'rendezvous', ...news, at, language }),
      until: news.until,
      stillHolds: async () => !(await isBusy(accountId)),
    });
  }
}
