import { rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { Clock } from '../platform/clock.ts';
import type { DueNews, Rendezvous } from '../rendezvous/service.ts';
import type { Delivery } from './delivery.ts';
import type { NotificationStore } from './store.ts';
import type { RingChannel } from './tables.ts';

export interface RendezvousCallsOptions {
  readonly clock: Clock;
  readonly rendezvous: Pick<Rendezvous, 'due' | 'release' | 'isStillDue'>;
  readonly delivery: Pick<Delivery, 'deliver'>;
  readonly store: Pick<NotificationStore, 'setting' | 'defer'>;
  /** Whether this member waits, or is in an encounter or a gathering. */
  readonly isBusy: (accountId: string) => Promise<boolean>;
  /** Whether nobody can connect now. */
  readonly isPaused: () => boolean;
  readonly fault: (error: unknown) => void;
}

/** The least time between two notifications of a member, ms. Source: requirements/notifications 4.13. */
const betweenNotifications = 60_000;

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
    for (const news of await rendezvous.due()) this.#deliver(news).catch(fault);
  }

  async #deliver({ accountId, ...news }: DueNews): Promise<void> {
    const { clock, delivery, rendezvous, store } = this.#options;
    const at = clock.now();
    const canBeCalled = async () => !(await this.#isBusy(accountId)) && (await rendezvous.isStillDue(news.id, news.startsAt));
    let isHeldUp = (await this.#wasJustCalled(accountId)) || !(await canBeCalled());
    let channel: RingChannel = 'none';
    if (!isHeldUp)
      channel = await delivery.deliver(accountId, {
        event: rendezvousEvent,
        page: news,
        push: (language) => ({ kind: 'rendezvous', ...news, at, language }),
        until: news.until,
        async isStillRelevant() {
          isHeldUp = !(await canBeCalled());
          return !isHeldUp;
        },
      });
    // A member in an encounter may be free before the quarter is over: that is left to a later sweep.
    if (isHeldUp) await rendezvous.release(news);
    else if (channel !== 'none') await store.defer(new Map([[accountId, clock.now() + betweenNotifications]]));
  }

  /** Whether the member got another notification just now. */
  async #wasJustCalled(accountId: string): Promise<boolean> {
    const { clock, store } = this.#options;
    const last = (await store.setting(accountId))?.lastRungAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    return clock.now() - last < betweenNotifications;
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
