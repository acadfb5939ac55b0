import { type OpenDatabase, openDatabase } from '@unspoken/server/platform/database/database';
import { afterAll, beforeAll, test } from 'vitest';
import { createDatabase } from './postgres.ts';

/**
 * Runs a contract on both databases a store can be on: the embedded one, and PostgreSQL where it is installed; where it
 * is not, that is told as a skipped test.
 */
export function onEachDatabase(contract: (name: string, database: () => OpenDatabase) => void): void {
  const opened: Partial<Record<'embedded' | 'postgres', OpenDatabase>> = {};
  const server = process.env.WORLD_POSTGRES;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    opened.embedded = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
    if (!server) return;
    const made = await createDatabase(server);
    drop = made.drop;
    opened.postgres = await openDatabase({ url: made.url, dataDir: undefined, fault: () => {} });
  });
  afterAll(async () => {
    for (const each of Object.values(opened)) await each.close();
    await drop?.();
  });
  contract('embedded database', () => opened.embedded as OpenDatabase);
  if (server) contract('PostgreSQL', () => opened.postgres as OpenDatabase);
  else test.skip('PostgreSQL: it is not installed', () => {});
}
