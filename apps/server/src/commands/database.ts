import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../platform/clock.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { copyDatabase } from '../platform/database/copy.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { restoreBackup, writeBackup } from '../platform/database/dump.ts';
import { CopyRefused } from '../platform/database/rows.ts';
import { openFiles } from '../platform/files/open.ts';
import { openJobs } from '../platform/jobs.ts';
import { systemRandom } from '../platform/random.ts';

const usage = `npm run backup -- <file>       writes everything into a file, also while the server runs
npm run restore -- <file>      fills an empty database from such a file
npm run migrate:embedded       copies the embedded database in DATA_DIR into the empty PostgreSQL at DATABASE_URL
`;

const fault = (error: unknown) => process.stderr.write(`${(error as Error).name}\n`);

interface Place {
  readonly url: string | undefined;
  readonly dataDir: string | undefined;
}

/** Opens an existing database, without migrating it, while a task runs; `beside` a running server, or exclusively. */
async function withExisting<T>(place: Place, beside: boolean, task: (database: OpenDatabase) => Promise<T>): Promise<T> {
  if (place.url === undefined && !existsSync(join(place.dataDir ?? '', 'database', 'PG_VERSION')))
    throw new CopyRefused(`DATA_DIR ${place.dataDir} holds no database.`);
  const database = await openDatabase({ ...place, fault, beside, asItIs: true });
  return task(database).finally(() => database.close());
}

/** Opens the target database while a task runs; creates all its tables, also those of the job queue. */
async function withTarget<T>(place: Place, task: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, fault });
  try {
    const { stop } = await openJobs(database.pool, { fault, clock: systemClock, working: false });
    await stop();
    return await task(database);
  } finally {
    await database.close();
  }
}

function summaryOf(counted: ReadonlyMap<string, number>): string {
  const lines = [...counted].map(([table, rows]) => `${String(rows).padStart(9)}  ${table}\n`);
  const all = [...counted.values()].reduce((sum, rows) => sum + rows, 0);
  return `${lines.join('')}\n${all} rows of ${counted.size} tables`;
}

/** Runs one command on the configured database; its answer is for people. Throws what `problemOf` puts into words. */
export async function runOnDatabase(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const [command, file] = parseArgs({ args: [...words], allowPositionals: true, options: {} }).positionals;
  const config = readConfig(environment);
  const { dataDir, databaseUrl: url } = config;
  const files = openFiles(config, systemRandom);
  if (command === 'migrate') {
    if (!url) throw new ConfigError('DATABASE_URL must be set: it is where the data is copied to.');
    const counted = await withExisting({ url: undefined, dataDir }, false, (from) =>
      withTarget({ url, dataDir: undefined }, (to) => copyDatabase(from.pool, to.pool)),
    );
    const next = `From now on start with this DATABASE_URL. ${dataDir} is as it was: keep it until you are sure.`;
    return `${summaryOf(counted)}, each the same on both sides.\n${next}`;
  }
  if (file === undefined) throw new ConfigError(usage);
  if (command === 'backup') {
    const { tables, files: stored } = await withExisting({ url, dataDir }, true, ({ pool }) => writeBackup(pool, files, file));
    return `${summaryOf(tables)}, and ${stored} stored files, are in ${file}. It holds everything about everybody: keep it as you keep the database.`;
  }
  if (command !== 'restore') throw new ConfigError(usage);
  const { tables, files: stored } = await withTarget({ url, dataDir }, ({ pool }) => restoreBackup(pool, files, file));
  return `${summaryOf(tables)}, and ${stored} stored files, were restored.`;
}

/** What a failed command prints: a sentence for the operator, or the stack of an unknown fault. */
export function problemOf(error: unknown): string {
  const { message, code, stack } = error as NodeJS.ErrnoException;
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') return 'This is no backup, or it is cut off.';
  const isKnown = error instanceof ConfigError || error instanceof CopyRefused || code === 'ENOENT' || /^DATA_DIR /.test(message);
  return isKnown ? message : String(stack);
}

if (import.meta.main)
  runOnDatabase(process.argv.slice(2), process.env).then(
    (output) => process.stdout.write(`${output}\n`),
    (error: unknown) => {
      process.stderr.write(`${problemOf(error)}\n`);
      process.exitCode = 1;
    },
  );
