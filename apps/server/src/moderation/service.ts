import type { ReportReason } from '@unspoken/contract/moderation';
import type { Identified, Leaver } from '../accounts/service.ts';
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
export { Intake } from './intake.ts';
export { Notices } from './notices.ts';
export { type CaseParts, caseParts } from './parts.ts';
export type { Standing } from './rules.ts';

export interface ModerationOptions {
  readonly store: ModerationStore;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * Ends what else connects two people, as part of the transaction in which `by` is separated from `other`; what it
   * answers is called once that is done.
   */
  readonly part: (tx: Database, by: string, other: string) => Promise<() => Promise<void>>;
  /** Which of these people are here; they stay until the transaction ends. */
  readonly stay: (tx: Database, accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The accounts that somebody who is here without one is recognised as. */
  readonly recognisedAs?: (accountId: string) => Promise<readonly string[]>;
  /** The keyed hash of what somebody is known by. */
  readonly hash: (identity: string) => string;
  /** How long a separation outlives the account of one of the two, ms. */
  readonly separationsKept: number;
  /** What happens with a report the moment it is made; nothing, in a world without moderators. */
  readonly intake?: Pick<Intake, 'open' | 'weigh'>;
  /** Told when somebody was held. */
  readonly held?: (accountId: string) => Promise<void>;
}

/** Who wished it, and whom they never meet again. */
type Pair = readonly [by: string, other: string];

export interface Report {
  readonly roomID: string;
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
  readonly #listeners = new Listeners<[one: string, other: string]>();
  /** Hears of every separation, before whoever caused it is answered. */
  readonly subscribe = this.#listeners.add;

  constructor(options: ModerationOptions) {
    this.#options = options;
  }

  /** Keeps a report; a second one of the same side changes nothing, and is no error: the answer to the first was lost. */
  async report({ explanation, address, ...report }: Report): Promise<void> {
    const { store, clock, random, intake, held } = this.#options;
    const { roomID, reporter, reported, reasons } = report;
    const at = new Date(clock.now());
    const id = random.id();
    const pairs = await this.#pairs(reporter, reported);
    const { parted, isHeld } = await store.transaction(async (tx) => {
      // First: a second report of the same side, sent at once, waits here until this one is known.
      const parted = await this.#separate(tx, pairs);
      if (await store.hasReported(tx, roomID, reporter)) return { parted, isHeld: false };
      // Two who report each other in the same moment wait for each other above: one of them was first.
      const reportedFirst = await store.hasReported(tx, roomID, reported);
      const opened = await intake?.open(tx, { reportId: id, reporter, reported, reasons, reportedFirst, address });
      const { caseId, heldBack } = opened ?? { caseId: random.id(), heldBack: null };
      await store.report(tx, { ...report, id, reasons: [...reasons], at, caseId, heldBack }, explanation);
      return { parted, isHeld: (await intake?.weigh(tx, caseId, reported)) ?? false };
    });
    await this.#tell(parted, pairs);
    if (isHeld) await held?.(reported);
  }

  async block(one: string, other: string): Promise<void> {
    const pairs = await this.#pairs(one, other);
    await this.#tell(await this.#options.store.transaction((tx) => this.#separate(tx, pairs)), pairs);
  }

  /** Whom to separate, the two themselves first, then those that either of them is recognised as. */
  async #pairs(by: string, other: string): Promise<readonly Pair[]> {
    const { recognisedAs = async () => [] } = this.#options;
    const [ofBy, ofOther] = [await recognisedAs(by), await recognisedAs(other)];
    const more = [...ofBy.map((each): Pair => [each, other]), ...ofOther.map((each): Pair => [by, each])];
    // Somebody may try their own link in their own browser.
    return [[by, other], ...more.filter(([one, two]) => one !== two)];
  }

  /** What it answers is called once the transaction is done. Nothing is written down about somebody who is gone. */
  async #separate(tx: Database, pairs: readonly Pair[]): Promise<readonly (() => Promise<void>)[]> {
    const { store, clock, part, stay } = this.#options;
    const here = await stay(tx, [...new Set(pairs.flat())]);
    const parted: (() => Promise<void>)[] = [];
    for (const [by, other] of pairs) {
      if (!here.has(by) || !here.has(other)) continue;
      await store.separate(tx, by, other, new Date(clock.now()));
      parted.push(await part(tx, by, other));
    }
    return parted;
  }

  async #tell(parted: readonly (() => Promise<void>)[], pairs: readonly Pair[]): Promise<void> {
    for (const each of parted) await each();
    for (const pair of pairs) await this.#listeners.notify(...pair);
  }

  // ---- People who leave, and come again.

  /** Whoever was separated from somebody who was here before, and is known again by this, is separated from this account. */
  async recognise(tx: Database, { accountId, addressKeys, facebookId }: Identified): Promise<void> {
    const { store, clock, separationsKept } = this.#options;
    const now = clock.now();
    const hashes = this.#hashes(addressKeys, facebookId);
    await store.recognise(tx, accountId, hashes, new Date(now - separationsKept), new Date(now));
  }

  #hashes(addressKeys: readonly string[], facebookId: string | null): string[] {
    return identitiesOf(addressKeys, facebookId).map(this.#options.hash);
  }

  forgetSeparations(before: Date): Promise<void> {
    return this.#options.store.forget(before);
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

  async erase(tx: Database, { accountId, addressKeys, facebookId, guest }: Leaver): Promise<() => Promise<void>> {
    const { store, clock } = this.#options;
    const hashes = guest ? [] : this.#hashes(addressKeys, facebookId);
    const others = await store.erase(tx, accountId, hashes, new Date(clock.now()));
    // Whoever waits has their id no more.
    return async () => {
      for (const other of others) await this.#listeners.notify(accountId, other);
    };
  }
}
