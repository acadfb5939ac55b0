import type { Account, Accounts } from '../accounts/service.ts';
import { hashOf, secretBytes } from '../accounts/service.ts';
import { type CalendarEvent, calendarFile } from '../platform/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { GatheringMails } from './mails.ts';
import type { Schedule } from './schedule.ts';
import type { GatheringStore } from './store.ts';

export interface CalendarsOptions {
  readonly store: GatheringStore;
  readonly schedule: Schedule;
  readonly mails: GatheringMails;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly publicUrl: string;
  readonly productName: string;
}

/** How long a gathering stays in a feed after its end, ms: what has gone from a feed goes from the reader's calendar, too. */
const keptInFeed = 30 * 24 * 3_600_000;

/**
 * Calendar files to download, and private feeds to subscribe to. A feed holds the times of its owner and nothing else. Everybody who has
 * its address can read it, so the address is a secret, stored as its hash, and can be revoked.
 */
export class Calendars {
  readonly #options: CalendarsOptions;
  constructor(options: CalendarsOptions) {
    this.#options = options;
  }

  /** The file of one gathering that is listed; undefined if there is none. Its links lead to the public page. */
  async file(gatheringID: string, language: string): Promise<string | undefined> {
    const { schedule, mails } = this.#options;
    const row = await schedule.find(gatheringID);
    if (!row?.listed || (row.state !== 'approved' && row.state !== 'cancelled')) return undefined;
    return this.#written([mails.event(row, language, row.revision, { isPersonal: false })]);
  }

  /** The address of a new feed; the one before stops working. */
  async createFeed(accountId: string): Promise<string> {
    const { store, random, clock, publicUrl } = this.#options;
    const token = random.secret(secretBytes);
    await store.setFeed(accountId, hashOf(token), new Date(clock.now()));
    return `${publicUrl}/api/v1/calendar/${token}.ics`;
  }

  async revokeFeed(accountId: string): Promise<void> {
    await this.#options.store.removeFeed(accountId);
  }

  /** What the feed with this token holds; undefined if there is none. */
  async feed(token: string): Promise<string | undefined> {
    const { store, accounts, mails, clock, productName } = this.#options;
    const accountId = await store.feed(hashOf(token));
    const account: Account | undefined = accountId === undefined ? undefined : await accounts.byId(accountId);
    if (!account) return undefined;
    const own = await store.ofAccount(account.id, new Date(clock.now() - keptInFeed));
    const events = own
      .filter(({ gathering }) => gathering.state === 'approved')
      .map(({ gathering, registration }) =>
        mails.event(gathering, account.language, registration.sequence, { isPersonal: true }),
      );
    return this.#written(events, productName);
  }

  /** The feed goes with the account, by cascade. */
  async export(accountId: string): Promise<Record<string, unknown>> {
    const feed = await this.#options.store.feedOf(accountId);
    return feed ? { calendarFeed: { createdAt: feed.createdAt } } : {};
  }

  #written(events: readonly CalendarEvent[], name?: string): string {
    const { productName } = this.#options;
    return calendarFile(events, { method: 'PUBLISH', product: productName, ...(name !== undefined && { name }) });
  }
}
