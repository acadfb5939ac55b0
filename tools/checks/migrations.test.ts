import { expect, test } from 'vitest';
import { migrationObjections } from './migrations.ts';

test.each([
  [
    'a table, and its keys',
    'CREATE TABLE "a" ("id" uuid);--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("id") REFERENCES "b"("id");',
  ],
  ['a unique index of a table that is new', 'CREATE TABLE "a" ("id" uuid);\nCREATE UNIQUE INDEX "i" ON "a" ("id");'],
  ['an index', 'CREATE INDEX "i" ON "a" USING btree ("b");'],
  ['a column that may be empty', 'ALTER TABLE "a" ADD COLUMN "b" text;'],
  ['a column that has a value by itself', 'ALTER TABLE "a" ADD COLUMN "b" boolean DEFAULT false NOT NULL;'],
])('[OPS-13] an older version survives %s', (_, sql) => {
  expect(migrationObjections(sql)).toEqual([]);
});

test.each([
  ['a column that must have a value', 'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;'],
  ['a column that is gone', 'ALTER TABLE "a" DROP COLUMN "b";'],
  ['a column of another name', 'ALTER TABLE "a" RENAME COLUMN "b" TO "c";'],
  ['a column that may not be empty any more', 'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'],
  ['a table that is gone', 'DROP TABLE "a";'],
  ['a key where rows are written already', 'ALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("b") REFERENCES "c"("id");'],
  ['what has to be unique from now on', 'CREATE UNIQUE INDEX "i" ON "a" ("b");'],
  ['rows that are changed', 'UPDATE "a" SET "b" = 1;'],
])('[OPS-13] an older version does not survive %s', (_, sql) => {
  expect(migrationObjections(sql)).toHaveLength(1);
});
