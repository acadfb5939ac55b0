import { files, read } from './files.ts';

/** The first that has to suit a version that runs beside it: what came before, nobody was running. */
const first = 'apps/server/migrations/0009';

/** What a version that knows nothing of it may meet: everything else takes something away, or asks for what it does not give. */
const suits = [
  /^create table /,
  /^create (unique )?index /,
  /^alter table "\w+" add column "\w+" (?!.*\bnot null\b)/,
  /^alter table "\w+" add column "\w+" .*\bdefault\b/,
];
/** A foreign key of a table that is as new as itself. */
const foreignKey = /^alter table "(\w+)" add constraint .* foreign key/;
/** What is unique from now on may be there twice, or be written twice by a version that knows nothing of it. */
const uniqueIndex = /^create unique index .* on "(\w+)"/;

/** Why a version that is older may not run beside these statements, if for anything. */
export function migrationObjections(sql: string): string[] {
  const statements = sql
    .split('--> statement-breakpoint')
    .flatMap((part) => part.split(/;\s*(?:\n|$)/))
    .map((each) => each.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((each) => each !== '');
  const made = new Set(statements.flatMap((each) => /^create table "(\w+)"/.exec(each)?.[1] ?? []));
  return statements.filter((each) => {
    const table = foreignKey.exec(each)?.[1] ?? uniqueIndex.exec(each)?.[1];
    if (table !== undefined) return !made.has(table);
    return !suits.some((pattern) => pattern.test(each));
  });
}

/** While a new version is let in, the old one runs beside it, on the database as the new one has changed it. */
export const checkMigrations = (): string[] =>
  files('.sql')
    .filter((path) => path.startsWith('apps/server/migrations/') && path >= first)
    .flatMap((path) =>
      migrationObjections(read(path)).map((each) => `${path}: a running older version does not survive: ${each.slice(0, 120)}`),
    );
