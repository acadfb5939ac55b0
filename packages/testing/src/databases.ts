import { type OpenDatabase, openDatabase } from '@unspoken/server/platform/database/database';
import { afterAll, beforeAll, test } from 'vitest';
import { createDatabase } from './postgres.ts';

/**
 * Runs a test contract on both databases that a store can use: the embedded one, and PostgreSQL. Where PostgreSQL is not
 * installed, a skipped test reports that.
 */
export function onEachDatabase(contract: (name: string, database: () => OpenDatabase) => void): void {
  const open: Partial<Record<'embedded' | 'postgres', OpenDatabase>> = {};
  const server = process.env.WORLD_POSTGRES;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    open.embedded = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
    if (!server) return;
    const created = await createDatabase(server);
    drop = created.drop;
    open.postgres = await openDatabase({ url: created.url, dataDir: undefined, fault: () => {} });
  });
  afterAll(async () => {
    for (const each of Object.values(open)) await each.close();
    await drop?.();
  });
  contract('embedded database', () => open.embedded as OpenDatabase);
  if (server) contract('PostgreSQL', () => open.postgres as OpenDatabase);
  else test.skip('PostgreSQL: it is not installed', () => {});
}
