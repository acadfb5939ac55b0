import { frozenForRehearsal, type VersionDecision } from '@unspoken/contract/studio';
import { and, asc, desc, eq, getTableColumns, inArray, max, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { Experience, ExperienceVersion, Facilitator } from './catalogue-store.ts';
import { category, experience, experienceVersion, facilitator } from './tables.ts';

/** A version without its script, which may be large, but with its name in the language in which it was written. */
export type VersionOutline = Omit<ExperienceVersion, 'script' | 'decision'> & {
  readonly name: string | null;
  readonly decision: VersionDecision | null;
};

const { script, ...columns } = getTableColumns(experienceVersion);
const isSubmitted = sql`${experienceVersion.decision} is distinct from ${frozenForRehearsal}`;
const outline = {
  ...columns,
  decision: sql<VersionDecision | null>`${experienceVersion.decision}`,
  name: sql<string | null>`${script} #>> array['name', ${script} ->> 'sourceLanguage']`,
};

/** All SQL about writing experiences and deciding about them. */
export const authoringStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async authors(ids: readonly string[], from: Database = db): Promise<Facilitator[]> {
    if (ids.length === 0) return [];
    return from
      .select()
      .from(facilitator)
      .where(inArray(facilitator.id, [...ids]));
  },

  /** Adds the page of an account; one that it has already stays as it is. */
  async addAuthor(tx: Database, row: typeof facilitator.$inferInsert): Promise<void> {
    await tx.insert(facilitator).values(row).onConflictDoNothing();
  },

  /** False if another page has this slug. */
  async changeAuthor(tx: Database, id: string, set: Omit<typeof facilitator.$inferInsert, 'id' | 'accountId'>): Promise<boolean> {
    // Of two who choose one address at once, the second one waits and sees it taken.
    await tx.execute(sql`lock table facilitator in share row exclusive mode`);
    const [taken] = await tx.select({ id: facilitator.id }).from(facilitator).where(eq(facilitator.slug, set.slug)).limit(1);
    if (taken && taken.id !== id) return false;
    await tx.update(facilitator).set(set).where(eq(facilitator.id, id));
    return true;
  },

  of(facilitatorId: string): Promise<Experience[]> {
    return db.select().from(experience).where(eq(experience.facilitatorId, facilitatorId)).orderBy(asc(experience.createdAt));
  },

  /** Every experience of which something was ever submitted. */
  async submitted(): Promise<Experience[]> {
    const types = db.selectDistinct({ type: experienceVersion.type }).from(experienceVersion).where(isSubmitted);
    return db.select().from(experience).where(inArray(experience.type, types)).orderBy(asc(experience.createdAt));
  },

  async find(type: string, from: Database = db): Promise<Experience | undefined> {
    return (await from.select().from(experience).where(eq(experience.type, type)).limit(1))[0];
  },

  /** The same, locked until the end of the transaction. */
  async lock(tx: Database, type: string): Promise<Experience | undefined> {
    return (await tx.select().from(experience).where(eq(experience.type, type)).for('update'))[0];
  },

  /** False if there is an experience of this type. */
  async add(tx: Database, row: typeof experience.$inferInsert): Promise<boolean> {
    return (await tx.insert(experience).values(row).onConflictDoNothing().returning({ type: experience.type })).length > 0;
  },

  async change(tx: Database, type: string, set: Partial<typeof experience.$inferInsert>): Promise<void> {
    await tx.update(experience).set(set).where(eq(experience.type, type));
  },

  /** The versions of these experiences, the newest first; not those that were frozen for a rehearsal. */
  async versions(types: readonly string[], from: Database = db): Promise<VersionOutline[]> {
    if (types.length === 0) return [];
    return from
      .select(outline)
      .from(experienceVersion)
      .where(and(inArray(experienceVersion.type, [...types]), isSubmitted))
      .orderBy(desc(experienceVersion.number));
  },

  /** The number of the next version; an experience that is locked keeps it. */
  async nextNumber(tx: Database, type: string): Promise<number> {
    const [row] = await tx
      .select({ last: max(experienceVersion.number) })
      .from(experienceVersion)
      .where(eq(experienceVersion.type, type));
    return (row?.last ?? 0) + 1;
  },

  async version(id: string, from: Database = db): Promise<ExperienceVersion | undefined> {
    return (await from.select().from(experienceVersion).where(eq(experienceVersion.id, id)).limit(1))[0];
  },

  async decide(
    tx: Database,
    id: string,
    set: Pick<typeof experienceVersion.$inferInsert, 'reviewedAt' | 'reviewedBy' | 'decision' | 'reason'>,
  ): Promise<void> {
    await tx.update(experienceVersion).set(set).where(eq(experienceVersion.id, id));
  },

  async hasCategory(id: string, from: Database = db): Promise<boolean> {
    return (await from.select({ id: category.id }).from(category).where(eq(category.id, id)).limit(1)).length > 0;
  },

  /** Removes the categories that are not among these. False if one of them has experiences; then nothing is removed. */
  async keepCategories(tx: Database, ids: readonly string[]): Promise<boolean> {
    const all = await tx.select({ id: category.id }).from(category).for('update');
    const gone = all.map(({ id }) => id).filter((id) => !ids.includes(id));
    if (gone.length === 0) return true;
    const used = await tx.select({ type: experience.type }).from(experience).where(inArray(experience.categoryId, gone)).limit(1);
    if (used.length > 0) return false;
    await tx.delete(category).where(inArray(category.id, gone));
    return true;
  },
});

export type AuthoringStore = ReturnType<typeof authoringStore>;
