import type { Durations } from '@unspoken/contract/durations';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { inPacedBatches } from '../platform/database/paced.ts';
import { isZone } from '../platform/zones.ts';
import type { GatheringMails, Reader } from './mails.ts';
import type { DueRegistration, GatheringRow, GatheringStore, Registered, Registration } from './store.ts';

type ReminderDurations = Pick<Durations, 'gatheringDoors' | 'gatheringReminderDay' | 'gatheringReminderSoon'>;

/**
 * The stamps of a registration: a reminder whose time has come already is stamped as if it had been mailed, and so is skipped.
 * Source: requirements/gatherings 3.4.
 */
export function remindersPassed(
  { startsAt }: Pick<GatheringRow, 'startsAt'>,
  now: number,
  { gatheringReminderDay, gatheringReminderSoon }: Omit<ReminderDurations, 'gatheringDoors'>,
): Pick<Registration, 'remindedDayAt' | 'remindedSoonAt'> {
  const left = startsAt.getTime() - now;
  const stamp = (lead: number) => (left <= lead ? new Date(now) : null);
  return { remindedDayAt: stamp(gatheringReminderDay), remindedSoonAt: stamp(gatheringReminderSoon) };
}

export interface RemindersOptions {
  readonly store: GatheringStore;
  readonly mails: GatheringMails;
  readonly accounts: Pick<Accounts, 'byIds'>;
  readonly clock: Clock;
  readonly durations: ReminderDurations;
  /** Called after the commit with the people who were mailed that a gathering was moved or cancelled. */
  readonly moved: (gatheringId: string, accountIds: readonly string[]) => void;
}

/**
 * Mails what is due: reminders, and that a gathering was moved or cancelled. A registration is stamped in the transaction that posts its
 * mail, and other processes skip it meanwhile, so that everybody gets each mail once, whichever process is killed when.
 */
export class Reminders {
  readonly #options: RemindersOptions;
  constructor(options: RemindersOptions) {
    this.#options = options;
  }

  async sweep(): Promise<void> {
    const now = () => this.#options.clock.now();
    await inPacedBatches(now, (most) => this.#announce(most));
    await inPacedBatches(now, (most) => this.#remind(most));
  }

  /** How long the oldest reminder that is due has not been mailed, ms; 0 if none is due. */
  async overdue(): Promise<number> {
    const { store, clock, durations } = this.#options;
    const now = clock.now();
    const leads = { day: durations.gatheringReminderDay, soon: durations.gatheringReminderSoon };
    const due = { now: new Date(now), day: new Date(now + leads.day), soon: new Date(now + leads.soon) };
    const { day, soon } = await store.unreminded(due);
    const since = (start: Date | null, lead: number) => (start ? now - (start.getTime() - lead) : 0);
    return Math.max(0, since(day, leads.day), since(soon, leads.soon));
  }

  /** Mails registrants of gatherings that were moved or cancelled, `most` at once. Returns how many. */
  async #announce(most: number): Promise<number> {
    const { store, mails, clock, durations, moved } = this.#options;
    const mailed = await store.transaction(async (tx) => {
      const due = await store.withNews(tx, most);
      await this.#eachOf(tx, due, async ({ registration, gathering }, reader) => {
        const sequence = registration.sequence + 1;
        const isCancelled = gathering.state === 'cancelled';
        await store.put(tx, {
          ...{ ...registration, sequence, mailedRevision: gathering.revision },
          ...remindersPassed(gathering, clock.now(), durations),
        });
        await mails.postTo(tx, reader, isCancelled ? 'gatheringCancelled' : 'gatheringMoved', gathering, sequence);
      });
      return due;
    });
    for (const [gatheringId, those] of Map.groupBy(mailed, ({ registration }) => registration.gatheringId))
      moved(
        gatheringId,
        those.map(({ registration }) => registration.accountId),
      );
    return mailed.length;
  }

  /** Mails the reminders that are due, `most` at once; after an outage only the later of two. Returns how many. */
  async #remind(most: number): Promise<number> {
    const { store, mails, clock, durations } = this.#options;
    const now = clock.now();
    const until = { day: new Date(now + durations.gatheringReminderDay), soon: new Date(now + durations.gatheringReminderSoon) };
    return store.transaction(async (tx) => {
      const due = await store.toRemind(tx, { now: new Date(now), ...until }, most);
      const isSoon = ({ gathering }: Registered) => gathering.startsAt <= until.soon;
      for (const [soon, those] of Map.groupBy(due, isSoon)) {
        const registrations = those.map(({ registration }) => registration);
        await store.stampReminded(tx, registrations, { at: new Date(now), isSoon: soon });
      }
      await this.#eachOf(tx, due, (each, reader) => {
        const { registration, gathering } = each;
        return mails.postTo(tx, reader, isSoon(each) ? 'gatheringSoon' : 'gatheringTomorrow', gathering, registration.sequence);
      });
      return due.length;
    });
  }

  async #eachOf(
    tx: Database,
    due: readonly DueRegistration[],
    run: (registered: Registered, reader: Reader) => Promise<void>,
  ): Promise<void> {
    const accounts = await this.#options.accounts.byIds(
      due.map(({ registration }) => registration.accountId),
      tx,
    );
    for (const each of due) {
      const account = accounts.get(each.registration.accountId);
      const zone = each.zone !== null && isZone(each.zone) ? each.zone : undefined;
      if (account) await run(each, { account, zone });
    }
  }
}
