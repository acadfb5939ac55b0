import { eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { gathering } from './tables.ts';

/** The SQL about what people leave in gatherings as hosts. */
export const personalStore = (db: Database) => ({
  /** What a host wrote and was answered about each of their gatherings, by start. */
  async hostedBy(accountId: string) {
    const { id, name, date, time, zone, lengthMs, startsAt, endsAt, welcomeStatement, surveyUrl, state, pending, listed } =
      gathering;
    const { createdAt, decidedAt, reason } = gathering;
    const written = { name, date, time, zone, length: lengthMs, startsAt, endsAt, welcomeStatement, surveyUrl, pending, listed };
    return db
      .select({ gatheringID: id, ...written, state, createdAt, decidedAt, reason })
      .from(gathering)
      .where(eq(gathering.host, accountId))
      .orderBy(startsAt);
  },

  async forgetHost(tx: Database, accountId: string): Promise<void> {
    await tx.update(gathering).set({ host: null }).where(eq(gathering.host, accountId));
  },
});
export type PersonalStore = ReturnType<typeof personalStore>;
