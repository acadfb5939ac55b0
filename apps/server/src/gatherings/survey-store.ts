import { and, count, eq, gt, isNull, like, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { deleteInBatches } from '../platform/database/deletion-store.ts';
import type { Registered } from './store.ts';
import { gathering, gatheringAttendance, gatheringRegistration, surveyAnswer } from './tables.ts';

export type SurveyAnswer = typeof surveyAnswer.$inferSelect;

/** The SQL about surveys. */
export const surveyStore = (db: Database) => ({
  /** Records an answer in place of the one that this person gave before. */
  async put(tx: Database, row: SurveyAnswer): Promise<void> {
    const target = [surveyAnswer.survey, surveyAnswer.accountId];
    await tx.insert(surveyAnswer).values(row).onConflictDoUpdate({ target, set: row });
  },

  async totals(survey: string): Promise<{ yes: number; no: number }> {
    const rows = await db
      .select({ yes: surveyAnswer.yes, people: count() })
      .from(surveyAnswer)
      .where(eq(surveyAnswer.survey, survey))
      .groupBy(surveyAnswer.yes);
    const of = (answer: boolean) => rows.find(({ yes }) => yes === answer)?.people ?? 0;
    return { yes: of(true), no: of(false) };
  },

  async ofAccount(accountId: string): Promise<SurveyAnswer[]> {
    return db.select().from(surveyAnswer).where(eq(surveyAnswer.accountId, accountId)).orderBy(surveyAnswer.answeredAt);
  },

  /** Whether a person has registered for a gathering and not left it, or came to it. */
  async concerns(gatheringId: string, accountId: string): Promise<boolean> {
    const { rows } = await db.execute<{ concerned: boolean }>(sql`
      select exists (select 1 from ${gatheringRegistration}
          where gathering_id = ${gatheringId} and account_id = ${accountId} and left_at is null)
        or exists (select 1 from ${gatheringAttendance}
          where gathering_id = ${gatheringId} and account_id = ${accountId}) as concerned`);
    return rows[0]?.concerned ?? false;
  },

  /**
   * Registrations for special gatherings with a survey of the product, which ended after `from` and by `until`, of people who came, have
   * not been mailed, and have not answered. Locked; others that do the same skip them.
   */
  async toMail(tx: Database, { from, until }: Record<'from' | 'until', Date>, limit: number): Promise<Registered[]> {
    const { gatheringId, accountId, surveyedAt, leftAt } = gatheringRegistration;
    const ofPerson = and(eq(gatheringAttendance.gatheringId, gatheringId), eq(gatheringAttendance.accountId, accountId));
    const hasAnswered = and(eq(surveyAnswer.survey, gatheringId), eq(surveyAnswer.accountId, accountId));
    return tx
      .select({ registration: gatheringRegistration, gathering })
      .from(gatheringRegistration)
      .innerJoin(gathering, eq(gathering.id, gatheringId))
      .innerJoin(gatheringAttendance, ofPerson)
      .where(
        and(
          and(isNull(surveyedAt), isNull(leftAt)),
          and(eq(gathering.isRegular, false), eq(gathering.state, 'approved')),
          and(gt(gathering.endsAt, from), lte(gathering.endsAt, until)),
          or(isNull(gathering.surveyUrl), like(gathering.surveyUrl, '/%')),
          sql`not exists (select 1 from ${surveyAnswer} where ${hasAnswered})`,
        ),
      )
      .limit(limit)
      .for('update', { of: gatheringRegistration, skipLocked: true });
  },

  /** Notes that a person has been mailed the survey of a gathering. */
  async stamp(tx: Database, of: { readonly gatheringId: string; readonly accountId: string }, surveyedAt: Date): Promise<void> {
    const { gatheringId, accountId } = gatheringRegistration;
    await tx
      .update(gatheringRegistration)
      .set({ surveyedAt })
      .where(and(eq(gatheringId, of.gatheringId), eq(accountId, of.accountId)));
  },

  /** Deletes answers given before an instant. */
  async eraseBefore(at: Date): Promise<void> {
    await deleteInBatches(db, surveyAnswer, lt(surveyAnswer.answeredAt, at));
  },
});
export type SurveyStore = ReturnType<typeof surveyStore>;
