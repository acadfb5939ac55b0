import type pg from 'pg';

/** A table counts as big from this number of rows on: what reads all of it gets slower with the product. */
export const big = 10_000;

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
export interface WholeRead {
  readonly table: string;
  readonly how: string;
}

/** The reads of a whole big table in a plan: sequential scans, and scans of an index without a condition that no limit ends. */
export function wholeReads(node: PlanNode, sizes: ReadonlyMap<string, number>, isLimited = false): WholeRead[] {
  const type = node['Node Type'];
  const table = node['Relation Name'] ?? tableOfIndex(node['Index Name'], sizes);
  const isWhole = type === 'Seq Scan' || (/Index.* Scan/.test(type) && node['Index Cond'] === undefined && !isLimited);
  const own = table !== undefined && isWhole && (sizes.get(table) ?? 0) > big ? [{ table, how: type }] : [];
  // A sort, a hash and an aggregate read all of their input before the first row.
  const below = type === 'Limit' ? true : isLimited && !/Sort|Hash|Aggregate|Bitmap/.test(type);
  return [...own, ...(node.Plans ?? []).flatMap((each) => wholeReads(each, sizes, below))];
}

/** A bitmap scan of an index names only the index, which is called after its table. */
const tableOfIndex = (index: string | undefined, sizes: ReadonlyMap<string, number>): string | undefined =>
  index &&
  [...sizes.keys()].filter((table) => index.startsWith(`${table}_`)).toSorted((one, other) => other.length - one.length)[0];

/** The number of rows of each table, as the planner knows it. */
export async function sizesOf(database: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, rows: n }) => [name, n]));
}

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
  sizes: ReadonlyMap<string, number>,
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
    return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => wholeReads(Plan, sizes)) ?? [];
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
