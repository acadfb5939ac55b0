import { and, asc, count, eq, gt, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { GatheringRow } from './store.ts';
import { gathering, gatheringRegistration } from './tables.ts';

/** The SQL about hosts and what they propose. */
export const proposalStore = (db: Database) => ({
  async add(tx: Database, row: typeof gathering.$inferInsert): Promise<GatheringRow> {
    return (await tx.insert(gathering).values(row).returning())[0] as GatheringRow;
  },

  /** Changes a gathering; returns it as it is then. */
  async change(tx: Database, id: string, values: Partial<GatheringRow>): Promise<GatheringRow> {
    return (await tx.update(gathering).set(values).where(eq(gathering.id, id)).returning())[0] as GatheringRow;
  },

  /** How many gatherings of a host await a decision and can still take place. */
  async undecidedOf(tx: Database, host: string, now: Date): Promise<number> {
    const awaiting = and(eq(gathering.host, host), eq(gathering.state, 'proposed'), gt(gathering.startsAt, now));
    return (await tx.select({ n: count() }).from(gathering).where(awaiting))[0]?.n ?? 0;
  },

  /** Gatherings, and approved ones with a change, that await a decision and have not begun; the longest unchanged first. */
  async undecided(now: Date): Promise<GatheringRow[]> {
    const changed = and(eq(gathering.state, 'approved'), isNotNull(gathering.pending));
    return db
      .select()
      .from(gathering)
      .where(and(gt(gathering.startsAt, now), or(eq(gathering.state, 'proposed'), changed)))
      .orderBy(asc(gathering.changedAt), asc(gathering.id));
  },

  /** All gatherings of a host, by start. */
  async hostedBy(host: string): Promise<GatheringRow[]> {
    return db.select().from(gathering).where(eq(gathering.host, host)).orderBy(asc(gathering.startsAt), asc(gathering.id));
  },

  /** Cancels the gatherings of a host that have not begun. Returns their ids. */
  async cancelAhead(tx: Database, host: string, now: Date): Promise<string[]> {
    const ahead = and(eq(gathering.host, host), gt(gathering.startsAt, now), inArray(gathering.state, ['proposed', 'approved']));
    const cancelled = await tx
      .update(gathering)
      .set({ state: 'cancelled', pending: null, changedAt: now, revision: sql`${gathering.revision} + 1` })
      .where(ahead)
      .returning({ id: gathering.id });
    return cancelled.map(({ id }) => id);
  },

  /** Deletes the gatherings of a host that nobody has registered for; the others keep only what people have registered for. */
  async eraseHost(tx: Database, host: string): Promise<void> {
    const hosted = eq(gathering.host, host);
    const registrations = tx.select().from(gatheringRegistration).where(eq(gatheringRegistration.gatheringId, gathering.id));
    await tx.delete(gathering).where(and(hosted, notExists(registrations)));
    await tx
      .update(gathering)
      .set({ host: null, welcomeStatement: '', surveyUrl: null, pending: null, reason: null })
      .where(hosted);
  },
});
export type ProposalStore = ReturnType<typeof proposalStore>;
