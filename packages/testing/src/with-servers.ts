import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

/**
 * Starts one PostgreSQL server and one Redis for a whole test run. `EMBEDDED=1` leaves both out: worlds then use the
 * embedded database, each in one process.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.EMBEDDED) return undefined;
  const stops: (() => Promise<void>)[] = [];
  const programs = findPostgres();
  if (programs) {
    const server = await startPostgres(programs);
    process.env.WORLD_POSTGRES = server.url;
    stops.push(server.stop);
  } else process.stdout.write('PostgreSQL is not installed: tests run on the embedded database alone.\n');
  const program = findRedis();
  if (program) {
    const server = await startRedis(program);
    process.env.WORLD_REDIS = server.url;
    stops.push(server.stop);
  } else process.stdout.write('Redis is not installed: what several processes share is not tested.\n');
  return async () => {
    for (const stop of stops) await stop();
  };
}
