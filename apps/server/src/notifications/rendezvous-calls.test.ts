import { StandingClock, settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { DueNews } from '../rendezvous/service.ts';
import type { News } from './delivery.ts';
import { RendezvousCalls } from './rendezvous-calls.ts';

const minute = 60_000;

/** A member whose rendezvous begins in two minutes, and who is busy or not. */
function bed() {
  const clock = new StandingClock(Date.parse('2026-06-10T12:13:00Z'));
  const startsAt = clock.now() + 2 * minute;
  const state = { isBusy: false, isUnknown: false, isPaused: false, stands: true };
  const released: string[] = [];
  const brought: (News & { to: string; at: number })[] = [];
  const waiting: DueNews[] = [];
  const due = () =>
    waiting.push({ accountId: 'ann', id: 'r', startsAt, poolType: 'anyone', news: 'call', until: startsAt + 3 * minute });
  due();
  const calls = new RendezvousCalls({
    clock,
    rendezvous: {
      due: async () => waiting.splice(0),
      release: async (id) => void released.push(id),
      stands: async () => state.stands,
    },
    delivery: {
      bring: async (to, news) => {
        brought.push({ ...news, to, at: clock.now() - startsAt });
        return 'page';
      },
    },
    isBusy: async () => {
      if (state.isUnknown) throw new Error('away');
      return state.isBusy;
    },
    isPaused: () => state.isPaused,
    fault: () => {},
  });
  return { clock, state, brought, released, calls, due, startsAt };
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

test('[REN-6] nobody is called to what they have kept, moved or cancelled meanwhile', async () => {
  const { state, brought, calls } = bed();
  state.stands = false;
  await calls.sweep();
  await settled();
  expect(brought).toEqual([]);
});
