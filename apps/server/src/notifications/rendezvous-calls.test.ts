import { StandingClock, settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { DueNews } from '../rendezvous/service.ts';
import type { Message } from './delivery.ts';
import { RendezvousCalls } from './rendezvous-calls.ts';
import type { RingChannel } from './tables.ts';

const minute = 60_000;

/** A member whose rendezvous begins in two minutes, and who is busy or not. */
function bed() {
  const clock = new StandingClock(Date.parse('2026-06-10T12:13:00Z'));
  const startsAt = clock.now() + 2 * minute;
  const state = {
    ...{ isBusy: false, isUnknown: false, isPaused: false, isStillDue: true, isLate: false, isBroken: false },
    onLate: () => {},
    channel: 'page' as RingChannel,
    notifiedAt: undefined as number | undefined,
  };
  const [released, faults]: [string[], unknown[]] = [[], []];
  const stamped: [accountId: string, at: number][] = [];
  const brought: (Message & { to: string; at: number })[] = [];
  const waiting: DueNews[] = [];
  const due = () =>
    waiting.push({ accountId: 'ann', id: 'r', startsAt, poolType: 'anyone', news: 'call', until: startsAt + 3 * minute });
  due();
  const calls = new RendezvousCalls({
    clock,
    rendezvous: {
      dueCalls: async () => waiting.splice(0),
      dueAlone: async () => [],
      release: async ({ id }) => void released.push(id),
      isStillDue: async () => {
        if (state.isBroken) throw new Error('away');
        return state.isStillDue;
      },
    },
    delivery: {
      deliver: async (to, news) => {
        // Pages are waited for; who is busy by then is not written to.
        if (state.isLate) {
          state.onLate();
          if (!(await news.isStillRelevant())) return 'none';
        }
        brought.push({ ...news, to, at: clock.now() - startsAt });
        return state.channel;
      },
    },
    store: {
      takeTurn: async (accountId, at) => {
        if (state.notifiedAt !== undefined) return false;
        stamped.push([accountId, at.getTime()]);
        return true;
      },
      giveBackTurn: async () => void stamped.pop(),
    },
    isBusy: async () => {
      if (state.isUnknown) throw new Error('away');
      return state.isBusy;
    },
    isPaused: () => state.isPaused,
    fault: (error) => void faults.push(error),
  });
  return { clock, state, brought, released, stamped, faults, calls, due, startsAt };
}

test('[REN-6] a member is called once, by page or push, until it is over', async () => {
  const { clock, brought, calls, startsAt } = bed();
  await calls.sweep();
  await calls.sweep();
  await clock.advance(minute);
  expect(brought).toMatchObject([{ to: 'ann', at: -2 * minute, event: 'rendezvous', until: startsAt + 3 * minute }]);
  expect(brought[0]?.push('it')).toMatchObject({ kind: 'rendezvous', news: 'call', id: 'r', language: 'it' });
  expect(brought[0]?.page).not.toHaveProperty('accountId');
});

test('[REN-6] a member in an encounter, or of whom that is unknown, is left to a later sweep', async () => {
  const { state, brought, released, calls, due } = bed();
  for (const how of ['busy', 'unknown', 'paused'] as const) {
    Object.assign(state, { isBusy: how === 'busy', isUnknown: how === 'unknown', isPaused: how === 'paused' });
    await calls.sweep();
    await settled();
    due();
  }
  expect([brought, released]).toEqual([[], ['r', 'r', 'r']]);
  Object.assign(state, { isBusy: false, isUnknown: false, isPaused: false });
  await calls.sweep();
  await settled();
  expect(brought).toHaveLength(1);
});

test('[REN-6] a member who becomes busy while their pages are waited for is left to a later sweep; one who was reached is not', async () => {
  for (const isLate of [true, false]) {
    const { state, brought, released, calls } = bed();
    state.isLate = isLate;
    state.onLate = () => {
      state.isBusy = true;
    };
    await calls.sweep();
    await settled();
    expect([brought.length, released]).toEqual(isLate ? [0, ['r']] : [1, []]);
  }
});

test('[REN-6] a member who was notified of something else just now is left to a later sweep', async () => {
  const { clock, state, brought, released, stamped, calls, due } = bed();
  state.notifiedAt = clock.now();
  await calls.sweep();
  await settled();
  expect([brought, released, stamped]).toEqual([[], ['r'], []]);
  state.notifiedAt = undefined;
  due();
  await calls.sweep();
  await settled();
  expect([brought.length, released.length, stamped]).toEqual([1, 1, [['ann', clock.now()]]]);
});

test('[REN-6] what reached nobody, or could not be sent, is left to a later sweep', async () => {
  const unheard = bed();
  unheard.state.channel = 'none';
  await unheard.calls.sweep();
  await settled();
  expect([unheard.brought.length, unheard.released, unheard.stamped]).toEqual([1, ['r'], []]);
  const broken = bed();
  broken.state.isBroken = true;
  await broken.calls.sweep();
  await settled();
  expect([broken.brought.length, broken.released, broken.faults.length]).toEqual([0, ['r'], 1]);
  // Also if it breaks while the pages are waited for.
  const later = bed();
  later.state.isLate = true;
  later.state.onLate = () => {
    later.state.isBroken = true;
  };
  await later.calls.sweep();
  await settled();
  expect([later.brought.length, later.released, later.stamped, later.faults.length]).toEqual([0, ['r'], [], 1]);
});

test('[REN-6] nobody is called to what they have kept, moved or cancelled meanwhile', async () => {
  const { state, brought, calls } = bed();
  state.isStillDue = false;
  await calls.sweep();
  await settled();
  expect(brought).toEqual([]);
});
