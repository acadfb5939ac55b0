import { createDatabaseOverLine } from '@unspoken/testing/postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from './database.ts';

const server = process.env.WORLD_POSTGRES;
if (server)
  test('[OPS-15] a connection to a silent database is closed, also in a transaction; queries succeed once it is back', async () => {
    const { url, direct, line, drop } = await createDatabaseOverLine(server);
    const { pool, db, close } = await openDatabase({ url, dataDir: undefined, fault: () => {}, patience: 2_000 });
    const other = new pg.Client({ connectionString: direct });
    await other.connect();
    try {
      await pool.query('create table note (words text)');
      // PostgreSQL itself ends a statement that takes too long, and the connection can still be used.
      await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
      const inTheMiddle = db.transaction(async (tx) => {
        await tx.execute(`insert into note values ('never')`);
        await tx.execute('lock table note in access exclusive mode');
        line.cut();
        await tx.execute(`insert into note values ('never either')`);
      });
      await expect(inTheMiddle).rejects.toThrow();
      await expect(pool.query('select 1')).rejects.toThrow();
      // The connection that was cut holds no lock.
      await expect(other.query('select words from note')).resolves.toMatchObject({ rows: [] });
      line.heal();
      await expect(pool.query('select words from note')).resolves.toMatchObject({ rows: [] });
    } finally {
      await other.end();
      await close();
      await drop();
    }
  });
else test.skip('[OPS-15] PostgreSQL is not installed', () => {});
