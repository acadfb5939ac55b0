import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';

let folder: string;
let embedded: Embedded;
let pool: pg.Pool;
const connection = () => ({ host: embedded.host, user: 'postgres', database: 'postgres' });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unspoken-database-'));
  embedded = await startEmbedded(folder);
  pool = new pg.Pool({ ...connection(), max: 8 });
  await pool.query('create table note (id int primary key, words text not null)');
});
afterAll(async () => {
  await pool.end();
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
});

test('concurrent queries of different kinds each get their own answer', async () => {
  const asked = Array.from({ length: 400 }, (_, i) =>
    i % 3 === 0
      ? pool
          .query('select $1::text as own, repeat($2, 3000) as filling', [`a${i}`, 'x'])
          .then(({ rows }) => rows[0].own === `a${i}`)
      : i % 3 === 1
        ? pool.query('select $1::int + $2::int as own', [i, 1]).then(({ rows }) => rows[0].own === i + 1)
        : pool.query(`select ${i} as own`).then(({ rows }) => rows[0].own === i),
  );
  expect((await Promise.all(asked)).every(Boolean)).toBe(true);
});

test('a transaction has the session to itself; what it rolls back is never seen', async () => {
  const write = async (i: number) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into note values ($1, $2)', [i, `words ${i}`]);
      const seen = await client.query('select words from note where id = $1', [i]);
      await client.query(i % 2 === 0 ? 'commit' : 'rollback');
      return seen.rows[0]?.words === `words ${i}`;
    } finally {
      client.release();
    }
  };
  const done = await Promise.all(Array.from({ length: 60 }, (_, i) => write(i)));
  expect(done.every(Boolean)).toBe(true);
  const { rows } = await pool.query('select count(*)::int as n, bool_and(id % 2 = 0) as even from note');
  expect(rows).toEqual([{ n: 30, even: true }]);
});

test('an error reaches only its own connection, and the next query is answered', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) =>
      i % 2 ? pool.query('select $1::int', ['no number']) : pool.query('select $1::int as n', [i]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 2 ? 'rejected' : 'fulfilled')));
});

test('a connection that breaks in a transaction leaves nothing behind and blocks no other', async () => {
  const gone = new pg.Client(connection());
  gone.on('error', () => {});
  await gone.connect();
  await gone.query('begin');
  await gone.query(`insert into note values (1001, 'never')`);
  const next = pool.query('select count(*)::int as n from note where id = 1001');
  (gone as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  expect((await next).rows).toEqual([{ n: 0 }]);
});
