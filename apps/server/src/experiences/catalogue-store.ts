import type { PerLanguage } from '@unspoken/contract/scripts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { category, categoryText, experience, experienceVersion, facilitator, media } from './tables.ts';

export type Facilitator = typeof facilitator.$inferSelect;
export type Media = typeof media.$inferSelect;
export type Experience = typeof experience.$inferSelect;
export type ExperienceVersion = typeof experienceVersion.$inferSelect;

/** A category with its texts by language. */
export interface Category {
  readonly id: string;
  readonly position: number;
  readonly name: PerLanguage<string>;
  readonly description: PerLanguage<string>;
}

/** All SQL about experiences, their versions, their facilitators and their files. */
export const catalogueStore = (db: Database) => ({
  async isEmpty(from: Database = db): Promise<boolean> {
    return (await from.select({ type: experience.type }).from(experience).limit(1)).length === 0;
  },

  /** Blocks writes to experiences by other transactions until this one ends. */
  async lock(tx: Database): Promise<void> {
    await tx.execute(sql`lock table experience in exclusive mode`);
  },

  async categories(from: Database = db): Promise<Category[]> {
    const rows = await from.select().from(category).orderBy(category.position, category.id);
    const texts = await from.select().from(categoryText);
    return rows.map(({ id, position }) => {
      const own = texts.filter(({ categoryId }) => categoryId === id);
      const by = (field: 'name' | 'description') => Object.fromEntries(own.map((each) => [each.language, each[field]]));
      return { id, position, name: by('name'), description: by('description') };
    });
  },

  facilitators(): Promise<Facilitator[]> {
    return db.select().from(facilitator).orderBy(facilitator.name);
  },

  /** The experiences that were not retired, in the order in which they were made. */
  experiences(): Promise<Experience[]> {
    return db.select().from(experience).where(isNull(experience.retiredAt)).orderBy(experience.createdAt, experience.type);
  },

  async versions(ids: readonly string[]): Promise<ExperienceVersion[]> {
    return ids.length === 0
      ? []
      : db
          .select()
          .from(experienceVersion)
          .where(inArray(experienceVersion.id, [...ids]));
  },

  async files(ids: readonly string[], from: Database = db): Promise<Media[]> {
    return ids.length === 0
      ? []
      : from
          .select()
          .from(media)
          .where(inArray(media.id, [...ids]));
  },

  async addFile(tx: Database, row: typeof media.$inferInsert): Promise<void> {
    await tx.insert(media).values(row).onConflictDoNothing();
  },

  async putCategory(tx: Database, { id, position, name, description }: Category): Promise<void> {
    await tx.insert(category).values({ id, position }).onConflictDoUpdate({ target: category.id, set: { position } });
    await tx.delete(categoryText).where(eq(categoryText.categoryId, id));
    const rows = Object.entries(name).map(([language, text]) => ({
      categoryId: id,
      language,
      name: text,
      description: description[language as keyof typeof description] ?? '',
    }));
    if (rows.length > 0) await tx.insert(categoryText).values(rows);
  },

  /** Returns the facilitator's id: that of the row with this slug, if there is one; undefined for the page of an account. */
  async putFacilitator(tx: Database, row: Omit<typeof facilitator.$inferInsert, 'accountId'>): Promise<string | undefined> {
    const { id: _, ...set } = row;
    const [put] = await tx
      .insert(facilitator)
      .values(row)
      .onConflictDoUpdate({ target: facilitator.slug, set, setWhere: isNull(facilitator.accountId) })
      .returning({ id: facilitator.id });
    return put?.id;
  },

  /** The experience as it is then; undefined if it is what an account has written. */
  async putExperience(
    tx: Database,
    row: Pick<typeof experience.$inferInsert, 'type' | 'facilitatorId' | 'categoryId' | 'createdAt'>,
  ): Promise<Experience | undefined> {
    const { type: _, createdAt: __, ...set } = row;
    const unowned = tx.select({ id: facilitator.id }).from(facilitator).where(isNull(facilitator.accountId));
    const [put] = await tx
      .insert(experience)
      .values(row)
      .onConflictDoUpdate({ target: experience.type, set, setWhere: inArray(experience.facilitatorId, unowned) })
      .returning();
    return put;
  },

  /** The newest version of an experience. */
  async latest(tx: Database, type: string): Promise<ExperienceVersion | undefined> {
    const [row] = await tx
      .select()
      .from(experienceVersion)
      .where(eq(experienceVersion.type, type))
      .orderBy(sql`${experienceVersion.number} desc`)
      .limit(1);
    return row;
  },

  async addVersion(tx: Database, row: typeof experienceVersion.$inferInsert): Promise<void> {
    await tx.insert(experienceVersion).values(row);
  },

  /** Sets the published versions. A retired experience stays retired. */
  async point(
    tx: Database,
    type: string,
    to: { readonly betaVersion: string | null; readonly productionVersion: string | null },
  ): Promise<void> {
    await tx.update(experience).set(to).where(eq(experience.type, type));
  },

  async facilitatorOf(accountId: string, from: Database = db): Promise<Facilitator | undefined> {
    return (await from.select().from(facilitator).where(eq(facilitator.accountId, accountId)).limit(1))[0];
  },

  /** What a facilitator has written, and what was decided about it, as they are given it on request. */
  async writtenBy(facilitatorId: string): Promise<Record<string, unknown>[]> {
    const rows = await db.select().from(experience).where(eq(experience.facilitatorId, facilitatorId)).orderBy(experience.type);
    const versions = await db
      .select()
      .from(experienceVersion)
      .where(inArray(experienceVersion.type, [...rows.map(({ type }) => type)]))
      .orderBy(experienceVersion.number);
    return rows.map(({ type, draft, createdAt }) => ({
      ...{ type, draft, createdAt },
      versions: versions
        .filter((each) => each.type === type)
        .map(({ number, script, submittedAt, reviewedAt, decision, reason }) => {
          return { number, script, submittedAt, reviewedAt, decision, reason };
        }),
    }));
  },

  /** The files that a facilitator has uploaded, as they are given them on request. */
  filesOf(facilitatorId: string): Promise<Pick<Media, 'name' | 'kind' | 'size' | 'createdAt'>[]> {
    const { name, kind, size, createdAt } = media;
    return db.select({ name, kind, size, createdAt }).from(media).where(eq(media.ownerId, facilitatorId)).orderBy(createdAt);
  },

  /** Retires what the account has written, and empties its page. Rooms that are open keep their version. */
  async erase(tx: Database, accountId: string, at: Date): Promise<void> {
    const [row] = await tx.select().from(facilitator).where(eq(facilitator.accountId, accountId)).for('update');
    if (!row) return;
    const { id } = row;
    const own = eq(experience.facilitatorId, id);
    await tx.update(experience).set({ draft: null, reviewState: null }).where(own);
    await tx
      .update(experience)
      .set({ retiredAt: at })
      .where(and(own, isNull(experience.retiredAt)));
    await tx
      .update(facilitator)
      .set({
        // An address that nobody could have taken.
        ...{ accountId: null, slug: sql`gen_random_uuid()`, name: '', title: {}, bio: {} },
        ...{ pronouns: null, image: null, outboundLink: null, published: false },
      })
      .where(eq(facilitator.id, id));
    // The files go when nothing refers to them any more.
    await tx.update(media).set({ name: '' }).where(eq(media.ownerId, id));
  },
});

/** Whether the account of this facilitator was deleted: an imported one has a name. */
export const isErased = ({ accountId, name }: Pick<Facilitator, 'accountId' | 'name'>): boolean =>
  accountId === null && name === '';

export type CatalogueStore = ReturnType<typeof catalogueStore>;
