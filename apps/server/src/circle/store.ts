import { and, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { batchedRows } from '../platform/database/batch.ts';
import type { Database } from '../platform/database/database.ts';
import { circleAdd } from './tables.ts';

export type CircleAdd = typeof circleAdd.$inferSelect;

/** An entry of a person's circle: their own add, and when the other's add made it a match. */
export interface Match {
  readonly own: CircleAdd;
  readonly since: Date;
}

interface BothAdds {
  readonly own: CircleAdd;
  readonly theirAt: Date;
}

/** The adds of a person that the other has returned; read for everybody who connects, and so in batches. */
function bothWays(db: Database): (adder: string) => Promise<readonly BothAdds[]> {
  const theirs = alias(circleAdd, 'theirs');
  const both = db
    .select({ own: circleAdd, theirAt: theirs.at })
    .from(circleAdd)
    .innerJoin(theirs, and(eq(theirs.adder, circleAdd.added), eq(theirs.added, circleAdd.adder)))
    .where(sql`${circleAdd.adder} = any(${sql.placeholder('adders')}::uuid[])`)
    .prepare('matches of many');
  return batchedRows<BothAdds>(
    (adders) => both.execute({ adders }),
    ({ own }) => own.adder,
  );
}

/** All SQL about circles. */
export const circleStore = (db: Database, both = bothWays(db)) => ({
  /** Idempotent: the first add is kept. */
  async add(row: typeof circleAdd.$inferInsert): Promise<void> {
    await db.insert(circleAdd).values(row).onConflictDoNothing();
  },

  async remove(adder: string, added: string, tx: Database = db): Promise<void> {
    await tx.delete(circleAdd).where(and(eq(circleAdd.adder, adder), eq(circleAdd.added, added)));
  },

  /** The adds between two people, in either direction. */
  async between(one: string, other: string, tx: Database = db): Promise<CircleAdd[]> {
    return tx
      .select()
      .from(circleAdd)
      .where(
        or(and(eq(circleAdd.adder, one), eq(circleAdd.added, other)), and(eq(circleAdd.adder, other), eq(circleAdd.added, one))),
      );
  },

  async matches(accountId: string): Promise<Match[]> {
    return (await both(accountId)).map(({ own, theirAt }) => ({ own, since: theirAt > own.at ? theirAt : own.at }));
  },

  async byFriendId(adder: string, friendId: string): Promise<CircleAdd | undefined> {
    return (
      await db
        .select()
        .from(circleAdd)
        .where(and(eq(circleAdd.adder, adder), eq(circleAdd.friendId, friendId)))
        .limit(1)
    )[0];
  },

  /** False if there is no such entry. */
  async note(adder: string, friendId: string, note: string): Promise<boolean> {
    const noted = await db
      .update(circleAdd)
      .set({ note })
      .where(and(eq(circleAdd.adder, adder), eq(circleAdd.friendId, friendId)))
      .returning({ friendId: circleAdd.friendId });
    return noted.length > 0;
  },

  async by(accountId: string): Promise<CircleAdd[]> {
    return db.select().from(circleAdd).where(eq(circleAdd.adder, accountId)).orderBy(circleAdd.at);
  },

  /** Returns the others, and which of them were a match. */
  async erase(tx: Database, accountId: string): Promise<{ other: string; match: boolean }[]> {
    const about = or(eq(circleAdd.adder, accountId), eq(circleAdd.added, accountId));
    const rows = await tx.delete(circleAdd).where(about).returning();
    const others = rows.map(({ adder, added }) => (adder === accountId ? added : adder));
    return [...new Set(others)].map((other) => ({ other, match: others.indexOf(other) !== others.lastIndexOf(other) }));
  },
});
export type CircleStore = ReturnType<typeof circleStore>;
