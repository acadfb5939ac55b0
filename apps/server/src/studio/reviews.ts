import type { AnswerOf, BodyOf } from '@unspoken/contract/call';
import type { ActKind } from '@unspoken/contract/cases';
import { AppError } from '@unspoken/contract/errors';
import type { decideVersion, listReviews, publishVersion, readVersion, takeDown } from '@unspoken/contract/studio';
import type { Account, Accounts } from '../accounts/service.ts';
import { type AuthoringStore, type Experience, type Facilitator, isErased } from '../experiences/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { MailKind } from '../platform/mail/templates.ts';
import type { Proving } from './proving.ts';
import { nameOf, viewOf } from './views.ts';

export interface ReviewsOptions {
  readonly store: AuthoringStore;
  readonly proving: Proving;
  readonly accounts: Pick<Accounts, 'transaction' | 'byId' | 'lockAgainstDeletion' | 'write' | 'requireOtherAdmin'>;
  /** The ledger, which records every act of an administrator. */
  readonly ledger: Pick<CaseDependencies, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly publicUrl: string;
  /** Called after the commit with what may be offered otherwise now. */
  readonly changed: () => Promise<void>;
}

type AuthorMail = Extract<MailKind, `experience${'Approved' | 'Refused' | 'TakenDown' | 'PutBack'}`>;

/** What is changed within a transaction: the experience, which is locked, and its author, if they still have an account. */
interface Subject {
  readonly tx: Database;
  readonly row: Experience;
  /** Its name, for mails. */
  readonly title: string;
  readonly author: Account | undefined;
  /** Adds a line about the author to the ledger. */
  readonly note: (kind: ActKind, code: string) => Promise<unknown>;
  /** The account of the author was deleted. */
  readonly isErased: boolean;
  /** Whether the administrator has written it, and whether they may decide about it all the same: there is no other. */
  readonly isOwn: boolean;
  readonly isAlone: boolean;
}

/**
 * What administrators decide about experiences. Each decision is one transaction: the versions that are published, the line of the ledger,
 * and the mail to the author. A room keeps the version with which it was opened, so no decision changes a session that runs.
 */
export class Reviews {
  readonly #options: ReviewsOptions;
  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  async list(me: string): Promise<AnswerOf<typeof listReviews>['experiences']> {
    const { store } = this.#options;
    const rows = await store.submitted();
    const versions = await store.versions(rows.map(({ type }) => type));
    const authors = new Map((await store.authors(rows.map(({ facilitatorId }) => facilitatorId))).map((each) => [each.id, each]));
    const views = rows.map((row) => {
      const author = authors.get(row.facilitatorId) as Facilitator;
      return { ...viewOf(row, versions), author: author.name, isOwn: author.accountId === me };
    });
    const waitsSince = ({ isInReview, versions: [latest] }: (typeof views)[number]) =>
      isInReview && latest ? latest.submittedAt : Number.MAX_SAFE_INTEGER;
    return views.toSorted((one, other) => waitsSince(one) - waitsSince(other));
  }

  /** Throws `not_found`. */
  async version(id: string): Promise<AnswerOf<typeof readVersion>> {
    const { store } = this.#options;
    const version = await store.version(id);
    if (!version) throw new AppError('not_found');
    const { productionVersion = null } = (await store.find(version.type)) ?? {};
    const production = productionVersion === null ? undefined : await store.version(productionVersion);
    return {
      ...{ type: version.type, number: version.number, script: version.script },
      production: production ? { number: production.number, script: production.script } : null,
    };
  }

  /**
   * Throws `not_found`, `not_reviewable` if it does not await a decision, `script_not_proven` if it breaks a rule by now, and
   * `other_person_needed` for what one has written oneself, unless there is no other administrator.
   */
  async decide(me: string, { versionID, decision, reason }: BodyOf<typeof decideVersion>): Promise<void> {
    const { store, proving, clock } = this.#options;
    const type = (await store.version(versionID))?.type;
    if (type === undefined) throw new AppError('not_found');
    await this.#change(me, type, async ({ tx, row, title, author, note, ...subject }) => {
      const version = await store.version(versionID, tx);
      if (!version || row.reviewState !== 'waiting' || version.decision !== null || row.retiredAt !== null)
        throw new AppError('not_reviewable');
      requireOther(subject);
      const isApproved = decision !== 'refuse';
      if (isApproved) await proving.require(version.script, row.facilitatorId, tx);
      await store.decide(tx, versionID, {
        ...{ decision: isApproved ? 'approved' : 'refused', reason, reviewedBy: me, reviewedAt: new Date(clock.now()) },
      });
      await store.change(tx, type, { reviewState: null, ...(isApproved && published(row, decision, versionID)) });
      const code = `${type} ${version.number}${isApproved ? ` ${decision}` : ''}`;
      await note(isApproved ? 'experience approved' : 'experience refused', code);
      if (subject.isOwn) await note('experience decided alone', `${code} self-reviewed`);
      await this.#write(tx, author, isApproved ? 'experienceApproved' : 'experienceRefused', { title, reason });
    });
  }

  /**
   * Publishes a version that was approved, also an earlier one, or none. Throws `experience_unknown`, `not_reviewable` for a version that was
   * not approved or an experience that was taken down, and `script_not_proven`.
   */
  async publish(me: string, { type, stage, versionID, reason }: BodyOf<typeof publishVersion>): Promise<void> {
    const { store, proving } = this.#options;
    await this.#change(me, type, async ({ tx, row, note, ...subject }) => {
      const version = versionID === null ? null : await store.version(versionID, tx);
      if (version === undefined || row.retiredAt !== null) throw new AppError('not_reviewable');
      if (version !== null) {
        requireOther(subject);
        if (version.type !== type || version.decision !== 'approved') throw new AppError('not_reviewable');
        await proving.require(version.script, row.facilitatorId, tx);
      }
      await store.change(tx, type, published(row, stage, versionID));
      await note('experience published', `${type} ${stage} ${version?.number ?? 'none'}: ${reason}`);
    });
  }

  /** Takes an experience down, or puts it back; again changes nothing. Throws `experience_unknown`. */
  async takeDown(me: string, { type, isDown, reason }: BodyOf<typeof takeDown>): Promise<void> {
    const { store, clock } = this.#options;
    await this.#change(me, type, async ({ tx, row, title, author, note, ...subject }) => {
      if ((row.retiredAt !== null) === isDown) return;
      if (!isDown) requireOther(subject);
      await store.change(tx, type, { retiredAt: isDown ? new Date(clock.now()) : null });
      await note(isDown ? 'experience taken down' : 'experience put back', `${type}: ${reason}`);
      await this.#write(tx, author, isDown ? 'experienceTakenDown' : 'experiencePutBack', { title, reason });
    });
  }

  async #change(me: string, type: string, run: (subject: Subject) => Promise<void>): Promise<void> {
    const { store, accounts, ledger, changed } = this.#options;
    // An author stays the same until their account is deleted. It is locked before the experience, as everywhere.
    const accountId = (await this.#authorOf(await store.find(type)))?.accountId ?? null;
    await accounts.transaction(async (tx) => {
      const isOwn = accountId === me;
      // First, as everywhere: it locks all administrators.
      const isAlone = isOwn && !(await this.#hasOtherAdmin(tx, me));
      if (accountId !== null) await accounts.lockAgainstDeletion(tx, [accountId]);
      const row = await store.lock(tx, type);
      if (!row) throw new AppError('experience_unknown');
      const title = nameOf(row, await store.versions([type], tx));
      // What was never written by anybody's account came with an import, or its author is gone.
      const author = accountId === null ? undefined : await accounts.byId(accountId, tx);
      const subject = author && { subject: author.id };
      const note = (kind: ActKind, code: string) => ledger.append(tx, { kind, actor: me, code, ...subject });
      const page = await this.#authorOf(row, tx);
      await run({ tx, row, title, author, note, isOwn, isAlone, isErased: page !== undefined && isErased(page) });
    });
    await changed();
  }

  async #authorOf(row: Experience | undefined, from?: Database): Promise<Facilitator | undefined> {
    return row && (await this.#options.store.authors([row.facilitatorId], from))[0];
  }

  async #hasOtherAdmin(tx: Database, me: string): Promise<boolean> {
    try {
      await this.#options.accounts.requireOtherAdmin(tx, me);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'last_admin') return false;
      throw error;
    }
  }

  async #write(tx: Database, author: Account | undefined, kind: AuthorMail, values: Record<string, string>): Promise<void> {
    const { accounts, publicUrl } = this.#options;
    if (author) await accounts.write(tx, author, { kind, values, link: `${publicUrl}/studio` });
  }
}

/** Nobody publishes what they have written, unless there is no other administrator; and what an erased person wrote stays unpublished. */
function requireOther({ isOwn, isAlone, isErased }: Pick<Subject, 'isOwn' | 'isAlone' | 'isErased'>): void {
  if (isErased) throw new AppError('not_reviewable');
  if (isOwn && !isAlone) throw new AppError('other_person_needed');
}

/** What goes to production is not offered as a beta any more. */
const published = (row: Experience, stage: 'beta' | 'production', versionID: string | null): Partial<Experience> => {
  if (stage === 'beta') return { betaVersion: versionID };
  return { productionVersion: versionID, ...(versionID !== null && row.betaVersion === versionID && { betaVersion: null }) };
};
