import type pg from 'pg';

/** A table counts as big from this number of rows on: what reads all of it gets slower with the product. */
const big = 10_000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Where a plan reads a whole table. */
interface WholeRead {
  readonly table: string;
  readonly how: string;
}

/** What the planner knows about tables and their indexes. */
interface Catalogue {
  /** The number of rows of each table. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly indexes: ReadonlyMap<string, IndexEntry>;
}

interface IndexEntry {
  readonly table: string;
  /** Its first column; null for an expression. */
  readonly leading: string | null;
  /** It has only the rows for which a condition holds. */
  readonly isPartial: boolean;
}

export async function catalogueOf(database: pg.Client): Promise<Catalogue> {
  const { rows: tables } = await database.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const { rows: indexes } = await database.query<{ name: string } & IndexEntry>(
    `select c.relname as name, t.relname as table, a.attname as leading, i.indpred is not null as "isPartial"
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where t.relnamespace = 'public'::regnamespace`,
  );
  return {
    sizes: new Map(tables.map(({ name, rows }) => [name, rows])),
    indexes: new Map(indexes.map((each) => [each.name, each])),
  };
}

/**
 * The reads of a whole big table in a plan: sequential scans, and scans of an index without a condition on its first column that no
 * limit ends.
 */
function wholeReads(node: PlanNode, catalogue: Catalogue, isLimited = false): WholeRead[] {
  const type = node['Node Type'];
  const index = node['Index Name'] === undefined ? undefined : catalogue.indexes.get(node['Index Name']);
  const table = node['Relation Name'] ?? index?.table;
  const isWhole =
    type === 'Seq Scan' || (index && !index.isPartial && !startsAt(index.leading, node['Index Cond']) && !isLimited);
  const own = table !== undefined && isWhole && (catalogue.sizes.get(table) ?? 0) > big ? [{ table, how: type }] : [];
  // A sort, a hash and an aggregate read all of their input before the first row.
  const below = type === 'Limit' ? true : isLimited && !/Sort|Hash|Aggregate|Bitmap/.test(type);
  return [...own, ...(node.Plans ?? []).flatMap((each) => wholeReads(each, catalogue, below))];
}

/** Whether a condition on an index says where in it to begin: without its first column all of it is read. */
const startsAt = (leading: string | null, condition: string | undefined): boolean =>
  condition !== undefined && (leading === null || new RegExp(`\\b${leading}\\b`).test(condition));

const explained = /^\s*(select|insert|update|delete|with|\()/i;

/** Whether PostgreSQL has a plan for it: not for what begins, commits, sets or defines something. */
export const hasPlan = (statement: string): boolean => explained.test(statement.replace(/^\s*--.*$/gm, ''));

/**
 * Asks for the plan of a statement for any parameters, with sequential scans made so dear that one remains only where no index helps. Returns
 * where it still reads a whole big table; throws what PostgreSQL has against the statement.
 */
export async function readsWithoutIndex(
  database: pg.Client,
  statement: string,
  catalogue: Catalogue,
): Promise<readonly WholeRead[]> {
  await database.query('begin');
  try {
    await database.query('set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan; set local jit = off');
    await database.query(`prepare explained as ${statement}`);
    const { rows: prepared } = await database.query<{ n: number }>(
      `select coalesce(cardinality(parameter_types), 0) as n from pg_prepared_statements where name = 'explained'`,
    );
    const parameters = Array.from({ length: prepared[0]?.n ?? 0 }, () => 'null').join(', ');
    const { rows } = await database.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (format json) execute explained${parameters && `(${parameters})`}`,
    );
    return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => wholeReads(Plan, catalogue)) ?? [];
  } finally {
    await database.query('rollback');
    await database.query('deallocate all');
  }
}

/** One statement for all that differ in the length of a list of parameters, or of rows, only. */
export const shapeOf = (statement: string): string =>
  statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\(\$(, \$)+\)/g, '($)')
    .replaceAll(/(\((?:[^()]|\([^()]*\))*\))(, \1)+/g, '$1')
    .trim();
