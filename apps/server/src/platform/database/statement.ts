import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

type Value = string | number | boolean | null;

const dialect = new PgDialect();

/**
 * A statement that writes many rows at once. Its text is the same for any number of them, and it has a name, so that PostgreSQL parses it
 * once for each connection. `text` is given a parameter for each column: an array with the value of each row, to be unnested.
 */
export const statementOfRows =
  <Row>(name: string) =>
  <const Column extends string>(
    columns: Readonly<Record<Column, (row: Row) => Value>>,
    text: (parameters: Readonly<Record<Column, SQL>>) => SQL,
  ): ((db: Database, rows: readonly Row[]) => Promise<void>) => {
    const all = Object.entries(columns) as [Column, (row: Row) => Value][];
    const parameters = Object.fromEntries(all.map(([column]) => [column, sql`${sql.placeholder(column)}`]));
    const query = dialect.sqlToQuery(text(parameters as Record<Column, SQL>));
    return async (db, rows) => {
      const values = Object.fromEntries(all.map(([column, value]) => [column, rows.map(value)]));
      await db._.session.prepareQuery(query, undefined, name, false).execute(values);
    };
  };

/** An instant, epoch ms, as a parameter carries it. */
export const iso = (at: number) => new Date(at).toISOString();
