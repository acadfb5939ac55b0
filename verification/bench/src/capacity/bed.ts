import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';
import { Counters } from './counters.ts';

/** Whole processes with PostgreSQL and Redis, and the counters of what they use. */
export interface Bed {
  readonly installation: Installation;
  readonly database: pg.Pool;
  readonly counters: Counters;
  readonly origins: readonly string[];
  enrol(count: number): Promise<{ accountId: string; token: string }[]>;
}

/** Runs a measurement on processes of its own. */
export async function onBed<T>(
  processes: number,
  environment: Readonly<Record<string, string>>,
  run: (bed: Bed) => Promise<T>,
): Promise<T> {
  const installation = await Installation.start(processes, environment, { direct: true });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  database.on('error', () => {});
  try {
    return await run({
      ...{ installation, database, counters: new Counters(installation, database) },
      origins: installation.nodes.map(({ origin }) => origin),
      enrol: (count) => enrol(database, count),
    });
  } finally {
    await database.end();
    await installation.stop();
  }
}
