import { emailKey } from '@unspoken/contract/fields';
import { smallestFigure, type TransparencyMonth } from '@unspoken/contract/notices';
import type { CaseParts } from './parts.ts';
import type { ActKind } from './rules.ts';

/** How far back the public figures go: until reports are forgotten. */
const monthsShown = 12;

export interface NewNotice {
  readonly words: string;
  readonly email: string | undefined;
  readonly language: string;
}

/** What anybody can tell the moderators, and what everybody can know of their work. */
export class Notices {
  readonly #parts: CaseParts;
  constructor(parts: CaseParts) {
    this.#parts = parts;
  }

  /** Puts a notice into the moderators' queue; answers its receipt, and mails it. */
  async add({ words, email, language }: NewNotice): Promise<string> {
    const { store, random, letters, supportEmail, mayMail } = this.#parts;
    const id = random.id();
    const at = this.#parts.now();
    await store.transaction(async (tx) => {
      await store.open(tx, { id, kind: 'notice', rank: 2, openedAt: at });
      await store.addNotice(tx, { caseId: id, at, words, email: email ?? null, language });
      if (email === undefined || !(await mayMail(emailKey(email)))) return;
      await letters.post(tx, {
        kind: 'noticeReceived',
        to: email,
        language,
        concerns: [],
        values: { support: supportEmail, receipt: id },
      });
    });
    return id;
  }

  /** The figures of each month, newest first, counted from the ledger; small ones are not told apart. */
  async figures(): Promise<TransparencyMonth[]> {
    const { store, clock } = this.#parts;
    const now = new Date(clock.now());
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1));
    const [acts, reports, cases] = await Promise.all([
      store.actsByMonth(since),
      store.reportsByMonth(since),
      store.casesByMonth(since),
    ]);
    return Array.from({ length: monthsShown }, (_, back) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7);
      const here = <Row extends { month: string }>(rows: readonly Row[]) => rows.filter((row) => row.month === month);
      // What became of a notice is decided about nobody, and is not among these.
      const of = (kind: ActKind) => figure(here(acts).find((row) => row.kind === kind)?.n);
      const [opened] = here(cases);
      return {
        month,
        reports: figure(here(reports)[0]?.n),
        notices: figure(opened?.notices),
        holds: of('held'),
        dismissed: of('dismissed'),
        warned: of('warned'),
        suspended: of('suspended'),
        banned: of('banned'),
        appeals: of('appealed'),
        appealsReversed: of('appeal reversed'),
        medianHours: opened?.medianHours == null || opened.decided < smallestFigure ? null : Math.round(opened.medianHours),
      };
    });
  }
}

const figure = (count = 0): number | null => (count > 0 && count < smallestFigure ? null : count);
