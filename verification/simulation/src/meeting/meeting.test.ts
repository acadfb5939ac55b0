import type { WaitingEntry } from '@unspoken/server/matchmaking/service';
import { expect, test } from 'vitest';
import { drawSeed } from '../../../../tools/seed.ts';
import type { Planted } from './domains.ts';
import { arrangementNames, type Case, type Result, shareOf, studied } from './study.ts';
import { callsOf, readAs } from './without.ts';

const seed = drawSeed();
const small: Case = {
  ...{ seed: 7, daily: 20, arrangement: 'both', rates: 'trial', without: 'none' },
  days: { before: 4, counted: 10 },
};
const share = (...results: readonly Result[]) => shareOf(results).mean;

test(`[NOT-2] [NOT-3] [NOT-4] [NOT-5] [REN-1] rendezvous and the bell bring people together, and no call breaks a rule (seed ${seed})`, async () => {
  const results = await Promise.all(arrangementNames.map((arrangement) => studied({ ...small, seed, arrangement })));
  expect(results.flatMap(({ problems }) => problems)).toEqual([]);
  const [neither, rendezvous, bell, both] = results as [Result, Result, Result, Result];
  // Of some 200 visitors a sixth meet somebody without any help, and half with both.
  expect(share(both)).toBeGreaterThan(share(neither) + 15);
  expect(share(bell)).toBeGreaterThan(share(neither) + 5);
  expect([neither.figures.cameAndMet, rendezvous.figures.cameAndMet > 5]).toEqual([0, true]);
});

test('the same seed gives the same town', async () => {
  const few = { ...small, days: { before: 2, counted: 3 } };
  expect(await studied(few)).toEqual(await studied(few));
});

/** Answers as if people who have waited went on waiting for a while. */
const waitsOn: Planted = {
  bellMatchmaking: (real) => {
    const known = new Map<string, { readonly entry: WaitingEntry; answersLeft: number }>();
    return {
      roomOf: (accountId) => real.roomOf(accountId),
      waitsUnder: (accountId) => real.waitsUnder(accountId),
      couldMeet: (...question) => real.couldMeet(...question),
      async waiting(accountId) {
        const entry = await real.waiting(accountId);
        if (entry) known.set(accountId, { entry, answersLeft: 20 });
        const last = known.get(accountId);
        return last && last.answersLeft-- > 0 ? last.entry : undefined;
      },
    };
  },
};

const plantedBugs: readonly [what: string, planted: Planted, found: RegExp][] = [
  ['the bell goes on after the pairing', waitsOn, /after the last pairing/],
  ['a call is not stamped', { bellStore: (store) => ({ ...callsOf(store), claim: async () => true }) }, /was called \d+ ms ago/],
  ['quiet hours are those of UTC', readAs({ zone: 'UTC' }), /has quiet hours/],
  ['the time between two calls is not kept', readAs({}, { hasPause: false }), /was called \d+ ms ago/],
  ['the cap is not kept', readAs({ rungCount: 0, unanswered: 0 }), /for the 4th time on a day/],
  [
    'the member called last is called first',
    {
      bellStore: (store) => ({
        ...callsOf(store),
        candidates: async (type, query) =>
          (await store.candidates(type, { ...query, except: [...query.except, ''] })).toReversed(),
      }),
    },
    /an equal member/,
  ],
  [
    'who is separated from the one who waits is called',
    {
      bellMatchmaking: (real) => ({
        waiting: (accountId) => real.waiting(accountId),
        roomOf: (accountId) => real.roomOf(accountId),
        waitsUnder: (accountId) => real.waitsUnder(accountId),
        couldMeet: async () => true,
      }),
    },
    /is separated from those who wait/,
  ],
];

test.each(plantedBugs)('the audit finds it when %s', async (_, planted, found) => {
  const { problems } = await studied({ ...small, arrangement: 'bell' }, planted);
  expect(problems.join('\n')).toMatch(found);
});

const withRendezvous: Case = { ...small, arrangement: 'rendezvous' };

test('it shows in the shares when nobody is called to their rendezvous', async () => {
  const sound = await studied(withRendezvous);
  const uncalled = await studied(withRendezvous, {
    rendezvousStore: (store) => Object.assign(Object.create(store), { claim: async () => [] }),
  });
  expect([sound.figures.came > 10, uncalled.figures.came]).toEqual([true, 0]);
  expect(share(uncalled)).toBeLessThan(share(sound) - 5);
});
