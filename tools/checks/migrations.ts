import { files, read } from './files.ts';

/** The first migration that must be compatible with an older version beside it; earlier versions were never in production. */
const first = 'apps/server/migrations/0009';

/**
 * Statements with which an older version can keep running: any other removes something it uses, or requires something
 * it does not supply.
 */
const compatible = [
  /^create table /,
  /^create function /,
  /^create (unique )?index /,
  /^alter table "\w+" add column "\w+" (?!.*\bnot null\b)/,
  /^alter table "\w+" add column "\w+" .*\bdefault\b/,
];
/** A foreign key: compatible only if its table is new as well. */
const foreignKey = /^alter table "(\w+)" add constraint .* foreign key/;
/** A trigger: compatible only on a new table. */
const trigger = /^create (?:constraint )?trigger .* on "(\w+)"/;
/** A unique index: an existing table may hold duplicates, or an older version may write some. */
const uniqueIndex = /^create unique index .* on "(\w+)"/;

/** The statements of a migration, in lower case and on one line each, without comments. */
const statementsOf = (sql: string): string[] =>
  sql
    .split('--> statement-breakpoint')
    // The body of a function holds statements of its own.
    .flatMap((part) => (part.includes('$$') ? [part] : part.split(/;\s*(?:\n|$)/)))
    .map((each) => each.replace(/^--.*$/gm, ' '))
    .map((each) => each.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((each) => each !== '');

/** The tables that these statements create. */
const createdBy = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(statements.flatMap((each) => /^create table "(\w+)"/.exec(each)?.[1] ?? []));

/** The statements of a migration beside which an older version cannot keep running. */
export function migrationObjections(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = createdBy(statements);
  return statements.filter((each) => {
    const table = foreignKey.exec(each)?.[1] ?? uniqueIndex.exec(each)?.[1] ?? trigger.exec(each)?.[1];
    if (table !== undefined) return !created.has(table);
    return !compatible.some((pattern) => pattern.test(each));
  });
}

/** The last migration that was released before a table could be big: what it and earlier ones do is done. */
const released = 'apps/server/migrations/0032_feelings.sql';

/** Functions whose value differs from row to row: a column that has one as its default is written into every row. */
const volatile = /\bdefault\b.*(gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\s*\(/;

/** What a statement must not do to a table that may be big, with what to do in its place. */
const blocking: readonly (readonly [pattern: RegExp, why: string])[] = [
  [
    /^alter table "\w+" alter column "\w+" (set data )?type /,
    'writes every row again: add a column, and fill it in batches by a job',
  ],
  [
    /^alter table "\w+" add column .*\bgenerated always as \(/,
    'writes every row again: add a plain column, and fill it in batches by a job',
  ],
  [volatile, 'writes every row again: add the column without that default, and fill it in batches by a job'],
  [
    /^alter table "\w+" alter column "\w+" set not null/,
    'reads every row under a lock: add a check constraint not valid, and validate it by itself',
  ],
  [
    /^alter table "\w+" add constraint (?!.* not valid$)/,
    'reads every row under a lock: add it not valid, and validate it by itself',
  ],
  [/^(update|delete from) /, 'locks every row that it changes until the migration ends: do it in batches by a job'],
  [
    /^create (unique )?index (?!if not exists )/,
    'stops writing until the index is built: CREATE INDEX IF NOT EXISTS is built beforehand',
  ],
  [/^(cluster|vacuum full|reindex|refresh materialized view)\b/, 'stops everybody until it is done'],
];

/** What in a migration rewrites a table that exists, or stops others from writing to it: new tables are empty, and nobody waits for them. */
export function bigTableObjections(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = createdBy(statements);
  return statements.flatMap((each) => {
    const table =
      /^(?:alter table|update|delete from) "(\w+)"/.exec(each)?.[1] ?? /^create (?:unique )?index .* on "(\w+)"/.exec(each)?.[1];
    if (table !== undefined && created.has(table)) return [];
    const found = blocking.find(([pattern]) => pattern.test(each));
    return found && !each.startsWith('create table') ? [`${each.slice(0, 120)}: ${found[1]}`] : [];
  });
}

/** During a rolling upgrade the old version runs beside the new one, on the database that the new one has migrated. */
export const checkMigrations = (): string[] => {
  const all = files('.sql').filter((path) => path.startsWith('apps/server/migrations/'));
  return [
    ...all
      .filter((path) => path >= first)
      .flatMap((path) =>
        migrationObjections(read(path)).map((each) => `${path}: a running older version does not survive: ${each.slice(0, 120)}`),
      ),
    ...all
      .filter((path) => path > released)
      .flatMap((path) => bigTableObjections(read(path)).map((each) => `${path}: not on a table that may be big: ${each}`)),
  ];
};
