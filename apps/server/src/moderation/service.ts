import type { ReportReason } from '@unspoken/contract/moderation';
import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Followers } from '../platform/followers.ts';
import type { Intake } from './intake.ts';
import type { ModerationStore } from './store.ts';

export { Cases } from './cases.ts';
export { Conduct } from './conduct.ts';
export { Decisions } from './decisions.ts';
export { Intake } from './intake.ts';
export { Notices } from './notices.ts';
export { type CaseParts, caseParts } from './parts.ts';
export type { Standing } from './rules.ts';

export interface ModerationOptions {
  readonly store: ModerationStore;
  readonly clock: Clock;
  readonly chance: Chance;
  /**
   * Ends what else connects two people, as part of the transaction in which `by` is separated from `other`; what it
   * answers is called once that is done.
   */
  readonly part: (tx: Database, by: string, other: string) => Promise<() => Promise<void>>;
  /** What happens with a report the moment it is made; nothing, in a world without moderators. */
  readonly intake?: Pick<Intake, 'open' | 'weigh'>;
  /** Told when somebody was held. */
  readonly held?: (accountId: string) => Promise<void>;
}

export interface Report {
  readonly roomId: string;
  readonly reporter: string;
  readonly reported: string;
  readonly reasons: readonly ReportReason[];
  readonly explanation: string;
  readonly noRepeat: boolean;
  /** The network it came from, as limits count it. */
  readonly address?: string | undefined;
}

/**
 * What keeps people safe from each other. A report is kept, once for each side of an encounter, and in the same
 * transaction separates the two for ever; so does a block. Whoever pairs people asks here who is kept apart.
 */
export class Moderation {
  readonly #options: ModerationOptions;
  readonly #followers = new Followers<[one: string, other: string]>();
  /** Hears of every separation, before whoever caused it is answered. */
  readonly follow = this.#followers.add;

  constructor(options: ModerationOptions) {
    this.#options = options;
  }

  /** Keeps a report; a second one of the same side changes nothing, and is no error: the answer to the first was lost. */
  async report({ explanation, address, ...report }: Report): Promise<void> {
    const { store, clock, chance, intake, held, part } = this.#options;
    const { roomId, reporter, reported, reasons } = report;
    const at = new Date(clock.now());
    const id = chance.id();
    const { parted, isHeld } = await store.transaction(async (tx) => {
      // First: a second report of the same side, sent at once, waits here until this one is known.
      await store.separate(tx, reporter, reported, at);
      const parted = await part(tx, reporter, reported);
      if (await store.hasReported(tx, roomId, reporter)) return { parted, isHeld: false };
      // Two who report each other in the same moment wait for each other above: one of them was first.
      const reportedFirst = await store.hasReported(tx, roomId, reported);
      const opened = await intake?.open(tx, { reportId: id, reporter, reported, reasons, reportedFirst, address });
      const { caseId, heldBack } = opened ?? { caseId: chance.id(), heldBack: null };
      await store.report(tx, { ...report, id, reasons: [...reasons], at, caseId, heldBack }, explanation);
      return { parted, isHeld: (await intake?.weigh(tx, caseId, reported)) ?? false };
    });
    await parted();
    await this.#followers.tell(reporter, reported);
    if (isHeld) await held?.(reported);
  }

  async block(one: string, other: string): Promise<void> {
    const { store, clock, part } = this.#options;
    const parted = await store.transaction(async (tx) => {
      await store.separate(tx, one, other, new Date(clock.now()));
      return part(tx, one, other);
    });
    await parted();
    await this.#followers.tell(one, other);
  }

  /** Whom this person never meets again. */
  separatedFrom(accountId: string): Promise<string[]> {
    return this.#options.store.separatedFrom(accountId);
  }

  /** Whom this person wished never to meet again. */
  separatedBy(accountId: string): Promise<string[]> {
    return this.#options.store.separatedBy(accountId);
  }

  /** Which of these rooms this person has reported. */
  async reportedOf(reporter: string, roomIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.#options.store.reportedRooms(reporter, roomIds));
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    return { reports: await this.#options.store.by(accountId) };
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }
}
