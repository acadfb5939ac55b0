import { AppError } from '@unspoken/contract/errors';
import { minuteType } from '@unspoken/contract/matchmaking';
import type { NotificationSettings } from '@unspoken/contract/notifications';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Devices } from './devices.ts';
import { patienceWithSilence, pauseAfter } from './ring-times.ts';
import { type BellRow, type NotificationStore, usualFor } from './store.ts';

export interface NotificationsOptions {
  readonly store: NotificationStore;
  readonly accounts: Pick<Accounts, 'timeZone' | 'lockAgainstDeletion'>;
  readonly devices: Pick<Devices, 'of'>;
  readonly clock: Clock;
  /** The types, besides the minute, for which people can be called. */
  readonly types: () => readonly string[];
  /** When the next gathering begins, epoch ms. */
  readonly nextGathering: (now: number) => number | undefined;
}

type Chosen = Pick<NotificationSettings, 'quietFrom' | 'quietTo' | 'dailyCap'>;

/** For how long a single call is asked for, ms. */
const callLife = 2 * 3_600_000;

/** Whether, when and how often members are called. Who is called for whom: `Bell`. */
export class Notifications {
  readonly #options: NotificationsOptions;
  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  requests(accountId: string): Promise<string[]> {
    return this.#options.store.requests(accountId);
  }

  /** Throws `experience_unknown`, and changes nothing then. */
  async setRequests(accountId: string, requested: readonly string[]): Promise<string[]> {
    const { store, clock } = this.#options;
    const types = [...new Set(requested)].toSorted();
    for (const each of types) this.#requireKnown(each);
    await this.#change(accountId, async (tx) => {
      await store.setRequests(tx, accountId, types, new Date(clock.now()));
      return {};
    });
    return types;
  }

  async settings(accountId: string): Promise<NotificationSettings> {
    const { store, accounts, devices, clock } = this.#options;
    const [row = usualFor(accountId), zone, reached] = await Promise.all([
      store.setting(accountId),
      accounts.timeZone(accountId),
      devices.of(accountId),
    ]);
    const { quietFrom, quietTo, dailyCap, unanswered = 0, callType = null, callUntil = null } = row as Partial<BellRow> & Chosen;
    const until = callUntil?.getTime() ?? 0;
    return {
      ...{ quietFrom, quietTo, dailyCap, timeZone: zone ?? null, isSeldomCalled: unanswered >= patienceWithSilence },
      callMe: callType !== null && until > clock.now() ? { experienceType: callType, until } : null,
      devices: reached,
    };
  }

  async changeSettings(accountId: string, { quietFrom, quietTo, dailyCap }: Chosen): Promise<NotificationSettings> {
    await this.#change(accountId, async (_, known) => ({ quietFrom, quietTo, dailyCap, notBefore: earliestFor(known) }));
    return this.settings(accountId);
  }

  /** Quiet hours are those of another time zone now. In the transaction that changes it. */
  async zoneChanged(tx: Database, accountId: string): Promise<void> {
    const { store } = this.#options;
    const known = await store.setting(accountId, tx);
    if (known) await store.set(tx, usualFor(accountId), { notBefore: earliestFor(known) });
  }

  /** Asks for a single call, for two hours or until the next gathering begins; or for none. Throws `experience_unknown`. */
  async callMe(accountId: string, experienceType: string, off: boolean): Promise<NotificationSettings> {
    const { clock, nextGathering } = this.#options;
    if (!off) this.#requireKnown(experienceType);
    const now = clock.now();
    const until = Math.min(now + callLife, nextGathering(now) ?? Number.POSITIVE_INFINITY);
    await this.#change(accountId, async () =>
      // The instant stays, so that a call which is on its way and reaches nobody does not bring the wish back.
      off ? { callType: null, callUntil: new Date(now) } : { callType: experienceType, callUntil: new Date(until) },
    );
    return this.settings(accountId);
  }

  /** Somebody connects because of a call. Again, or for somebody else's, changes nothing. */
  async answered(accountId: string, ringID: string): Promise<void> {
    await this.#options.store.answer(ringID, accountId, new Date(this.#options.clock.now()));
  }

  async export(accountId: string) {
    const { store } = this.#options;
    const [requests, setting, rings] = await Promise.all([
      store.requests(accountId),
      store.setting(accountId),
      store.rings(accountId),
    ]);
    const { accountId: _, ...bell } = setting ?? { accountId };
    return {
      notificationRequests: requests.map((experienceType) => ({ experienceType })),
      bell,
      rings: rings.map(({ rungAt, channel, answeredAt }) => ({ rungAt, channel, answeredAt })),
    };
  }

  async forget(before: Date): Promise<void> {
    await this.#options.store.forget(before);
  }

  async #change(
    accountId: string,
    change: (tx: Database, known: BellRow | undefined) => Promise<Partial<BellRow>>,
  ): Promise<void> {
    const { store, accounts } = this.#options;
    await store.transaction(async (tx) => {
      if (!(await accounts.lockAgainstDeletion(tx, [accountId])).has(accountId)) throw new AppError('not_found');
      await store.set(tx, usualFor(accountId), await change(tx, await store.setting(accountId, tx)));
    });
  }

  #requireKnown(requested: string): void {
    const [type = ''] = requested.split(':');
    if (type !== minuteType && !this.#options.types().includes(type)) throw new AppError('experience_unknown');
  }
}

/** When a member may be called next once what put calls off before holds no longer: only the time between two calls stays. */
const earliestFor = (known: BellRow | undefined): Date | null =>
  known?.lastRungAt ? new Date(known.lastRungAt.getTime() + pauseAfter(known.unanswered)) : null;
