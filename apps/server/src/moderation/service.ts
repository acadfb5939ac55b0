import type { ReportReason } from '@unspoken/contract/reports';
import type { DeletedAccount, Identified } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Random } from '../platform/random.ts';
import type { Intake } from './intake.ts';
import { identitiesOf } from './rules.ts';
import type { ModerationStore } from './store.ts';

export { Cases } from './cases.ts';
export { Conduct } from './conduct.ts';
export { Decisions } from './decisions.ts';
export { type CaseDependencies, caseDependencies } from './dependencies.ts';
export { Intake } from './intake.ts';
export { Notices } from './notices.ts';
export type { Standing } from './rules.ts';

export interface ModerationOptions {
  readonly store: ModerationStore;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * Ends what else connects two people, in the transaction that separates `by` from `other`; the returned function is
   * called after the commit.
   */
  readonly separateFurther: (tx: Database, by: string, other: string) => Promise<() => Promise<void>>;
  /** Those of these accounts that exist; they cannot be deleted until the transaction ends. */
  readonly lockExisting: (tx: Database, accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The accounts that a guest is recognised as. */
  readonly recognisedAs?: (accountId: string) => Promise<readonly string[]>;
  /** The keyed hash of a mailbox or an identity at a provider. */
  readonly hash: (identity: string) => string;
  /** How long a separation outlives the deletion of one of the two accounts, ms. */
  readonly separationsRetention: number;
  /** Processes each new report; undefined where there are no moderators, as in the simulation. */
  readonly intake?: Pick<Intake, 'open' | 'weigh'>;
  /** Called with the account that a report has put on hold. */
  readonly onHeld?: (accountId: string) => Promise<void>;
}

/** The account that asked for the separation, and the one it is separated from. */
type Pair = readonly [by: string, other: string];

export interface Report {
  readonly roomID: string;
  readonly reporter: string;
  readonly reported: string;
  readonly reasons: readonly ReportReason[];
  readonly explanation: string;
  readonly noRepeat: boolean;
  /** The network address of the reporter, in the form in which limits count addresses. */
  readonly address?: string | undefined;
}

/**
 * Reports, blocks and separations. A report is stored once for each side of an encounter, and separates the two for ever in
 * the same transaction; so does a block. Matchmaking reads the separations here.
 */
export class Moderation {
  readonly #options: ModerationOptions;
  readonly #listeners = new Listeners<[one: string, other: string]>();
  /** Calls the listener for each separation, before the call that caused it is answered. */
  readonly subscribe = this.#listeners.add;

  constructor(options: ModerationOptions) {
    this.#options = options;
  }

  /** Stores a report. A repeated one by the same side is ignored without an error: the answer to the first may have been lost. */
  async report({ explanation, address, ...report }: Report): Promise<void> {
    const { store, clock, random, intake, onHeld: held } = this.#options;
    const { roomID, reporter, reported, reasons } = report;
    const at = new Date(clock.now());
    const id = random.id();
    const pairs = await this.#pairs(reporter, reported);
    const { afterCommit, isHeld } = await store.transaction(async (tx) => {
      // Separate first: it locks the pair, so that a simultaneous second report of the same side waits until this one is visible.
      const afterCommit = await this.#separate(tx, pairs);
      if (await store.hasReported(tx, roomID, reporter)) return { afterCommit, isHeld: false };
      // The same lock puts simultaneous reports of the two sides in an order: one of them is first.
      const reportedFirst = await store.hasReported(tx, roomID, reported);
      const opened = await intake?.open(tx, { reportId: id, reporter, reported, reasons, reportedFirst, address });
      const { caseId, heldBack } = opened ?? { caseId: random.id(), heldBack: null };
      await store.report(tx, { ...report, id, reasons: [...reasons], at, caseId, heldBack }, explanation);
      return { afterCommit, isHeld: (await intake?.weigh(tx, caseId, reported)) ?? false };
    });
    await this.#notify(afterCommit, pairs);
    if (isHeld) await held?.(reported);
  }

  async block(one: string, other: string): Promise<void> {
    const pairs = await this.#pairs(one, other);
    await this.#notify(await this.#options.store.transaction((tx) => this.#separate(tx, pairs)), pairs);
  }

  /** The pairs to separate: the two themselves first, then the accounts that either of them is recognised as. */
  async #pairs(by: string, other: string): Promise<readonly Pair[]> {
    const { recognisedAs = async () => [] } = this.#options;
    const [ofBy, ofOther] = [await recognisedAs(by), await recognisedAs(other)];
    const more = [...ofBy.map((each): Pair => [each, other]), ...ofOther.map((each): Pair => [by, each])];
    // A host who opens their own link as a guest is recognised as themselves.
    return [[by, other], ...more.filter(([one, two]) => one !== two)];
  }

  /** Returns what is to be called after the commit. Skips pairs of which an account has been deleted. */
  async #separate(tx: Database, pairs: readonly Pair[]): Promise<readonly (() => Promise<void>)[]> {
    const { store, clock, separateFurther, lockExisting } = this.#options;
    const existing = await lockExisting(tx, [...new Set(pairs.flat())]);
    const afterCommit: (() => Promise<void>)[] = [];
    for (const [by, other] of pairs) {
      if (!existing.has(by) || !existing.has(other)) continue;
      await store.separate(tx, by, other, new Date(clock.now()));
      afterCommit.push(await separateFurther(tx, by, other));
    }
    return afterCommit;
  }

  async #notify(afterCommit: readonly (() => Promise<void>)[], pairs: readonly Pair[]): Promise<void> {
    for (const each of afterCommit) await each();
    for (const pair of pairs) await this.#listeners.notify(...pair);
  }

  // ---- Deleted accounts, and people who return.

  /** Restores the separations of a person who has deleted an account and is recognised by these addresses or this identity. */
  async recognise(tx: Database, { accountId, addressKeys, facebookId }: Identified): Promise<void> {
    const { store, clock, separationsRetention } = this.#options;
    const now = clock.now();
    const hashes = this.#hashes(addressKeys, facebookId);
    await store.recognise(tx, accountId, hashes, new Date(now - separationsRetention), new Date(now));
  }

  #hashes(addressKeys: readonly string[], facebookId: string | null): string[] {
    return identitiesOf(addressKeys, facebookId).map(this.#options.hash);
  }

  forgetSeparations(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }

  /** The accounts that this account is never paired with again. */
  separatedFrom(accountId: string): Promise<string[]> {
    return this.#options.store.separatedFrom(accountId);
  }

  /** The accounts that this account asked never to meet again. */
  separatedBy(accountId: string): Promise<string[]> {
    return this.#options.store.separatedBy(accountId);
  }

  /** Those of these rooms in which this account has made a report. */
  async reportedOf(reporter: string, roomIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.#options.store.reportedRooms(reporter, roomIds));
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    return { reports: await this.#options.store.by(accountId) };
  }

  async erase(tx: Database, { accountId, addressKeys, facebookId, guest }: DeletedAccount): Promise<() => Promise<void>> {
    const { store, clock } = this.#options;
    const hashes = guest ? [] : this.#hashes(addressKeys, facebookId);
    const others = await store.erase(tx, accountId, hashes, new Date(clock.now()));
    // Queue entries of the others must no longer contain the erased id.
    return async () => {
      for (const other of others) await this.#listeners.notify(accountId, other);
    };
  }
}
