import { createDatabase } from '@unspoken/testing/postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { buildIndexesAhead } from './indexes-ahead.ts';

const server = process.env.WORLD_POSTGRES;

test.skipIf(!server)(
  '[OPS-13] an index of a pending migration is built while others write, and one left unfinished is built again',
  async () => {
    const { url, drop } = await createDatabase(server as string);
    const [client, writer] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([client.connect(), writer.connect()]);
    const index = async () =>
      (await client.query(`select indisvalid from pg_index where indexrelid = to_regclass('thank_at')`)).rows.map(
        (row) => row.indisvalid,
      );
    const sql = [
      'CREATE INDEX IF NOT EXISTS "thank_at" ON "thank" USING btree ("at");',
      'CREATE INDEX IF NOT EXISTS "of_new" ON "thank" USING btree ("new");',
    ];
    const [later, earlier] = [[{ sql, folderMillis: 9_999_999_999_999 }], [{ sql, folderMillis: 1 }]];
    try {
      await buildIndexesAhead(client, earlier);
      expect(await index()).toEqual([]);
      // A transaction that writes holds up the build, which therefore ends unfinished when it is cancelled.
      await writer.query('begin; lock table thank in row exclusive mode');
      await client.query(`set statement_timeout = 500`);
      await expect(buildIndexesAhead(client, later)).rejects.toThrow('statement timeout');
      await client.query('reset statement_timeout');
      expect(await index()).toEqual([false]);
      await writer.query(`commit`);
      await buildIndexesAhead(client, later);
      expect(await index()).toEqual([true]);
    } finally {
      await Promise.all([client.end(), writer.end()]);
      await drop();
    }
  },
);
