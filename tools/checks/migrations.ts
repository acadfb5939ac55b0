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

/** The statements of a migration beside which an older version cannot keep running. */
export function migrationObjections(sql: string): string[] {
  const statements = sql
    .split('--> statement-breakpoint')
    // The body of a function holds statements of its own.
    .flatMap((part) => (part.includes('$$') ? [part] : part.split(/;\s*(?:\n|$)/)))
    .map((each) => each.replace(/^--.*$/gm, ' '))
    .map((each) => each.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((each) => each !== '');
  const created = new Set(statements.flatMap((each) => /^create table "(\w+)"/.exec(each)?.[1] ?? []));
  return statements.filter((each) => {
    const table = foreignKey.exec(each)?.[1] ?? uniqueIndex.exec(each)?.[1] ?? trigger.exec(each)?.[1];
    if (table !== undefined) return !created.has(table);
    return !compatible.some((pattern) => pattern.test(each));
  });
}

/** During a rolling upgrade the old version runs beside the new one, on the database that the new one has migrated. */
export const checkMigrations = (): string[] =>
  files('.sql')
    .filter((path) => path.startsWith('apps/server/migrations/') && path >= first)
    .flatMap((path) =>
      migrationObjections(read(path)).map((each) => `${path}: a running older version does not survive: ${each.slice(0, 120)}`),
    );
