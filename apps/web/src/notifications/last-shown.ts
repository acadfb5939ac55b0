import type { Pool } from '@unspoken/contract/matchmaking';
import { switchOf } from '@unspoken/contract/notifications';

/** The least time between two notifications, ms. Source: requirements/notifications 1.4. */
const gap = 60_000;
/** For how long after a call a connect request counts as its answer, ms. Source: requirements/notifications 1.6. */
const answerTime = 30_000;

/** A notification that this page has shown. */
interface Shown {
  /** By performance.now(), ms. */
  readonly at: number;
  /** The switch of the pool that it was about. */
  readonly type: string;
  /** The call, if it was one. */
  readonly ringID?: string;
}

/** What this page has notified its user of last. Source: requirements/notifications 1.1. */
export class LastShown {
  #last: Shown | undefined;

  note(shown: Shown): void {
    this.#last = shown;
  }

  forget(): void {
    this.#last = undefined;
  }

  /** Whether another notification would follow too soon. */
  isTooSoon(now: number): boolean {
    return this.#last !== undefined && now - this.#last.at < gap;
  }

  /** The call that a connect request in this pool comes from: what was shown last, if it was about this pool and is recent. */
  callFor(pool: Pool, now: number): string | undefined {
    const last = this.#last;
    return last && pool.groupSpace === 'open' && switchOf(pool) === last.type && now - last.at <= answerTime
      ? last.ringID
      : undefined;
  }
}

export const lastShown = new LastShown();
