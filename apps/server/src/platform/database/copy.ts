import type { Pool, PoolClient } from 'pg';

/** Rows that are read and written at a time. */
const batch = 500;

interface Table {
  /** As SQL spells it, with its schema. */
  readonly name: string;
  readonly columns: readonly string[];
}

export class CopyRefused extends Error {}

/**
 * Copies every row of one database into another one of the same tables that holds none yet: in one transaction, which ends
 * only once each table has been found to be the same on both sides. Answers how many rows each table has. Throws `CopyRefused`.
 */
export async function copyDatabase(from: Pool, to: Pool): Promise<ReadonlyMap<string, number>> {
  const [source, target] = [await from.connect(), await to.connect()];
  try {
    for (const client of [source, target]) await client.query(`set time zone 'UTC'`);
    await source.query('begin isolation level repeatable read');
    await target.query('begin');
    const tables = await tablesOf(source);
    for (const { name } of tables)
      if ((await fingerprint(target, name)).rows > 0)
        throw new CopyRefused(`The database at DATABASE_URL has rows already, in ${name}.`);
    const counted = new Map<string, number>();
    for (const table of tables) {
      await copyTable(source, target, table);
      const [there, here] = [await fingerprint(source, table.name), await fingerprint(target, table.name)];
      if (there.rows !== here.rows || there.hash !== here.hash)
        throw new CopyRefused(
          `${table.name} is not the same on both sides: ${there.rows} rows and ${here.rows}. Nothing was changed.`,
        );
      counted.set(table.name, here.rows);
    }
    await restoreSequences(target, tables);
    await target.query('commit');
    return counted;
  } catch (error) {
    await target.query('rollback').catch(() => {});
    throw error;
  } finally {
    await source.query('rollback').catch(() => {});
    source.release();
    target.release();
  }
}

/** Ours, and the queue's with its work; those that others refer to first. */
async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name,
       array_agg(quote_ident(c.column_name) order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and (table_schema = 'public' or (table_schema = 'pgboss' and table_name in ('queue', 'job')))
     group by 1`,
  );
  const { rows: references } = await client.query<{ of: string; to: string }>(
    `select format('%I.%I', n.nspname, r.relname) as of, format('%I.%I', fn.nspname, f.relname) as to
     from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace n on n.oid = r.relnamespace
       join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  const ordered: Table[] = [];
  const add = (table: Table) => {
    if (ordered.includes(table)) return;
    for (const { of, to } of references) for (const other of rows) if (of === table.name && to === other.name) add(other);
    ordered.push(table);
  };
  for (const table of rows.toSorted((one, other) => one.name.localeCompare(other.name))) add(table);
  return ordered;
}

async function copyTable(source: PoolClient, target: PoolClient, { name, columns }: Table): Promise<void> {
  const names = columns.join(', ');
  await source.query(`declare copied no scroll cursor for select to_jsonb(t) as row from ${name} t`);
  for (;;) {
    const { rows } = await source.query<{ row: unknown }>(`fetch ${batch} from copied`);
    if (rows.length === 0) break;
    await target.query(
      `insert into ${name} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [JSON.stringify(rows.map(({ row }) => row))],
    );
  }
  await source.query('close copied');
}

/** How many rows a table has, and a hash of what stands in them, whatever their order. */
async function fingerprint(client: PoolClient, table: string): Promise<{ rows: number; hash: string | null }> {
  const { rows } = await client.query<{ rows: number; hash: string | null }>(
    `select count(*)::int as rows, md5(string_agg(row, ' ' order by row collate "C")) as hash
     from (select md5(to_jsonb(t)::text) as row from ${table} t) as each`,
  );
  return rows[0] ?? { rows: 0, hash: null };
}

/** Numbers go on after the last that was copied. */
async function restoreSequences(client: PoolClient, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables)
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(`select pg_get_serial_sequence($1, $2) as sequence`, [
        name,
        column.replaceAll('"', ''),
      ]);
      const sequence = rows[0]?.sequence;
      if (sequence)
        await client.query(`select setval($1, coalesce((select max(${column}) from ${name}), 0) + 1, false)`, [sequence]);
    }
}
