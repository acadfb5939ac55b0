import type { BodyOf } from '@unspoken/contract/call';
import { newDraft, scriptOf } from '@unspoken/contract/drafts';
import { AppError } from '@unspoken/contract/errors';
import type { ScriptFinding } from '@unspoken/contract/script-proof';
import { type Script, scriptSchema } from '@unspoken/contract/scripts';
import {
  type createExperience,
  frozenForRehearsal,
  type inviteToRehearsal,
  type saveDraft,
  type submitDraft,
} from '@unspoken/contract/studio';
import type { Accounts } from '../accounts/service.ts';
import type { AuthoringStore, CatalogueStore, Experience, Facilitator } from '../experiences/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import type { Proving } from './proving.ts';
import { type ExperienceView, viewOf } from './views.ts';

export interface DraftsOptions {
  readonly store: AuthoringStore;
  readonly catalogue: Pick<CatalogueStore, 'facilitatorOf' | 'addVersion'>;
  readonly proving: Proving;
  readonly accounts: Pick<Accounts, 'lock'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
}

export interface Draft {
  readonly script: Script;
  readonly revision: number;
}

/**
 * What facilitators write: one draft of each experience, of which a version is frozen when it is submitted. Everything here is about one's
 * own experiences; those of others are answered like what does not exist.
 */
export class Drafts {
  readonly #options: DraftsOptions;
  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  /** The page of an account, made when it is first needed; it is not published before its owner says so. Throws `sign_in_required`. */
  async author(tx: Database, accountId: string): Promise<Facilitator> {
    const { store, catalogue, accounts, random } = this.#options;
    const known = await catalogue.facilitatorOf(accountId, tx);
    if (known) return known;
    // Not for an account that is being deleted.
    if (!(await accounts.lock(tx, accountId))) throw new AppError('sign_in_required');
    const id = random.id();
    // The name of an account is its owner's: what members read is what is written on the page.
    const page = { slug: id, name: '', title: {}, bio: {}, pronouns: null, image: null, outboundLink: null };
    await store.addAuthor(tx, { id, accountId, ...page, published: false });
    return (await catalogue.facilitatorOf(accountId, tx)) as Facilitator;
  }

  /** Throws `type_taken`; `not_found` for a category that does not exist. */
  async create(accountId: string, { type, categoryID, name, language }: BodyOf<typeof createExperience>): Promise<Draft> {
    const { store, clock } = this.#options;
    const script = newDraft({ name, language });
    await store.transaction(async (tx) => {
      if (!(await store.hasCategory(categoryID, tx))) throw new AppError('not_found');
      const { id: facilitatorId } = await this.author(tx, accountId);
      const row = { type, categoryId: categoryID, facilitatorId, draft: script, createdAt: new Date(clock.now()) };
      if (!(await store.add(tx, row))) throw new AppError('type_taken');
    });
    return { script, revision: 0 };
  }

  async all(accountId: string): Promise<ExperienceView[]> {
    const { store, catalogue } = this.#options;
    const author = await catalogue.facilitatorOf(accountId);
    const rows = author ? await store.of(author.id) : [];
    const versions = await store.versions(rows.map(({ type }) => type));
    return rows.map((row) => viewOf(row, versions));
  }

  /** Throws `experience_unknown`. What was imported has no draft: one begins with its newest version. */
  async read(accountId: string, type: string): Promise<{ experience: ExperienceView; draft: Draft }> {
    const row = await this.#own(accountId, type);
    return { experience: await this.#view(row), draft: { script: await this.#draftOf(row), revision: row.draftRevision } };
  }

  /** The next revision. Throws `experience_unknown`, and `draft_changed` if this revision is not the newest one. */
  async save(accountId: string, { type, revision, script }: BodyOf<typeof saveDraft>): Promise<number> {
    const { store } = this.#options;
    await store.transaction(async (tx) => {
      // Once it is locked: nothing is written for an account that was deleted meanwhile.
      const row = await this.#locked(tx, accountId, type);
      if (row.draftRevision !== revision) throw new AppError('draft_changed');
      await store.change(tx, type, { draft: script, draftRevision: revision + 1 });
    });
    return revision + 1;
  }

  async prove(accountId: string, type: string): Promise<readonly ScriptFinding[]> {
    const row = await this.#own(accountId, type);
    return this.#options.proving.findings(scriptOf(await this.#draftOf(row)), row.facilitatorId);
  }

  /**
   * Freezes the draft as the next version, which awaits a decision. Throws `experience_unknown`, `page_needed` before the author has written
   * their name, `draft_changed`, `script_not_proven`, and `not_reviewable` while another version awaits one, or the experience was taken down.
   */
  async submit(accountId: string, { type, revision }: BodyOf<typeof submitDraft>): Promise<ExperienceView> {
    const { store, catalogue } = this.#options;
    await this.#own(accountId, type);
    await store.transaction(async (tx) => {
      const row = await this.#locked(tx, accountId, type);
      if (!(await catalogue.facilitatorOf(accountId, tx))?.name) throw new AppError('page_needed');
      if (row.draftRevision !== revision) throw new AppError('draft_changed');
      if (row.reviewState === 'waiting' || row.retiredAt !== null) throw new AppError('not_reviewable');
      await this.#freeze(tx, row);
      await store.change(tx, type, { reviewState: 'waiting' });
    });
    return this.#view(await this.#own(accountId, type));
  }

  /**
   * Freezes the draft as a version for a rehearsal only; its id. Throws `experience_unknown`, `draft_changed` and `script_not_proven`.
   * Source: requirements/studio 6.2.
   */
  async freezeForRehearsal(accountId: string, { type, revision }: BodyOf<typeof inviteToRehearsal>): Promise<string> {
    return this.#options.store.transaction(async (tx) => {
      const row = await this.#locked(tx, accountId, type);
      if (row.draftRevision !== revision) throw new AppError('draft_changed');
      return this.#freeze(tx, row, frozenForRehearsal);
    });
  }

  /** Adds the draft as the next version. */
  async #freeze(tx: Database, row: Experience, decision?: typeof frozenForRehearsal): Promise<string> {
    const { store, catalogue, proving, clock, random } = this.#options;
    const written = scriptOf(await this.#draftOf(row, tx));
    await proving.require(written, row.facilitatorId, tx);
    // What the proof does not know of, such as a text that is too long in a draft of an earlier schema.
    const parsed = scriptSchema.safeParse(written);
    if (!parsed.success) throw new AppError('script_not_proven');
    const id = random.id();
    await catalogue.addVersion(tx, {
      ...{ id, type: row.type, number: await store.nextNumber(tx, row.type), script: parsed.data },
      ...{ submittedAt: new Date(clock.now()), decision },
    });
    return id;
  }

  /** Takes back what awaits a decision. Throws `experience_unknown`, and `not_reviewable` if nothing does. */
  async withdraw(accountId: string, type: string): Promise<ExperienceView> {
    const { store, clock } = this.#options;
    await store.transaction(async (tx) => {
      const row = await this.#locked(tx, accountId, type);
      const waiting = (await store.versions([type], tx)).find(({ decision }) => decision === null);
      if (row.reviewState !== 'waiting' || !waiting) throw new AppError('not_reviewable');
      await store.decide(tx, waiting.id, { decision: 'withdrawn', reviewedAt: new Date(clock.now()) });
      await store.change(tx, type, { reviewState: null });
    });
    return this.#view(await this.#own(accountId, type));
  }

  async #own(accountId: string, type: string, from?: Database): Promise<Experience> {
    const { store, catalogue } = this.#options;
    const author = await catalogue.facilitatorOf(accountId, from);
    const row = author && (await store.find(type, from));
    if (!row || row.facilitatorId !== author.id) throw new AppError('experience_unknown');
    return row;
  }

  async #locked(tx: Database, accountId: string, type: string): Promise<Experience> {
    await this.#options.store.lock(tx, type);
    return this.#own(accountId, type, tx);
  }

  async #draftOf({ type, draft }: Experience, from?: Database): Promise<Script> {
    if (draft !== null) return draft;
    const { store } = this.#options;
    const [latest] = await store.versions([type], from);
    const version = latest && (await store.version(latest.id, from));
    if (!version) throw new Error(`${type} has neither a draft nor a version`);
    return version.script;
  }

  async #view(row: Experience): Promise<ExperienceView> {
    return viewOf(row, await this.#options.store.versions([row.type]));
  }
}
