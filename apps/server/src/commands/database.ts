import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../platform/clock.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { copyDatabase } from '../platform/database/copy.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { restoreBackup, writeBackup } from '../platform/database/dump.ts';
import { CopyRefused } from '../platform/database/rows.ts';
import { openJobs } from '../platform/jobs.ts';

const usage = `npm run backup -- <file>       writes everything into a file, also while the server runs
npm run restore -- <file>      fills an empty database from such a file
npm run migrate:embedded       copies the embedded database in DATA_DIR into the empty PostgreSQL at DATABASE_URL
`;

const fault = (error: unknown) => process.stderr.write(`${(error as Error).name}\n`);

interface Place {
  readonly url: string | undefined;
  readonly dataDir: string | undefined;
}

/** Opens a database that is there, in the version it has, for as long as a task takes; `beside` a running server, or for itself. */
async function reading<T>(place: Place, beside: boolean, task: (database: OpenDatabase) => Promise<T>): Promise<T> {
  if (place.url === undefined && !existsSync(join(place.dataDir ?? '', 'database', 'PG_VERSION')))
    throw new CopyRefused(`DATA_DIR ${place.dataDir} holds no database.`);
  const database = await openDatabase({ ...place, fault, beside, asItIs: true });
  return task(database).finally(() => database.close());
}

/** Opens a database that is to be filled, with all its tables, those of the queue too, for as long as a task takes. */
async function filling<T>(place: Place, task: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...place, fault });
  try {
    const { stop } = await openJobs(database.pool, { fault, clock: systemClock, working: false });
    await stop();
    return await task(database);
  } finally {
    await database.close();
  }
}

function told(counted: ReadonlyMap<string, number>): string {
  const lines = [...counted].map(([table, rows]) => `${String(rows).padStart(9)}  ${table}\n`);
  const all = [...counted.values()].reduce((sum, rows) => sum + rows, 0);
  return `${lines.join('')}\n${all} rows of ${counted.size} tables`;
}

/** Runs one command on the database of the settings; what it answers is for people. */
async function run(): Promise<string> {
  const [command, file] = parseArgs({ allowPositionals: true, options: {} }).positionals;
  const { dataDir, databaseUrl: url } = readConfig(process.env);
  if (command === 'migrate') {
    if (!url) throw new ConfigError('DATABASE_URL must be set: it is where the data is copied to.');
    const counted = await reading({ url: undefined, dataDir }, false, (from) =>
      filling({ url, dataDir: undefined }, (to) => copyDatabase(from.pool, to.pool)),
    );
    const next = `From now on start with this DATABASE_URL. ${dataDir} is as it was: keep it until you are sure.`;
    return `${told(counted)}, each the same on both sides.\n${next}`;
  }
  if (file === undefined) throw new ConfigError(usage);
  if (command === 'backup') {
    const counted = await reading({ url, dataDir }, true, ({ pool }) => writeBackup(pool, file));
    return `${told(counted)} are in ${file}. It holds everything about everybody: keep it as you keep the database.`;
  }
  if (command !== 'restore') throw new ConfigError(usage);
  return `${told(await filling({ url, dataDir }, ({ pool }) => restoreBackup(pool, file)))} were restored.`;
}

run().then(
  (said) => process.stdout.write(`${said}\n`),
  (error: unknown) => {
    const { message, code, stack } = error as NodeJS.ErrnoException;
    const known = error instanceof ConfigError || error instanceof CopyRefused || code === 'ENOENT' || /^DATA_DIR /.test(message);
    const said =
      code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR' ? 'This is no backup, or it is cut off.' : known ? message : stack;
    process.stderr.write(`${said}\n`);
    process.exitCode = 1;
  },
);
