import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Fault, now, toAll, toOne, unlessRoot } from './fault.ts';

/** A connection of the test's own, which may be terminated at any time. */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Changes settings of the running server. */
async function settings(url: string, all: Readonly<Record<string, string>>): Promise<void> {
  const client = await connected(url);
  for (const [name, value] of Object.entries(all)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

const fillerOn = (disk: string | undefined) => join(disk ?? '', 'filler');
const endOthers = 'select pg_terminate_backend(pid) from pg_stat_activity where client_port is not null and pid <> all($1)';

export const faultsOfPostgres: readonly Fault[] = [
  toAll(
    { name: 'PostgreSQL is killed and comes back', bound: 6_000, ms: 2_000 },
    ({ postgres }) => postgres.kill(),
    ({ postgres }) => postgres.start(),
  ),
  toAll(
    { name: 'PostgreSQL is suspended (SIGSTOP) for 12 s', bound: 12_000, ms: 12_000 },
    ({ postgres }) => postgres.freeze(true),
    ({ postgres }) => postgres.freeze(false),
  ),
  toOne('the line between a process and PostgreSQL is cut for 15 s', async ({ postgres }) => {
    postgres.cut();
    await wait(15_000);
    postgres.heal();
  }),
  {
    name: 'PostgreSQL ends every connection',
    bound: 6_000,
    async run({ databaseUrl }) {
      const client = await connected(databaseUrl);
      await client.query(endOthers, [[]]).catch(() => {});
      await client.end().catch(() => {});
      return now();
    },
  },
  {
    name: 'others use up the connections of PostgreSQL for 10 s',
    bound: 6_000,
    async run({ databaseUrl }) {
      const first = await connected(databaseUrl);
      const others: pg.Client[] = [];
      const takeAll = async () => {
        for (;;) {
          const more = await connected(databaseUrl).catch(() => undefined);
          if (!more) return;
          others.push(more);
        }
      };
      await takeAll();
      const ours = await Promise.all(
        [first, ...others].map(async (each) => (await each.query('select pg_backend_pid() as pid')).rows[0].pid as number),
      );
      await first.query(endOthers, [ours]);
      await takeAll();
      await wait(10_000);
      await Promise.all([first, ...others].map((each) => each.end().catch(() => {})));
      return now();
    },
  },
  toAll(
    { name: 'every commit of PostgreSQL takes 100 ms longer, for 15 s', bound: 6_000, ms: 15_000 },
    ({ databaseUrl }) => settings(databaseUrl, { commit_delay: '100000', commit_siblings: '0' }),
    ({ databaseUrl }) => settings(databaseUrl, { commit_delay: '0', commit_siblings: '5' }),
  ),
  toAll(
    { name: 'commits of PostgreSQL hang for 8 s', bound: 12_000, ms: 8_000 },
    ({ databaseUrl }) => settings(databaseUrl, { synchronous_standby_names: 'nobody' }),
    ({ databaseUrl }) => settings(databaseUrl, { synchronous_standby_names: '' }),
  ),
  toAll(
    { name: 'every line to PostgreSQL takes 50 to 150 ms, for 15 s', bound: 6_000, ms: 15_000 },
    ({ nodes }) => {
      for (const { postgres } of nodes) postgres.slow({ delay: 50, jitter: 100 });
    },
    ({ nodes }) => {
      for (const { postgres } of nodes) postgres.slow();
    },
  ),
  {
    name: 'somebody locks the ledger for 10 s',
    bound: 6_000,
    async run({ databaseUrl }) {
      const client = await connected(databaseUrl);
      await client.query('begin');
      await client.query('lock table encounter in access exclusive mode');
      await wait(10_000);
      await client.query('rollback');
      await client.end();
      return now();
    },
  },
  toAll(
    { name: 'the disk of PostgreSQL is full for 10 s', bound: 12_000, ms: 10_000, impossible: unlessRoot },
    ({ disk }) => {
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${fillerOn(disk)}`, 'bs=1M'], { stdio: 'ignore' });
      } catch {
        // dd fails when the disk is full.
      }
    },
    async ({ postgres, disk }) => {
      rmSync(fillerOn(disk));
      await postgres.start();
    },
  ),
];
