import { randomUUID } from 'node:crypto';
import { besideServer } from './beside.ts';

interface WaitsWanted {
  /** The key of the pool. */
  readonly pool: string;
  readonly count: number;
  /** How many days ago they began, at this time of day. */
  readonly daysAgo: number;
  readonly waitedMs: number;
}

/** Inserts waits that led to a meeting. */
export const insertWaits = (environment: NodeJS.ProcessEnv, { pool, count, daysAgo, waitedMs }: WaitsWanted): Promise<void> =>
  besideServer(environment, async ({ db, clock }) => {
    const { waitStore } = await import('@unspoken/server/waits/store');
    const minute = new Date(clock.now() - daysAgo * 86_400_000);
    const rows = Array.from({ length: count }, () => ({ id: randomUUID(), pool, minute, waitedMs, outcome: 'met' as const }));
    await waitStore(db).add(rows);
  });
