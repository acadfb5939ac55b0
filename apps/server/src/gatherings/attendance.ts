import type { AnswerOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { isCurrent } from '@unspoken/contract/gathering-time';
import type { gatheringAttendance } from '@unspoken/contract/gatherings';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import { batch } from '../platform/database/batch.ts';
import type { AttendanceStore } from './attendance-store.ts';
import { guarded, guardedAnswers } from './guarded.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { timesOf } from './view.ts';

type Numbers = AnswerOf<typeof gatheringAttendance>;

export interface AttendanceOptions {
  readonly store: AttendanceStore;
  readonly gatherings: Pick<GatheringStore, 'byId' | 'registered'>;
  readonly accounts: Pick<Accounts, 'transaction' | 'lockAgainstDeletion'>;
  readonly clock: Clock;
  /** How many people are inside a private space now. */
  readonly insideOf: (groupID: string) => number;
  /** How many people are present anywhere now. */
  readonly present: () => Promise<number>;
  /** How many people wait in the pool `anyone` of a space now. */
  readonly waitingIn: (groupSpace: string) => Promise<number>;
  /** Of the pairs made in a space in a period: how many confirmed rooms have not ended, and how many minutes were completed. */
  readonly countInSpace: (of: {
    readonly groupSpace: string;
    readonly from: Date;
    readonly to: Date;
  }) => Promise<{ readonly running: number; readonly completed: number }>;
  readonly surveyTotals: (survey: string) => Promise<{ readonly yes: number; readonly no: number }>;
  readonly fault: (error: unknown) => void;
}

interface Coming {
  readonly gathering: GatheringRow;
  readonly accountId: string;
  readonly cameAt: Date;
}

/** Who came to a gathering, and the numbers that its host sees: no names, no pairs, and no small number. */
export class Attendance {
  readonly #options: AttendanceOptions;
  /** Many people connect in the same seconds. */
  readonly #record: (coming: Coming) => Promise<void>;

  constructor(options: AttendanceOptions) {
    this.#options = options;
    this.#record = batch<Coming, void>((all) => this.#recordAll(all).then(() => []));
  }

  /** An account is inside the space of a gathering, or connects in it: it has come, unless the gathering has ended. */
  came(gathering: GatheringRow, accountId: string): void {
    const { clock, fault } = this.#options;
    const now = clock.now();
    if (now < gathering.endsAt.getTime()) this.#record({ gathering, accountId, cameAt: new Date(now) }).catch(fault);
  }

  /** The numbers of a gathering for its host. Throws `gathering_not_found` for everybody else. */
  async numbers(gatheringID: string, host: string): Promise<Numbers> {
    const { store, gatherings, surveyTotals } = this.#options;
    const row = await gatherings.byId(gatheringID);
    if (!row || row.host !== host) throw new AppError('gathering_not_found');
    const [registered, came, { running, completed }, { here, waiting }, answers] = await Promise.all([
      gatherings.registered([row.id]),
      store.came(row.id),
      this.#minutes(row),
      this.#now(row),
      surveyTotals(row.id),
    ]);
    return {
      registered: guarded(registered.get(row.id) ?? 0),
      came: guarded(came),
      here: guarded(here),
      // Two people are in each room.
      inMinute: guarded(2 * running),
      waiting: guarded(waiting),
      minutes: guarded(completed),
      survey: guardedAnswers(answers),
    };
  }

  #minutes({ groupId, startsAt, endsAt }: GatheringRow): Promise<{ readonly running: number; readonly completed: number }> {
    return this.#options.countInSpace({ groupSpace: groupId ?? 'open', from: startsAt, to: endsAt });
  }

  /** Who is here and who waits now: everybody on the site, while a gathering without a space of its own takes place. */
  async #now(row: GatheringRow): Promise<{ readonly here: number; readonly waiting: number }> {
    const { clock, insideOf, present, waitingIn } = this.#options;
    if (row.groupId !== null) return { here: insideOf(row.groupId), waiting: await waitingIn(row.groupId) };
    if (!isCurrent(timesOf(row), clock.now())) return { here: 0, waiting: 0 };
    return { here: await present(), waiting: await waitingIn('open') };
  }

  /** An account that was deleted meanwhile came nowhere. */
  #recordAll(all: readonly Coming[]): Promise<void> {
    const { accounts, store } = this.#options;
    return accounts.transaction(async (tx) => {
      const there = await accounts.lockAgainstDeletion(tx, [...new Set(all.map(({ accountId }) => accountId))]);
      const rows = all
        .filter(({ accountId }) => there.has(accountId))
        .map(({ gathering, accountId, cameAt }) => ({ gatheringId: gathering.id, accountId, cameAt }));
      const regular = new Map(all.flatMap(({ gathering }) => (gathering.isRegular ? [[gathering.id, gathering]] : [])));
      await store.add(tx, [...regular.values()], rows);
    });
  }
}
