import { eq } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { setting } from './tables.ts';

/** All SQL about settings. */
export const administrationStore = (db: Database) => ({
  transaction: <T>(run: (tx: Database) => Promise<T>): Promise<T> => db.transaction((tx) => run(tx)),

  async setting(name: string): Promise<string | undefined> {
    return (await db.select().from(setting).where(eq(setting.name, name)).limit(1))[0]?.value;
  },

  async set(tx: Database, name: string, value: string): Promise<void> {
    await tx.insert(setting).values({ name, value }).onConflictDoUpdate({ target: setting.name, set: { value } });
  },
});
export type AdministrationStore = ReturnType<typeof administrationStore>;
