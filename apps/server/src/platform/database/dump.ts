import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import {
  CopyRefused,
  type Fingerprint,
  fingerprint,
  insertRows,
  refuseDifference,
  refuseRows,
  restoreSequences,
  rowsOf,
  type Table,
  tablesOf,
  within,
} from './rows.ts';

/**
 * A backup is a compressed file of JSON lines: what it is and of which migration, then for each table its name and columns,
 * its rows some at a time, and its fingerprint; and a last line, without which it is not whole.
 */
type Line =
  | { readonly backup: 1; readonly migration: string }
  | Table
  | { readonly rows: readonly unknown[] }
  | { readonly told: Fingerprint }
  | { readonly end: true };

/** Writes everything to a file, as it was at one instant. Answers how many rows each table has. The file is there whole or not at all. */
export async function writeBackup(from: Pool, path: string): Promise<ReadonlyMap<string, number>> {
  const client = await from.connect();
  const counted = new Map<string, number>();
  const partial = `${path}.partial`;
  await within(client, 'repeatable read', async () => {
    const lines = Readable.from(linesOf(client, counted));
    await pipeline(lines, createGzip(), createWriteStream(partial, { mode: 0o600 }));
  });
  const file = await open(partial);
  await file.sync();
  await file.close();
  await rename(partial, path);
  return counted;
}

async function* linesOf(client: PoolClient, counted: Map<string, number>): AsyncGenerator<string> {
  const spelled = (line: Line) => `${JSON.stringify(line)}\n`;
  yield spelled({ backup: 1, migration: await lastMigration(client) });
  for (const table of await tablesOf(client)) {
    yield spelled(table);
    for await (const rows of rowsOf(client, table)) yield spelled({ rows });
    const told = await fingerprint(client, table);
    counted.set(table.name, told.rows);
    yield spelled({ told });
  }
  yield spelled({ end: true });
}

/** Fills an empty database of the same version from a backup, in one transaction. Throws `CopyRefused`, and then nothing was changed. */
export async function restoreBackup(to: Pool, path: string): Promise<ReadonlyMap<string, number>> {
  const client = await to.connect();
  return within(client, 'read committed', async () => {
    const tables = await tablesOf(client);
    await refuseRows(client, tables);
    const counted = new Map<string, number>();
    let table: Table | undefined;
    let whole = false;
    for await (const text of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
      const line = parsed(text);
      if ('backup' in line) await refuseOtherVersion(client, line.migration);
      else if ('name' in line) table = known(tables, line);
      else if ('end' in line) whole = true;
      else if (!table) throw new CopyRefused('This is no backup.');
      else if ('told' in line) {
        await refuseDifference(client, table, line.told);
        counted.set(table.name, line.told.rows);
      } else await insertRows(client, table, line.rows);
    }
    if (!whole) throw new CopyRefused('The backup is cut off. Nothing was changed.');
    await restoreSequences(client, tables);
    return counted;
  });
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new CopyRefused('This is no backup.');
  }
}

/** Names from a file never reach SQL: only those that the database knows itself. */
function known(tables: readonly Table[], { name, columns }: Table): Table {
  const found = tables.find((each) => each.name === name);
  if (!found || found.columns.join() !== columns.join())
    throw new CopyRefused(`The database has no ${name} like that of the backup.`);
  return found;
}

async function lastMigration(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id desc limit 1');
  return rows[0]?.hash ?? '';
}

async function refuseOtherVersion(client: PoolClient, migration: string): Promise<void> {
  if ((await lastMigration(client)) !== migration)
    throw new CopyRefused('The backup was made by another version. Restore it with that one, and upgrade then.');
}
