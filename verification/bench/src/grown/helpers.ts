/**
 * SQL functions of the generator, in the schema `grown` while it runs. All of them are hashes of the seed, a number and a salt, so that the same
 * seed gives the same rows (times are counted back from the instant at which the database is filled). They are plain enough for
 * the planner to inline them.
 */
export const helpers = (seed: number, accounts: number, now: Date): string => `
  drop schema if exists grown cascade;
  create schema grown;
  -- From 0 to 1, without 1.
  create function grown.u(n bigint, salt int) returns float8 language sql immutable as
    $$ select ((hashint8extended(n, ${seed} * 1000 + salt) >> 12) & 4503599627370495)::float8 / 4503599627370496 $$;
  create function grown.int(n bigint, salt int, until int) returns int language sql immutable as
    $$ select floor(grown.u(n, salt) * until)::int $$;
  create function grown.id(kind text, n bigint) returns uuid language sql immutable as $$ select md5('${seed}' || kind || n::text)::uuid $$;
  -- A member, from 0 on: the first ones are the most active, a few have a thousand times as much as most.
  create function grown.active(n bigint, salt int) returns bigint language sql immutable as
    $$ select floor(${accounts} * power(grown.u(n, salt), 1.67))::bigint $$;
  -- Any member alike.
  create function grown.anybody(n bigint, salt int) returns bigint language sql immutable as
    $$ select floor(${accounts} * grown.u(n, salt))::bigint $$;
  -- Days ago, as a time.
  create function grown.ago(days float8) returns timestamptz language sql immutable as
    $$ select to_timestamp(${now.getTime() / 1_000} - days * 86400) $$;
  -- Between so many days ago and so many days ago.
  create function grown.between(n bigint, salt int, oldest float8, newest float8) returns timestamptz language sql immutable as
    $$ select grown.ago(newest + (oldest - newest) * grown.u(n, salt)) $$;
  -- One of these.
  create function grown.one(n bigint, salt int, of text[]) returns text language sql immutable as
    $$ select of[1 + floor(grown.u(n, salt) * cardinality(of))::int] $$;`;

/** The id of the `n`th row of a kind, as SQL. */
export const id = (kind: string, n: string): string => `grown.id('${kind}', ${n})`;
/** The id of the account with this number, as SQL. */
export const person = (n: string): string => id('account', n);
/** The id of an account among the active ones, as SQL. */
export const active = (salt: number): string => person(`grown.active(n, ${salt})`);
/** The id of any account, as SQL. */
export const anybody = (salt: number): string => person(`grown.anybody(n, ${salt})`);
