import { ConfigError, readConfig } from './platform/config.ts';
import { CopyRefused, copyDatabase } from './platform/database/copy.ts';
import { openDatabase } from './platform/database/database.ts';
import { openJobs } from './platform/jobs.ts';

/** `npm run migrate:embedded`: copies the embedded database in DATA_DIR into the empty PostgreSQL at DATABASE_URL. */
async function run(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (!databaseUrl) throw new ConfigError('DATABASE_URL must be set: it is where the data is copied to.');
  const fault = (error: unknown) => process.stderr.write(`${(error as Error).name}\n`);
  const opened: { close: () => Promise<unknown> }[] = [];
  try {
    const pools = [];
    for (const place of [
      { url: undefined, dataDir },
      { url: databaseUrl, dataDir: undefined },
    ]) {
      const database = await openDatabase({ ...place, fault });
      opened.unshift(database);
      // Both have the tables of the queue.
      const { stop } = await openJobs(database.pool, { fault, working: false });
      await stop();
      pools.push(database.pool);
    }
    const [from, to] = pools;
    if (!from || !to) return;
    const counted = await copyDatabase(from, to);
    for (const [table, rows] of counted) process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`);
    const all = [...counted.values()].reduce((sum, rows) => sum + rows, 0);
    process.stdout.write(`\nCopied ${all} rows of ${counted.size} tables; each is the same on both sides.\n`);
    process.stdout.write(`From now on start with this DATABASE_URL. ${dataDir} is as it was: keep it until you are sure.\n`);
  } finally {
    for (const each of opened) await each.close();
  }
}

run().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof CopyRefused || /^DATA_DIR /.test((error as Error).message);
  process.stderr.write(known ? `${(error as Error).message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
});
