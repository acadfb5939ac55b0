import { besideServer } from './beside.ts';

const hour = 3_600_000;

/** Lets the rendezvous at an instant begin in so many ms, as if they had been made an hour ago, beside a running server. */
export const bringForward = (
  environment: NodeJS.ProcessEnv,
  { startsAt, startsIn }: { readonly startsAt: number; readonly startsIn: number },
): Promise<void> =>
  besideServer(environment, async ({ database, clock }) => {
    const now = clock.now();
    await database.pool.query(
      'update rendezvous set starts_at = $2, chosen_at = $3, checked_at = null, called_at = null where starts_at = $1',
      [new Date(startsAt), new Date(now + startsIn), new Date(now - hour)],
    );
  });
