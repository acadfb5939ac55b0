import { readdirSync } from 'node:fs';
import type { Installation } from '@unspoken/testing/installation';
import type pg from 'pg';
import type { Metric } from '../../../../tools/capacity/slopes.ts';
import { resident, statOf, sum, ticks, ticksIn } from '../processes.ts';

type Totals = Record<Exclude<Metric, 'heard'>, number>;

/** Reads what an installation has used up since its start. */
export class Counters {
  readonly #installation: Installation;
  readonly #database: pg.Pool;
  #postmaster: number | undefined;

  constructor(installation: Installation, database: pg.Pool) {
    this.#installation = installation;
    this.#database = database;
  }

  async read(): Promise<Totals> {
    const pids = this.#installation.nodes.map(({ pid }) => pid as number);
    const info = String(await this.#installation.redis.command('INFO', 'all'));
    const redis = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0);
    // The statistics of a session are published at most once a second.
    const { rows } = await this.#database.query(
      `select xact_commit::float8 as transactions, (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
         pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
         (select sum(pg_total_relation_size(oid))::float8 from pg_class
            where relkind = 'r' and relnamespace = 'public'::regnamespace) as stored
       from pg_stat_database where datname = current_database()`,
    );
    const { transactions, rows: changed, wal, stored } = rows[0];
    return {
      processor: sum(pids, ticks) / 100,
      postgres: await this.#postgres(),
      redis: redis('used_cpu_user') + redis('used_cpu_sys'),
      ...{ transactions, rows: changed, wal, stored },
      commands: redis('total_commands_processed'),
      traffic: redis('total_net_input_bytes') + redis('total_net_output_bytes'),
      redisMemory: redis('used_memory'),
      resident: sum(pids, resident),
    };
  }

  /** Of the server, its ended sessions and its running ones. */
  async #postgres(): Promise<number> {
    if (this.#postmaster === undefined) {
      const { rows } = await this.#database.query('select pg_backend_pid() as pid');
      this.#postmaster = Number(statOf(rows[0].pid)[1]);
    }
    const parent = String(this.#postmaster);
    let used = ticksIn(statOf(this.#postmaster), true);
    for (const name of readdirSync('/proc'))
      if (/^\d+$/.test(name)) {
        try {
          const fields = statOf(Number(name));
          if (fields[1] === parent) used += ticksIn(fields);
        } catch {
          // It has ended meanwhile.
        }
      }
    return used / 100;
  }
}

/** What was used between two readings. */
export const between = (before: Totals, after: Totals): Totals =>
  Object.fromEntries((Object.keys(after) as (keyof Totals)[]).map((name) => [name, after[name] - before[name]])) as Totals;
