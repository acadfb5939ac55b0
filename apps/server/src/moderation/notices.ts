import { addressKeyOf } from '@unspoken/contract/fields';
import { smallestFigure, type TransparencyMonth } from '@unspoken/contract/notices';
import { monthOf } from '../platform/dates.ts';
import { SharedCount } from '../platform/shared-count.ts';
import type { CaseDependencies } from './dependencies.ts';
import type { ActKind } from './rules.ts';

/** The months that the public figures cover: as long as reports are kept. */
const monthsShown = 12;

/** How long they are kept before they are counted again, ms, and how old they may be while that is under way. */
const freshFor = 60_000;
const shownFor = 5 * freshFor;

export interface NewNotice {
  readonly words: string;
  readonly email: string | undefined;
  readonly language: string;
}

/** Notices to the moderators, and the public figures of their work. */
export class Notices {
  readonly #dependencies: CaseDependencies;
  readonly #figures: SharedCount<TransparencyMonth[]>;
  constructor(dependencies: CaseDependencies) {
    this.#dependencies = dependencies;
    this.#figures = new SharedCount({ now: () => dependencies.clock.now(), freshFor, shownFor });
  }

  /** Adds a notice to the moderators' queue; mails its receipt, within the recipient's mail budget, and returns it. */
  async add({ words, email, language }: NewNotice): Promise<string> {
    const { store, random, mailTemplates, supportEmail, mayMail } = this.#dependencies;
    const id = random.id();
    const at = this.#dependencies.now();
    await store.transaction(async (tx) => {
      await store.open(tx, { id, kind: 'notice', rank: 2, openedAt: at });
      await store.addNotice(tx, { caseId: id, at, words, email: email ?? null, language });
      if (email === undefined || !(await mayMail(addressKeyOf(email)))) return;
      await mailTemplates.post(tx, {
        kind: 'noticeReceived',
        to: email,
        language,
        concerns: [],
        values: { support: supportEmail, receipt: id },
      });
    });
    return id;
  }

  /** The figures of each month, newest first, counted from the ledger; null for a figure from 1 to 4. */
  figures(): Promise<TransparencyMonth[]> {
    const now = new Date(this.#dependencies.clock.now());
    return this.#figures.read(monthOf(now), () => this.#count(now));
  }

  async #count(now: Date): Promise<TransparencyMonth[]> {
    const { store } = this.#dependencies;
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsShown + 1));
    const [acts, reports, cases] = await Promise.all([
      store.actsByMonth(since),
      store.reportsByMonth(since),
      store.casesByMonth(since),
    ]);
    return Array.from({ length: monthsShown }, (_, monthsAgo) => {
      const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo)));
      const inMonth = <Row extends { month: string }>(rows: readonly Row[]) => rows.filter((row) => row.month === month);
      // Decisions on notices are about no account, and are not counted here.
      const figureOf = (kind: ActKind) => figure(inMonth(acts).find((row) => row.kind === kind)?.n);
      const [opened] = inMonth(cases);
      return {
        month,
        reports: figure(inMonth(reports)[0]?.n),
        notices: figure(opened?.notices),
        holds: figureOf('held'),
        dismissed: figureOf('dismissed'),
        warned: figureOf('warned'),
        suspended: figureOf('suspended'),
        banned: figureOf('banned'),
        appeals: figureOf('appealed'),
        appealsReversed: figureOf('appeal reversed'),
        medianHours: opened?.medianHours == null || opened.decided < smallestFigure ? null : Math.round(opened.medianHours),
      };
    });
  }
}

const figure = (count = 0): number | null => (count > 0 && count < smallestFigure ? null : count);
