import { randomBytes } from 'node:crypto';
import type { GatheringStore } from '@unspoken/server/gatherings/store';
import { besideServer } from './beside.ts';

interface SpecialGathering {
  readonly id: string;
  readonly groupID: string;
}

interface GatheringWanted {
  readonly name: string;
  readonly welcomeStatement?: string;
  /** How long until it begins, and how long it lasts, ms; in whole seconds, and shorter than anybody can propose. */
  readonly startsIn: number;
  readonly length: number;
}

/** Runs something with the rows of gatherings, beside a running server with these settings. */
const withRows = <T>(environment: NodeJS.ProcessEnv, run: (store: GatheringStore, now: number) => Promise<T>): Promise<T> =>
  besideServer(environment, async ({ db, clock }) => {
    const { gatheringStore } = await import('@unspoken/server/gatherings/store');
    return run(gatheringStore(db), clock.now());
  });

/** Inserts an approved gathering with a private space, which nobody hosts and which begins at an instant that nobody can propose. */
export const insertGathering = (
  environment: NodeJS.ProcessEnv,
  { name, welcomeStatement = '', startsIn, length }: GatheringWanted,
): Promise<SpecialGathering> =>
  withRows(environment, async (store, now) => {
    const [id, groupID] = [`special-${randomBytes(8).toString('hex')}`, randomBytes(16).toString('hex')];
    const startsAt = new Date(Math.ceil((now + startsIn) / 1_000) * 1_000);
    const endsAt = new Date(startsAt.getTime() + length);
    const [date = '', time = ''] = startsAt.toISOString().slice(0, 19).split('T');
    const createdAt = new Date(now);
    await store.transaction((tx) =>
      store.materialise(tx, {
        ...{ id, isRegular: false, name, date, time, zone: 'UTC', lengthMs: length, startsAt, endsAt, groupId: groupID },
        ...{ welcomeStatement, surveyUrl: null, host: null, state: 'approved', revision: 0, pending: null, capacity: 500 },
        ...{ listed: false, createdAt, changedAt: createdAt, decidedBy: null, decidedAt: null, reason: null },
      }),
    );
    return { id, groupID };
  });

/** Moves the end of a gathering: in so many ms. */
export const endGathering = (environment: NodeJS.ProcessEnv, id: string, endsIn: number): Promise<void> =>
  withRows(environment, (store, now) => store.transaction((tx) => store.update(tx, id, { endsAt: new Date(now + endsIn) })));
