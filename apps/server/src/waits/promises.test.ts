import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { WaitPromises } from './promises.ts';
import type { WaitsOfLength } from './rules.ts';

function bed() {
  const clock = new StandingClock(1_000_000_000);
  const waits = new Map<string, readonly WaitsOfLength[]>();
  const waiting = new Map<string, number>();
  const meetable = new Set<string>();
  const asked: string[] = [];
  const types = ['threequestions'];
  const state = { reads: 0, away: false };
  const promises = new WaitPromises({
    clock,
    types: () => types,
    waiting: async () => waiting,
    couldMeet: async (accountId, { poolType }) => {
      asked.push(`${accountId} ${poolType}`);
      return meetable.has(poolType);
    },
    store: {
      atThisHour: async () => {
        state.reads++;
        if (state.away) throw new Error('away');
        return waits;
      },
    },
  });
  return { clock, waits, waiting, meetable, asked, types, state, promises };
}

const tenOf = (seconds: number): WaitsOfLength[] => [{ seconds, met: true, yesterday: true, count: 10 }];

test('[WAI-5] [WAI-6] something is said of each pool, and of who waits only where the member could meet them', async () => {
  const { waits, waiting, meetable, asked, promises } = bed();
  waits.set('oneminute:anyone:open', tenOf(90));
  waits.set('threequestions:myCircle:open', tenOf(200));
  waits.set('beta:anyone:open', tenOf(1));
  waiting.set('oneminute:anyone:open', 1);
  waiting.set('oneminute:myCircle:open', 2);
  meetable.add('myCircle');
  expect(await promises.of('ann')).toEqual({
    'oneminute:anyone': { kind: 'minutes', minutes: 2 },
    'oneminute:myCircle': { kind: 'somebody' },
    'threequestions:anyone': { kind: 'nobody' },
    'threequestions:myCircle': { kind: 'minutes', minutes: 5 },
  });
  expect(asked.toSorted()).toEqual(['ann anyone', 'ann myCircle']);
});

test('[WAI-5] the records are read once a minute for everybody, who wait for that only where the last ones are two minutes old', async () => {
  const { clock, state, promises } = bed();
  await Promise.all([promises.of('ann'), promises.of('ben')]);
  await clock.advance(59_999);
  await promises.of('ann');
  expect(state.reads).toBe(1);
  await clock.advance(1);
  state.away = true;
  await promises.of('ann');
  expect(state.reads).toBe(2);
  await clock.advance(60_000);
  await expect(promises.of('ann')).rejects.toThrow('away');
  state.away = false;
  await promises.of('ann');
  expect(state.reads).toBe(4);
});

test('[WAI-5] a type of which something is newly said is read at once', async () => {
  const { waits, state, promises, types } = bed();
  await promises.of('ann');
  types.push('beta');
  waits.set('beta:anyone:open', tenOf(1));
  expect((await promises.of('ann'))['beta:anyone']).toEqual({ kind: 'minutes', minutes: 1 });
  expect(state.reads).toBe(2);
});
