import { rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { Clock } from '../platform/clock.ts';
import type { DueNews, Rendezvous } from '../rendezvous/service.ts';
import type { Delivery } from './delivery.ts';
import { betweenNotifications } from './ring-times.ts';
import type { NotificationStore } from './store.ts';

export interface RendezvousCallsOptions {
  readonly clock: Clock;
  readonly rendezvous: Pick<Rendezvous, 'dueCalls' | 'dueAlone' | 'release' | 'isStillDue'>;
  readonly delivery: Pick<Delivery, 'deliver'>;
  readonly store: Pick<NotificationStore, 'setting' | 'stampNotified'>;
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
    const { clock, delivery, rendezvous, store, fault } = this.#options;
    const at = clock.now();
    const canBeNotified = async () =>
      !(await this.#isBusy(accountId)) &&
      (await rendezvous.isStillDue(news.id, news.startsAt)) &&
      !(await this.#wasJustCalled(accountId));
    // What nobody saw is left to a later sweep: a member in an encounter, or without a page, may be back before the quarter is over.
    const release = () => rendezvous.release(news).catch(fault);
    try {
      if ((await this.#wasJustNotified(accountId)) || !(await canBeNotified())) return void (await release());
      // Before it is sent: nobody is called for somebody who waits in the meantime.
      await store.stampNotified(accountId, new Date(at));
    } catch (error) {
      await release();
      throw error;
    }
    const channel = await delivery.deliver(accountId, {
      event: rendezvousEvent,
      page: news,
      push: (language) => ({ kind: 'rendezvous', ...news, at, language }),
      until: news.until,
      isStillRelevant: canBeNotified,
    });
    if (channel === 'none') await release();
  }

  /** Whether the member was called for somebody who waits, within the time between two notifications. */
  async #wasJustCalled(accountId: string): Promise<boolean> {
    return this.#isRecent((await this.#options.store.setting(accountId))?.lastRungAt);
  }

  async #wasJustNotified(accountId: string): Promise<boolean> {
    return this.#isRecent((await this.#options.store.setting(accountId))?.notifiedAt);
  }

  #isRecent(at: Date | null | undefined): boolean {
    return at != null && this.#options.clock.now() - at.getTime() < betweenNotifications;
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
