import { findPostgres } from '../../../tools/programs.mjs';
import { startPostgres } from './postgres.ts';

/** For a test run: one PostgreSQL server for all of it. `EMBEDDED=1` leaves it out, and worlds are on the embedded database. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.EMBEDDED) return undefined;
  const programs = findPostgres();
  if (!programs) {
    process.stdout.write('PostgreSQL is not installed: tests run on the embedded database alone.\n');
    return undefined;
  }
  const server = await startPostgres(programs);
  process.env.WORLD_POSTGRES = server.url;
  return server.stop;
}
