import { expect, test } from 'vitest';
import { bigTableObjections, migrationObjections } from './migrations.ts';

test.each([
  [
    'a new table with its foreign keys',
    'CREATE TABLE "a" ("id" uuid);--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("id") REFERENCES "b"("id");',
  ],
  ['a unique index of a new table', 'CREATE TABLE "a" ("id" uuid);\nCREATE UNIQUE INDEX "i" ON "a" ("id");'],
  [
    'a trigger of a new table, with its function',
    'CREATE TABLE "a" ("id" uuid);--> statement-breakpoint\n-- Why.\nCREATE FUNCTION "f"() RETURNS trigger AS $$\nBEGIN\n\tRAISE EXCEPTION \'no\';\nEND $$;\n--> statement-breakpoint\nCREATE TRIGGER "t" BEFORE UPDATE ON "a" FOR EACH ROW EXECUTE FUNCTION "f"();',
  ],
  [
    'a constraint trigger of a new table',
    'CREATE TABLE "a" ("id" uuid);\nCREATE CONSTRAINT TRIGGER "t" AFTER INSERT ON "a" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "f"();',
  ],
  ['an index', 'CREATE INDEX "i" ON "a" USING btree ("b");'],
  ['a nullable column', 'ALTER TABLE "a" ADD COLUMN "b" text;'],
  ['a column with a default', 'ALTER TABLE "a" ADD COLUMN "b" boolean DEFAULT false NOT NULL;'],
])('[OPS-13] an older version survives %s', (_, sql) => {
  expect(migrationObjections(sql)).toEqual([]);
});

test.each([
  ['a column that must be set', 'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;'],
  ['a dropped column', 'ALTER TABLE "a" DROP COLUMN "b";'],
  ['a renamed column', 'ALTER TABLE "a" RENAME COLUMN "b" TO "c";'],
  ['a column that is no longer nullable', 'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'],
  ['a dropped table', 'DROP TABLE "a";'],
  ['a foreign key of an existing table', 'ALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("b") REFERENCES "c"("id");'],
  ['a unique index of an existing table', 'CREATE UNIQUE INDEX "i" ON "a" ("b");'],
  ['a trigger of an existing table', 'CREATE TRIGGER "t" BEFORE UPDATE ON "a" FOR EACH ROW EXECUTE FUNCTION "f"();'],
  [
    'a constraint trigger of an existing table',
    'CREATE CONSTRAINT TRIGGER "t" AFTER INSERT ON "a" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "f"();',
  ],
  ['changed rows', 'UPDATE "a" SET "b" = 1;'],
])('[OPS-13] an older version does not survive %s', (_, sql) => {
  expect(migrationObjections(sql)).toHaveLength(1);
});

test.each([
  ['an index that is built beforehand', 'CREATE INDEX IF NOT EXISTS "i" ON "a" USING btree ("b");'],
  ['a column without a default', 'ALTER TABLE "a" ADD COLUMN "b" text;'],
  ['a column with the same default in every row', 'ALTER TABLE "a" ADD COLUMN "b" timestamptz DEFAULT now() NOT NULL;'],
  ['a constraint that is validated later', 'ALTER TABLE "a" ADD CONSTRAINT "k" CHECK ("b" > 0) NOT VALID;'],
  ['the validation of a constraint', 'ALTER TABLE "a" VALIDATE CONSTRAINT "k";'],
  [
    'anything on a new table',
    'CREATE TABLE "a" ("id" uuid DEFAULT gen_random_uuid());\nCREATE INDEX "i" ON "a" ("id");\nALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("id") REFERENCES "b"("id");',
  ],
])('[OPS-13] on a big table %s blocks nobody', (_, sql) => {
  expect(bigTableObjections(sql)).toEqual([]);
});

test.each([
  ['an index', 'CREATE INDEX "i" ON "a" USING btree ("b");'],
  ['a unique index', 'CREATE UNIQUE INDEX "i" ON "a" USING btree ("b");'],
  ['another type of a column', 'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint;'],
  ['a default that differs from row to row', 'ALTER TABLE "a" ADD COLUMN "b" uuid DEFAULT gen_random_uuid();'],
  ['a generated column', 'ALTER TABLE "a" ADD COLUMN "b" text GENERATED ALWAYS AS (lower("c")) STORED;'],
  ['a column that must be set', 'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'],
  ['a foreign key', 'ALTER TABLE "a" ADD CONSTRAINT "k" FOREIGN KEY ("b") REFERENCES "c"("id");'],
  ['a check', 'ALTER TABLE "a" ADD CONSTRAINT "k" CHECK ("b" > 0);'],
  ['changed rows', 'UPDATE "a" SET "b" = 1;'],
  ['deleted rows', 'DELETE FROM "a" WHERE "b" = 1;'],
  ['a table in another order', 'CLUSTER "a" USING "i";'],
])('[OPS-13] on a big table %s is refused', (_, sql) => {
  expect(bigTableObjections(sql)).toHaveLength(1);
});
