import { besideServer } from './beside.ts';

interface Answers {
  readonly worse: number;
  readonly same: number;
  readonly better: number;
}

const week = 7 * 24 * 3_600_000;

/** Counts these answers, and no others, in the week before the last one. */
export const countAnswers = (environment: NodeJS.ProcessEnv, { worse, same, better }: Answers): Promise<void> =>
  besideServer(environment, async ({ database, clock }) => {
    const { weekOf } = await import('@unspoken/server/feelings/rules');
    await database.pool.query('delete from feelings_count');
    await database.pool.query('insert into feelings_count (week, worse, same, better) values ($1, $2, $3, $4)', [
      ...[weekOf(clock.now() - 2 * week), worse, same, better],
    ]);
  });

/** Of whom it is recorded that they have answered, and how many answers of each kind there are. */
export const answersCounted = (environment: NodeJS.ProcessEnv): Promise<Answers & { readonly by: readonly string[] }> =>
  besideServer(environment, async ({ database }) => {
    const { rows: answered } = await database.pool.query('select account_id from feelings_answered');
    const { rows } = await database.pool.query(
      `select coalesce(sum(worse), 0)::int as worse, coalesce(sum(same), 0)::int as same, coalesce(sum(better), 0)::int as better
       from feelings_count`,
    );
    return { ...rows[0], by: answered.map(({ account_id }) => account_id) };
  });
