import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Imported before anything else (`NODE_OPTIONS="--import …/recorded-statements.ts"`) with a folder in `STATEMENTS`: appends each
 * statement that this process sends to PostgreSQL, once, to a file of its own there, as one JSON string a line.
 */
const folder = process.env.STATEMENTS;
if (folder) {
  const seen = new Set<string>();
  const run = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, query: unknown, ...more: unknown[]) {
    const text = typeof query === 'string' ? query : (query as { readonly text?: string } | undefined)?.text;
    if (text && !seen.has(text)) {
      seen.add(text);
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`);
    }
    return run.call(this, query, ...more);
  } as typeof pg.Client.prototype.query;
}
