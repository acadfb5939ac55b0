import { openDatabase } from '@unspoken/server/platform/database/database';
import { createDatabase, startPostgres } from '@unspoken/testing/postgres';
import { findPostgres } from '../../../tools/programs.mjs';

/** The tables of the product, empty, on a PostgreSQL of its own that waits for the disk as in production. What fails in it is thrown. */
export async function openEmptyDatabase() {
  const programs = findPostgres();
  if (!programs) throw new Error('this needs PostgreSQL; npm test installs it on Debian');
  const postgres = await startPostgres(programs, { settings: { fsync: 'on' } });
  const { url } = await createDatabase(postgres.url);
  const fault = (error: unknown) => {
    throw error;
  };
  const database = await openDatabase({ url, dataDir: '', fault });
  const query = (sql: string, parameters: unknown[] = []) => database.pool.query(sql, parameters);
  const stop = async () => {
    await database.close();
    await postgres.stop();
  };
  return { database, query, fault, stop };
}
