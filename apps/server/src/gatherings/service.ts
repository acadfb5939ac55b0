import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import type { Gathering } from '@unspoken/contract/gatherings';
import type { Account, Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { GatheringMails } from './mails.ts';
import { remindersPassed } from './reminders.ts';
import type { Schedule } from './schedule.ts';
import type { GatheringRow, GatheringStore, Registration } from './store.ts';
import { viewOf } from './view.ts';

export { regularDates } from './regular.ts';

export interface GatheringsOptions {
  readonly store: GatheringStore;
  readonly schedule: Schedule;
  readonly mails: GatheringMails;
  readonly accounts: Pick<Accounts, 'transaction' | 'lock'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'gatheringDoors' | 'gatheringReminderDay' | 'gatheringReminderSoon'>;
  /** The matchmaking eligibility of an account may have changed: whether they stand in. */
  readonly eligibilityChanged: (accountId: string) => Promise<void>;
}

/** Which gathering is meant: by its id, or by the secret name of its space. */
export type GatheringName = { readonly gatheringID?: string | undefined; readonly groupID?: string | undefined };

/**
 * Who takes part in which gathering. A registration is a row and a mail with a calendar file, in one transaction; the row of the
 * gathering is locked meanwhile, so that its capacity holds however many register at once.
 */
export class Gatherings {
  readonly #options: GatheringsOptions;
  constructor(options: GatheringsOptions) {
    this.#options = options;
  }

  /** The gatherings that this caller may know of, by start; a visitor knows those that are listed. */
  async list(accountId?: string): Promise<Gathering[]> {
    const { store, schedule, clock } = this.#options;
    const now = clock.now();
    const own = accountId === undefined ? [] : await store.ofAccount(accountId, new Date(now - 24 * 3_600_000));
    const registrations = new Map(own.map(({ registration }) => [registration.gatheringId, registration]));
    const rows = schedule.listed(now).filter((row) => row.listed || registrations.has(row.id) || row.host === accountId);
    const registered = await store.registered(rows.map(({ id }) => id));
    return rows.map((row) =>
      viewOf(row, { accountId, registration: registrations.get(row.id), registered: registered.get(row.id) ?? 0 }),
    );
  }

  /** Throws `gathering_not_found`, `gathering_full` and `gathering_over`. */
  async register(accountId: string, name: GatheringName): Promise<Gathering> {
    const found = await this.#find(name);
    return this.#inTransaction(accountId, async (tx, account) => {
      const { row, registration } = await this.#add(tx, account, found);
      return this.#view(tx, row, accountId, registration);
    });
  }

  /** Moves a registration; both or neither. Throws as `register` does. */
  async change(accountId: string, fromID: string, toID: string): Promise<Gathering> {
    if (fromID === toID) return this.register(accountId, { gatheringID: toID });
    const [from, to] = await Promise.all([this.#find({ gatheringID: fromID }), this.#find({ gatheringID: toID })]);
    return this.#inTransaction(accountId, async (tx, account) => {
      // In one order, whichever way two people change: otherwise they could wait for each other.
      for (const each of [from, to].toSorted((one, other) => (one.id < other.id ? -1 : 1)))
        await this.#options.store.materialise(tx, each);
      await this.#remove(tx, account, from);
      const { row, registration } = await this.#add(tx, account, to);
      return this.#view(tx, row, accountId, registration);
    });
  }

  /** Throws `gathering_not_found` and `gathering_over`. */
  async unregister(accountId: string, gatheringID: string): Promise<void> {
    const found = await this.#find({ gatheringID });
    await this.#inTransaction(accountId, (tx, account) => this.#remove(tx, account, found));
  }

  /** Throws `gathering_not_found` unless registered, `gathering_not_open` and `gathering_over`. */
  async standIn(accountId: string, gatheringID: string, standsIn: boolean): Promise<Gathering> {
    const { store, clock, durations, eligibilityChanged } = this.#options;
    const found = await this.#find({ gatheringID });
    if (clock.now() < found.startsAt.getTime() - durations.gatheringDoors) throw new AppError('gathering_not_open');
    const view = await this.#inTransaction(accountId, async (tx) => {
      const registration = await store.registration(gatheringID, accountId, tx);
      if (!registration) throw new AppError('gathering_not_found');
      const changed = { ...registration, standsIn };
      await store.put(tx, changed);
      return this.#view(tx, found, accountId, changed);
    });
    await eligibilityChanged(accountId);
    return view;
  }

  /** The approved gathering of this name that is not over. */
  async #find({ gatheringID, groupID }: GatheringName): Promise<GatheringRow> {
    const { schedule } = this.#options;
    const found = groupID === undefined ? await schedule.find(gatheringID ?? '') : await schedule.findByGroup(groupID);
    return this.#checked(found);
  }

  #checked(row: GatheringRow | undefined): GatheringRow {
    if (!row || row.state === 'proposed' || row.state === 'refused') throw new AppError('gathering_not_found');
    const isOver = row.state === 'cancelled' || row.endsAt.getTime() <= this.#options.clock.now();
    if (isOver) throw new AppError('gathering_over');
    return row;
  }

  #inTransaction<T>(accountId: string, run: (tx: Database, account: Account) => Promise<T>): Promise<T> {
    const { accounts } = this.#options;
    return accounts.transaction(async (tx) => {
      const account = await accounts.lock(tx, accountId);
      if (!account) throw new AppError('sign_in_required');
      return run(tx, account);
    });
  }

  async #add(
    tx: Database,
    account: Account,
    found: GatheringRow,
  ): Promise<{ readonly row: GatheringRow; readonly registration: Registration }> {
    const { store, mails, clock, durations } = this.#options;
    const row = this.#checked(await store.materialise(tx, found));
    const before = await store.registrationOrLeft(row.id, account.id, tx);
    if (before && !before.leftAt) return { row, registration: before };
    if (((await store.registered([row.id], tx)).get(row.id) ?? 0) >= row.capacity) throw new AppError('gathering_full');
    const registration: Registration = {
      ...{ gatheringId: row.id, accountId: account.id, registeredAt: new Date(clock.now()), leftAt: null },
      ...{ sequence: before ? before.sequence + 1 : row.revision, mailedRevision: row.revision },
      ...remindersPassed(row, clock.now(), durations),
      ...{ surveyedAt: before?.surveyedAt ?? null, standsIn: false },
    };
    await store.put(tx, registration);
    await mails.post(tx, account, 'gatheringRegistered', row, registration.sequence);
    return { row, registration };
  }

  async #remove(tx: Database, account: Account, found: GatheringRow): Promise<void> {
    const { store, mails, clock } = this.#options;
    const row = this.#checked((await store.lock(tx, found.id)) ?? found);
    const registration = await store.registration(row.id, account.id, tx);
    if (!registration) return;
    const sequence = registration.sequence + 1;
    await store.put(tx, { ...registration, sequence, standsIn: false, leftAt: new Date(clock.now()) });
    await mails.post(tx, account, 'gatheringLeft', row, sequence);
  }

  async #view(tx: Database, row: GatheringRow, accountId: string, registration: Registration): Promise<Gathering> {
    const registered = (await this.#options.store.registered([row.id], tx)).get(row.id) ?? 0;
    return viewOf(row, { accountId, registration, registered });
  }
}
