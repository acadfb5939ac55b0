import { AppError } from '@unspoken/contract/errors';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { KeyedMutex } from '../platform/keyed-mutex.ts';
import type { WaitingEntry } from './state.ts';
import { WaitingTimers } from './waiting-timers.ts';

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'a group' } as const;

/**
 * Ann waits, and avoids Ben for so many ms more; the state has decided about her so many ms ago, as a negative number. `isAway` says whether it
 * can be reached.
 */
function bed({ decided = 0, avoided = 8_000 } = {}) {
  const clock = new StandingClock();
  const from = clock.now();
  const entry: WaitingEntry = {
    ...{ accountId: 'ann', connectionId: 'c', node: 'n', clickID: 'k', pool, queuedAt: from, askedAt: from, noRepeat: false },
    avoid: { ben: from + avoided },
  };
  const state = { isAway: false, waiting: entry as WaitingEntry | undefined };
  const refreshed: number[] = [];
  const faults: unknown[] = [];
  const timers = new WaitingTimers({
    matchmakingState: {
      async find() {
        if (state.isAway) throw new AppError('unavailable');
        return { waiting: state.waiting, room: undefined } as never;
      },
      waitingIn: async () => [],
    },
    ...{ clock, mutex: new KeyedMutex(), durations: { standInAfter: 8_000 }, isNext: () => {} },
    refresh: async () => void refreshed.push(clock.now() - from),
    fault: (error) => void faults.push(error),
  });
  timers.start(entry, from + decided);
  return { clock, state, entry, refreshed, faults };
}

test('[MAT-6] what two people avoid each other for is looked at again when it ends', async () => {
  const { clock, refreshed } = bed();
  await clock.advance(7_999);
  expect(refreshed).toEqual([]);
  await clock.advance(60_000);
  expect(refreshed).toEqual([8_000]);
});

test('[MAT-6] what ended after the state had decided, and before its timer is set, is looked at again at once', async () => {
  const { clock, refreshed } = bed({ decided: -0.25, avoided: -0.125 });
  await clock.advance(0);
  expect(refreshed).toEqual([0]);
});

test('[MAT-6] what had ended when the state decided is not looked at again', async () => {
  const { clock, refreshed } = bed({ decided: -0.125, avoided: -0.125 });
  await clock.advance(60_000);
  expect(refreshed).toEqual([]);
});

test('[MAT-6] if it ends while the state is away, it is looked at once the state is back', async () => {
  const { clock, state, refreshed, faults } = bed();
  state.isAway = true;
  await clock.advance(20_000);
  expect([refreshed, faults.length > 0]).toEqual([[], true]);
  state.isAway = false;
  await clock.advance(10_000);
  expect(refreshed).toHaveLength(1);
});

test.each([
  ['cancelled', undefined],
  ['asked again on another socket', { connectionId: 'd' }],
])('[MAT-6] somebody who has %s meanwhile is left alone', async (_, changed) => {
  const { clock, state, entry, refreshed } = bed();
  state.waiting = changed && { ...entry, ...changed };
  await clock.advance(60_000);
  expect(refreshed).toEqual([]);
});
