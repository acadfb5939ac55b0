import type { Database } from '../platform/database/database.ts';
import { graceUntil, type MembershipRow } from './chart.ts';
import type { MembershipMails } from './mails.ts';
import type { MembershipRows } from './membership-store.ts';
import type { DunningStep } from './tables.ts';

const day = 86_400_000;
/** How many days after the first failure a member is written to. Source: requirements/membership 5.6. */
const days = [0, 3, 7, 12] as const;
const lastDay = 12;

export interface DunningOptions {
  readonly rows: Pick<MembershipRows, 'addDunning'>;
  readonly mails: Pick<MembershipMails, 'post'>;
}

/** Mails about a renewal that has failed, each once for its invoice. */
export class Dunning {
  readonly #options: DunningOptions;
  constructor(options: DunningOptions) {
    this.#options = options;
  }

  /** Sends the mail of the latest day that is due; after an outage those of earlier days would say what is not true any more. */
  async remind(tx: Database, row: MembershipRow, now: number): Promise<void> {
    if (row.failingSince === null) return;
    const since = (now - row.failingSince.getTime()) / day;
    const due = days.filter((each) => each <= since);
    const latest = due.at(-1);
    if (latest === undefined) return;
    const isNew = await this.#add(
      tx,
      row,
      due.map((each) => `${each}` as const),
      now,
    );
    if (isNew.has(`${latest}`)) await this.#post(tx, row, latest === lastDay ? 'membershipLast' : 'membershipFailed');
  }

  /** The bank wants the holder to confirm: that is said at once, and instead of the first mail. */
  async confirmationWanted(tx: Database, row: MembershipRow, now: number): Promise<void> {
    const isNew = await this.#add(tx, row, ['confirm', '0'], now);
    if (isNew.has('confirm')) await this.#post(tx, row, 'membershipConfirm');
  }

  /** Those of the steps that had not been taken. */
  async #add(tx: Database, { openInvoice }: MembershipRow, steps: readonly DunningStep[], now: number) {
    const { rows } = this.#options;
    if (openInvoice === null) return new Set<DunningStep>();
    return new Set(await rows.addDunning(tx, openInvoice, steps, new Date(now)));
  }

  #post(tx: Database, row: MembershipRow, kind: 'membershipFailed' | 'membershipLast' | 'membershipConfirm'): Promise<void> {
    return this.#options.mails.post(tx, row.accountId, kind, { cents: row.nextCents, until: graceUntil(row) ?? null });
  }
}
