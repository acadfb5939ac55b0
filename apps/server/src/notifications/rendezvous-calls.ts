import { rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { Clock } from '../platform/clock.ts';
import type { DueNews, Rendezvous } from '../rendezvous/service.ts';
import type { Delivery, Message } from './delivery.ts';
import type { NotificationStore } from './store.ts';

export interface RendezvousCallsOptions {
  readonly clock: Clock;
  readonly rendezvous: Pick<Rendezvous, 'dueCalls' | 'dueAlone' | 'release' | 'isStillDue'>;
  readonly delivery: Pick<Delivery, 'deliver'>;
  readonly store: Pick<NotificationStore, 'takeTurn' | 'giveBackTurn'>;
  /** Whether this member waits, or is in an encounter or a gathering. */
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
    const deliver = (all: readonly DueNews[]) => {
      for (const news of all) this.#deliver(news).catch(fault);
    };
    // Calls do not wait until it is known who is alone.
    deliver(await rendezvous.dueCalls());
    deliver(await rendezvous.dueAlone());
  }

  async #deliver({ accountId, ...news }: DueNews): Promise<void> {
    const { rendezvous, fault } = this.#options;
    const isDelivered = await this.#attempt(accountId, news).catch((error: unknown) => {
      fault(error);
      return false;
    });
    // A member in an encounter, or without a page, may be back before the quarter is over: that is left to a later sweep.
    if (!isDelivered) await rendezvous.release(news);
  }

  /** Whether the member was notified. */
  async #attempt(accountId: string, news: Omit<DueNews, 'accountId'>): Promise<boolean> {
    const { clock, delivery, rendezvous, store, fault } = this.#options;
    const at = clock.now();
    const canBeNotified = async () => !(await this.#isBusy(accountId)) && (await rendezvous.isStillDue(news.id, news.startsAt));
    if (!(await canBeNotified()) || !(await store.takeTurn(accountId, new Date(at)))) return false;
    const message: Message = {
      event: rendezvousEvent,
      page: news,
      push: (language) => ({ kind: 'rendezvous', ...news, at, language }),
      until: news.until,
      isStillRelevant: canBeNotified,
    };
    const channel = await delivery.deliver(accountId, message).catch((error: unknown) => {
      fault(error);
      return 'none' as const;
    });
    if (channel === 'none') await store.giveBackTurn(accountId, new Date(at));
    return channel !== 'none';
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
