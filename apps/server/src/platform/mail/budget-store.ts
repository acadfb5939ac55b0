import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { deleteBatch } from '../database/deletion-store.ts';
import { lastSent, mailBudget } from './tables.ts';

/** When the mails of a budget were sent, epoch ms. Locks the row until the transaction ends. */
export async function holdBudget(tx: Database, key: string): Promise<number[]> {
  await tx.insert(mailBudget).values({ key, sentAt: [] }).onConflictDoNothing();
  const [row] = await tx.select().from(mailBudget).where(eq(mailBudget.key, key)).for('update');
  return (row?.sentAt ?? []).map((at) => at.getTime());
}

export async function writeBudget(tx: Database, key: string, sentAt: readonly number[]): Promise<void> {
  await tx
    .update(mailBudget)
    .set({ sentAt: sentAt.map((at) => new Date(at)) })
    .where(eq(mailBudget.key, key));
}

/** Deletes some of the budgets from which nothing has been taken since `before`; whether there may be more. */
export function forgetBudgets(tx: Database, before: Date): Promise<boolean> {
  return deleteBatch(tx, mailBudget, sql`${lastSent(mailBudget.sentAt)} <= ${before.toISOString()}::timestamptz`);
}
