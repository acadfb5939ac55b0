import { rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { Clock } from '../platform/clock.ts';
import type { DueNews, Rendezvous } from '../rendezvous/service.ts';
import type { Delivery } from './delivery.ts';

export interface RendezvousCallsOptions {
  readonly clock: Clock;
  readonly rendezvous: Pick<Rendezvous, 'due' | 'release' | 'stands'>;
  readonly delivery: Pick<Delivery, 'bring'>;
  /** Whether this member waits, or is in an encounter. */
  readonly isBusy: (accountId: string) => Promise<boolean>;
  /** Whether nobody can connect now. */
  readonly isPaused: () => boolean;
  readonly fault: (error: unknown) => void;
}

/**
 * Calls members to the rendezvous that they have made, and says so to those who would be alone. They have asked for it: neither cap nor
 * quiet hours hold. Each is stamped before it is sent, and sent once.
 */
export class RendezvousCalls {
  readonly #options: RendezvousCallsOptions;
  constructor(options: RendezvousCallsOptions) {
    this.#options = options;
  }

  async sweep(): Promise<void> {
    const { rendezvous, fault } = this.#options;
    for (const news of await rendezvous.due()) this.#bring(news).catch(fault);
  }

  async #bring({ accountId, ...news }: DueNews): Promise<void> {
    const { clock, delivery, rendezvous } = this.#options;
    const at = clock.now();
    const canBeCalled = async () => !(await this.#isBusy(accountId)) && (await rendezvous.stands(news.id, news.startsAt));
    // A member in an encounter may be free before the quarter is over: the call is left to a later sweep.
    if (!(await canBeCalled())) return news.news === 'call' ? rendezvous.release(news.id) : undefined;
    await delivery.bring(accountId, {
      event: rendezvousEvent,
      page: news,
      push: (language) => ({ kind: 'rendezvous', ...news, at, language }),
      until: news.until,
      stillHolds: canBeCalled,
    });
  }

  /** What cannot be known is taken for busy: then a later sweep asks again. */
  async #isBusy(accountId: string): Promise<boolean> {
    const { isBusy, isPaused, fault } = this.#options;
    if (isPaused()) return true;
    return isBusy(accountId).catch((error: unknown) => {
      fault(error);
      return true;
    });
  }
}
