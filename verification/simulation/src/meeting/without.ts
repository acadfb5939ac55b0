import { patienceWithSilence } from '@unspoken/server/notifications/ring-times';
import type { Candidate, Stamp } from '@unspoken/server/notifications/store';
import type { BellStore } from './bell-store.ts';
import type { Planted } from './domains.ts';

/** A bell over members of whom it reads something else than what is stored; without a pause the next call may follow at once. */
export const readAs = (changed: Partial<Candidate>, { hasPause = true } = {}): Planted => ({
  bellStore: (store): BellStore => ({
    ...callsOf(store),
    candidates: async (...query) => (await store.candidates(...query)).map((each) => ({ ...each, ...changed })),
    claim: (type, { accountId }, stamp) => claimAsStored(store, type, accountId, hasPause ? stamp : withoutHour(stamp)),
  }),
});

/** The pause of a day after calls without an answer stays. */
const withoutHour = (stamp: Stamp): Stamp =>
  stamp.unanswered >= patienceWithSilence ? stamp : { ...stamp, notBefore: stamp.now };

/** The calls of a store, which can be replaced one by one. */
export const callsOf = (store: BellStore): BellStore => ({
  candidates: (...query) => store.candidates(...query),
  defer: (until) => store.defer(until),
  reachable: (accountIds, is) => store.reachable(accountIds, is),
  claim: (...call) => store.claim(...call),
  recordChannel: (...call) => store.recordChannel(...call),
  answer: (...call) => store.answer(...call),
  takeTurn: (...turn) => store.takeTurn(...turn),
  giveBackTurn: (...turn) => store.giveBackTurn(...turn),
});

/** The claim compares with what is stored. */
const claimAsStored: (store: BellStore, type: string, accountId: string, stamp: Stamp) => Promise<boolean> = async (
  store,
  type,
  accountId,
  stamp,
) => {
  const { now } = stamp;
  const [stored] = await store.candidates(type, { now, longAgo: now, only: [accountId], except: [], limit: 1 });
  return stored !== undefined && store.claim(type, stored, stamp);
};

/**
 * Rules of requirements/notifications 4 that the toy trial did not have, taken out of the bell one by one, to see what each costs; and all
 * of them, with two calls a day as in the trial.
 */
export const withoutRules = {
  none: {},
  quiet: readAs({ quietFrom: 0, quietTo: 0 }),
  seldom: readAs({ unanswered: 0 }),
  pause: readAs({}, { hasPause: false }),
  all: readAs({ quietFrom: 0, quietTo: 0, unanswered: 0, dailyCap: 2 }, { hasPause: false }),
} as const satisfies Record<string, Planted>;
export type WithoutName = keyof typeof withoutRules;
