import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import type { FileStore } from '../files/store.ts';
import {
  CopyRefused,
  type Fingerprint,
  fingerprint,
  insertRows,
  lastMigration,
  refuseDifference,
  refuseRows,
  restoreSequences,
  rowsOf,
  type Table,
  tablesOf,
  within,
} from './rows.ts';

/**
 * A backup is a compressed file of JSON lines: a header with the migration, then for each table its name and columns,
 * its rows in batches, and its fingerprint; then the stored files; and a last line, without which the backup is incomplete.
 */
type Line =
  | { readonly backup: 1; readonly migration: string }
  | Table
  | { readonly rows: readonly unknown[] }
  /** The fingerprint of the table, under its key in the file. */
  | { readonly told: Fingerprint }
  /** A file of the store, in base64. */
  | { readonly file: string; readonly bytes: string }
  | { readonly end: true };

/** What a backup holds: the number of rows of each table, and of files. */
export interface BackupContent {
  readonly tables: ReadonlyMap<string, number>;
  readonly files: number;
}
class Counted implements BackupContent {
  readonly tables = new Map<string, number>();
  files = 0;
}

/**
 * Writes a snapshot of the whole database, and the stored files, to a new file, completely or not at all. Throws `CopyRefused` if the
 * file exists. A stored file never changes, and is stored before the row that names it: the files read after the snapshot include every file that it names.
 */
export async function writeBackup(from: Pool, files: FileStore, path: string): Promise<BackupContent> {
  if (existsSync(path)) throw new CopyRefused(`${path} is there already.`);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const counted = new Counted();
  try {
    // Created by this call, so that only the owner can read it from its first byte on.
    const file = await open(partial, 'wx', 0o600);
    try {
      const client = await from.connect();
      await within(client, 'repeatable read', () =>
        pipeline(Readable.from(linesOf(client, files, counted)), createGzip(), async (parts: AsyncIterable<Buffer>) => {
          for await (const part of parts) await file.appendFile(part);
        }),
      );
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  if (process.platform !== 'win32') await syncFolder(dirname(path));
  return counted;
}

/** Makes the name of a new file survive a power cut, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

async function* linesOf(client: PoolClient, files: FileStore, counted: Counted): AsyncGenerator<string> {
  const encoded = (line: Line) => `${JSON.stringify(line)}\n`;
  yield encoded({ backup: 1, migration: await lastMigration(client) });
  for (const table of await tablesOf(client)) {
    yield encoded(table);
    for await (const rows of rowsOf(client, table)) yield encoded({ rows });
    const tableFingerprint = await fingerprint(client, table);
    counted.tables.set(table.name, tableFingerprint.rows);
    yield encoded({ told: tableFingerprint });
  }
  for await (const file of files.names()) {
    const parts: Buffer[] = [];
    for await (const part of await files.read(file)) parts.push(part as Buffer);
    counted.files++;
    yield encoded({ file, bytes: Buffer.concat(parts).toString('base64') });
  }
  yield encoded({ end: true });
}

/**
 * Fills an empty database of the same version from a backup, in one transaction, and the store with its files. Throws `CopyRefused`
 * without having changed anything in the database; files that were stored by then stay, unreferenced.
 */
export async function restoreBackup(to: Pool, files: FileStore, path: string): Promise<BackupContent> {
  const client = await to.connect();
  return within(client, 'read committed', async () => {
    const tables = await tablesOf(client);
    await refuseRows(client, tables);
    const counted = new Counted();
    const restore = new Restore({ client, tables, files }, counted);
    // Each line is inserted before the next is read, which bounds the memory used.
    await pipeline(createReadStream(path), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
      for await (const text of linesIn(bytes)) await restore.take(parsed(text));
    });
    restore.refuseUnfinished();
    await restoreSequences(client, tables);
    return counted;
  });
}

/** The state of a restore: the header, then each table with its rows and its fingerprint, then the end. */
class Restore {
  readonly #client: PoolClient;
  readonly #tables: readonly Table[];
  readonly #files: FileStore;
  readonly #counted: Counted;
  #stage: 'before' | 'between' | 'ended' | Table = 'before';

  constructor(
    { client, tables, files }: { readonly client: PoolClient; readonly tables: readonly Table[]; readonly files: FileStore },
    counted: Counted,
  ) {
    this.#client = client;
    this.#tables = tables;
    this.#files = files;
    this.#counted = counted;
  }

  async take(line: Line): Promise<void> {
    const stage = this.#stage;
    if (stage === 'before' && 'backup' in line) {
      await refuseOtherVersion(this.#client, line.migration);
      this.#stage = 'between';
    } else if (stage === 'between' && 'name' in line) this.#stage = known(this.#tables, line);
    else if (stage === 'between' && 'file' in line) {
      await restoreFile(this.#files, line.file, Buffer.from(line.bytes, 'base64'));
      this.#counted.files++;
    } else if (stage === 'between' && 'end' in line) this.#stage = 'ended';
    else if (typeof stage === 'object' && 'rows' in line) await insertRows(this.#client, stage, line.rows);
    else if (typeof stage === 'object' && 'told' in line) {
      const { told: tableFingerprint } = line;
      await refuseDifference(this.#client, stage, tableFingerprint);
      this.#counted.tables.set(stage.name, tableFingerprint.rows);
      this.#stage = 'between';
    } else throw new CopyRefused('This is no backup.');
  }

  /** Throws `CopyRefused` unless everything has been read. */
  refuseUnfinished(): void {
    if (this.#stage !== 'ended' || this.#counted.tables.size !== this.#tables.length)
      throw new CopyRefused('The backup is not whole. Nothing was changed.');
  }
}

/** A file of this name with other bytes is a damaged one, and is replaced. */
async function restoreFile(files: FileStore, name: string, bytes: Buffer): Promise<void> {
  if ((await files.size(name)) !== undefined) {
    const parts: Buffer[] = [];
    for await (const part of await files.read(name)) parts.push(part as Buffer);
    if (Buffer.concat(parts).equals(bytes)) return;
    await files.remove(name);
  }
  await files.put(name, bytes);
}

/** Splits at line feeds only: the data may contain other line separators. */
async function* linesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const part of bytes) {
    let from = 0;
    for (let end = part.indexOf(10, from); end >= 0; end = part.indexOf(10, from)) {
      yield Buffer.concat([...rest, part.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(part.subarray(from));
  }
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new CopyRefused('This is no backup.');
  }
}

/** Returns the database's own entry for a table of the file: names from a file never reach SQL. */
function known(tables: readonly Table[], { name, columns }: Table): Table {
  const found = tables.find((each) => each.name === name);
  if (!found || found.columns.join() !== columns.join())
    throw new CopyRefused(`The database has no ${name} like that of the backup.`);
  return found;
}

async function refuseOtherVersion(client: PoolClient, migration: string): Promise<void> {
  if ((await lastMigration(client)) !== migration)
    throw new CopyRefused('The backup was made by another version. Restore it with that one, and upgrade then.');
}
