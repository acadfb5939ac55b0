import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@unspoken/testing/postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { buildIndexesAhead } from './indexes-ahead.ts';

const server = process.env.WORLD_POSTGRES;

/** A folder with one migration, made at this time. */
function folderOf(sql: string, when: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-migrations-'));
  mkdirSync(join(folder, 'meta'));
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ entries: [{ idx: 0, when, tag: '0000_a', breakpoints: true }] }),
  );
  writeFileSync(join(folder, '0000_a.sql'), sql);
  return folder;
}

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
    const sql =
      'CREATE INDEX IF NOT EXISTS "thank_at" ON "thank" USING btree ("at");--> statement-breakpoint\nCREATE INDEX IF NOT EXISTS "of_new" ON "thank" USING btree ("new");';
    const [later, earlier] = [folderOf(sql, 9_999_999_999_999), folderOf(sql, 1)];
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
      for (const folder of [later, earlier]) rmSync(folder, { recursive: true });
      await drop();
    }
  },
);
