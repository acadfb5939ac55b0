import type { MediaKind } from '@unspoken/contract/uploads';
import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { Media } from './catalogue-store.ts';
import { experience, experienceVersion, facilitator, media } from './tables.ts';

/** A file as it is announced. */
export interface Announced {
  readonly kind: MediaKind;
  readonly sha256: string;
  readonly size: number;
}

/** What facilitators have uploaded, bytes. */
export interface Usage {
  /** What is stored of their files, and what is being uploaded. */
  readonly total: number;
  /** What they have begun to upload since an instant, whatever has become of it. */
  readonly recent: number;
}

/** What deletes files: rows that have gone, of which the bytes are to follow. */
export type Gone = Pick<Media, 'id' | 'kind' | 'size'>;

/** All SQL about the files of facilitators. */
export const mediaStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  /** One upload after another of a facilitator: what is counted here stays true until the end of the transaction. */
  async lockOwner(tx: Database, ownerId: string): Promise<void> {
    await tx.select({ id: facilitator.id }).from(facilitator).where(eq(facilitator.id, ownerId)).for('no key update');
  },

  /**
   * No draft, no version and no page can begin to refer to a file until the end of the transaction: whoever writes one looks for the
   * file afterwards, and finds that it is gone.
   */
  async lockReferences(tx: Database): Promise<void> {
    await tx.execute(sql`lock table ${facilitator}, ${experience} in exclusive mode`);
  },

  /** The file that was announced, if it is there or on its way. */
  async announced(ownerId: string, { kind, sha256, size }: Announced, from: Database = db): Promise<Media | undefined> {
    const [row] = await from
      .select()
      .from(media)
      .where(
        and(
          ...[eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.size, size), eq(media.kind, kind)],
          ne(media.state, 'refused'),
        ),
      )
      .orderBy(desc(media.createdAt))
      .limit(1);
    return row;
  },

  async usage(ownerId: string, since: Date, from: Database = db): Promise<Usage> {
    const [row] = await from
      .select({
        total: sql<string>`coalesce(sum(coalesce(${media.storedBytes}, ${media.size})) filter (where ${ne(media.state, 'refused')}), 0)`,
        recent: sql<string>`coalesce(sum(${media.size}) filter (where ${gt(media.createdAt, since)}), 0)`,
      })
      .from(media)
      .where(eq(media.ownerId, ownerId));
    return { total: Number(row?.total), recent: Number(row?.recent) };
  },

  async add(tx: Database, row: typeof media.$inferInsert): Promise<void> {
    await tx.insert(media).values(row);
  },

  /** The files of a facilitator, the newest first, without those they have removed. */
  of(ownerId: string): Promise<Media[]> {
    const isShown = or(isNull(media.refusal), ne(media.refusal, 'removed'));
    return db
      .select()
      .from(media)
      .where(and(eq(media.ownerId, ownerId), isShown))
      .orderBy(desc(media.createdAt), desc(media.id));
  },

  async find(id: string, from: Database = db): Promise<Media | undefined> {
    return (await from.select().from(media).where(eq(media.id, id)).limit(1))[0];
  },

  /** The same, locked until the end of the transaction. */
  async lock(tx: Database, id: string): Promise<Media | undefined> {
    return (await tx.select().from(media).where(eq(media.id, id)).for('update'))[0];
  },

  /** Counts a part that was received, if it is the next one. */
  async advance(id: string, from: number, to: number): Promise<boolean> {
    const isNext = and(eq(media.id, id), eq(media.state, 'uploading'), eq(media.received, from));
    return (await db.update(media).set({ received: to }).where(isNext).returning({ id: media.id })).length > 0;
  },

  /** Changes a file that is in this state. False if it is in another one, or gone. */
  async change(
    from: Database,
    id: string,
    state: Media['state'],
    set: Partial<Omit<typeof media.$inferInsert, 'id'>>,
  ): Promise<boolean> {
    const isSo = and(eq(media.id, id), eq(media.state, state));
    return (await from.update(media).set(set).where(isSo).returning({ id: media.id })).length > 0;
  },

  /**
   * The ids in the drafts, versions and pages. Those of an author whose account was deleted count until `retiredBefore`: a session
   * that ran then has ended.
   */
  async referred(tx: Database, retiredBefore: Date): Promise<Set<string>> {
    const erased = tx.select({ id: facilitator.id }).from(facilitator).where(isErased);
    const over = tx
      .select({ type: experience.type })
      .from(experience)
      .where(and(lt(experience.retiredAt, retiredBefore), inArray(experience.facilitatorId, erased)));
    const idsIn = (column: unknown) => sql<string>`(regexp_matches(${column}::text, '[0-9a-f]{32}', 'g'))[1]`;
    const rows = [
      ...(await tx.selectDistinct({ id: idsIn(experience.draft) }).from(experience)),
      ...(await tx
        .selectDistinct({ id: idsIn(experienceVersion.script) })
        .from(experienceVersion)
        .where(notInArray(experienceVersion.type, over))),
      ...(await tx.selectDistinct({ id: idsIn(facilitator.image) }).from(facilitator)),
    ];
    return new Set(rows.map(({ id }) => id));
  },

  /** The uploaded files that were there before an instant, or whose owner's account was deleted. */
  async old(tx: Database, before: Date): Promise<Gone[]> {
    const owned = inArray(media.ownerId, tx.select({ id: facilitator.id }).from(facilitator).where(isErased));
    return tx
      .select(gone)
      .from(media)
      .where(and(isUpload, or(lt(media.createdAt, before), owned)));
  },

  /**
   * The uploads that were begun before an instant, and not finished. Once references are locked, as wherever both are, they are locked as
   * well: none of them is finished before the end of the transaction.
   */
  async unfinished(tx: Database, before: Date, locked: boolean): Promise<Gone[]> {
    const isUnfinished = and(isUpload, eq(media.state, 'uploading'), lt(media.createdAt, before));
    const found = tx.select(gone).from(media).where(isUnfinished);
    return locked ? found.for('update') : found;
  },

  /** Counts a check that begins. How many have begun with it; 0 if the file is not to be checked any more. */
  async beginCheck(id: string): Promise<number> {
    const isChecked = and(eq(media.id, id), eq(media.state, 'checking'));
    const [row] = await db
      .update(media)
      .set({ checks: sql`${media.checks} + 1` })
      .where(isChecked)
      .returning({ checks: media.checks });
    return row?.checks ?? 0;
  },

  /** A check has come to an outcome, or was not at fault: what it meets later does not count against the file. */
  async endCheck(id: string): Promise<void> {
    await db.update(media).set({ checks: 0 }).where(eq(media.id, id));
  },

  async remove(tx: Database, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await tx.delete(media).where(inArray(media.id, [...ids]));
  },
});

const gone = { id: media.id, kind: media.kind, size: media.size };
const isErased = and(isNull(facilitator.accountId), eq(facilitator.name, ''));
/** Content that was imported stays until the operator takes it away: its rows have no `storedBytes`, and have not been uploaded. */
const isUpload = or(ne(media.state, 'ready'), sql`${media.storedBytes} is not null`);

export type MediaStore = ReturnType<typeof mediaStore>;
