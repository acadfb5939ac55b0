import type pg from 'pg';
import { helpers } from './helpers.ts';
import { minutes } from './minutes.ts';
import { money } from './money.ts';
import { type Filling, people } from './people.ts';

interface Size {
  /** 1 is a million accounts and ten million encounters. */
  readonly scale: number;
  readonly seed: number;
  /** Times are counted back from here. */
  readonly now: Date;
}

/** The number of accounts at a scale: enough for the staff, at least. */
export const accountsAt = (scale: number): number => Math.max(2_000, Math.round(1_000_000 * scale));

/**
 * Fills the empty tables of a database with the rows of two years, the same for the same seed. Indexes, constraints and
 * triggers are removed meanwhile, and are put back afterwards, which checks every foreign key. Returns the number of rows of each table.
 */
export async function fill(database: pg.Client, { scale, seed, now }: Size): Promise<ReadonlyMap<string, number>> {
  const accounts = accountsAt(scale);
  const encounters = Math.round(10_000_000 * scale);
  const fillings = [...people(accounts), ...minutes(accounts, encounters), ...money(accounts)];
  const rowsOf = (filling: Filling) =>
    filling.fixed ? filling.rows : filling.table === 'account' ? accounts : Math.max(1, Math.round(filling.rows * scale));
  await database.query(helpers(seed, accounts, now));
  await database.query('set session_replication_role = replica');
  const putBack = await takeAway(
    database,
    fillings.filter(({ conflicts }) => !conflicts).map(({ table }) => table),
  );
  const filled = new Map<string, number>();
  for (const filling of fillings) filled.set(filling.table, await fillTable(database, filling, rowsOf(filling)));
  for (const definition of putBack) await database.query(definition);
  await database.query('set session_replication_role = origin');
  await database.query(`select setval(pg_get_serial_sequence('entry', 'seq'), (select max(seq) from entry))`);
  await database.query('drop schema grown cascade');
  await database.query('vacuum analyze');
  return filled;
}

/** Inserts the rows of one table; returns how many there are. */
async function fillTable(database: pg.Client, { table, columns, values, conflicts }: Filling, rows: number): Promise<number> {
  const selected = values.replaceAll(/\brows\b/g, `${rows}::bigint`);
  const { rowCount } = await database.query(
    `insert into ${table} (${columns}) overriding system value
     select ${selected} from generate_series(0, ${rows - 1}::bigint) n${conflicts ? ' on conflict do nothing' : ''}`,
  );
  return rowCount ?? 0;
}

interface Defined {
  readonly table: string;
  readonly name: string;
  readonly kind: 'f' | 'p' | 'u' | 'i';
  readonly definition: string;
}

/**
 * Drops the foreign keys of all tables, the other indexes, and the unique constraints and primary keys of these tables; returns the
 * statements that put them back, in their order.
 */
async function takeAway(database: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await database.query<Defined>(
    `select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'p', 'u')
     union all
     select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'i', pg_get_indexdef(i.indexrelid)
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and not i.indisunique`,
  );
  const ours = new Set(tables);
  const gone = rows
    .filter(({ table, kind }) => kind === 'f' || kind === 'i' || ours.has(table))
    .toSorted((one, other) => 'fpui'.indexOf(one.kind) - 'fpui'.indexOf(other.kind));
  for (const { table, name, kind } of gone)
    await database.query(kind === 'i' ? `drop index ${name}` : `alter table ${table} drop constraint "${name}"`);
  const back = (each: Defined) =>
    each.kind === 'i' ? each.definition : `alter table ${each.table} add constraint "${each.name}" ${each.definition}`;
  return gone.toSorted((one, other) => 'puif'.indexOf(one.kind) - 'puif'.indexOf(other.kind)).map(back);
}
