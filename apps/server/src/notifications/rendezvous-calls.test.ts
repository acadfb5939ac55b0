import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { DueNews } from '../rendezvous/service.ts';
import type { News } from './delivery.ts';
import { RendezvousCalls } from './rendezvous-calls.ts';

const minute = 60_000;

/** A member whose rendezvous begins in two minutes, and who is busy or not. */
function bed() {
  const clock = new StandingClock(Date.parse('2026-06-10T12:13:00Z'));
  const startsAt = clock.now() + 2 * minute;
  const state = { isBusy: false };
  const brought: (News & { to: string; at: number })[] = [];
  const due: DueNews[] = [
    { accountId: 'ann', id: 'r', startsAt, poolType: 'anyone', news: 'call', until: startsAt + 3 * minute },
  ];
  const calls = new RendezvousCalls({
    clock,
    rendezvous: { due: async () => due.splice(0) },
    delivery: {
      bring: async (to, news) => {
        brought.push({ ...news, to, at: clock.now() - startsAt });
        return 'page';
      },
    },
    isBusy: async () => state.isBusy,
    fault: (error) => {
      throw error;
    },
  });
  return { clock, state, brought, calls, startsAt };
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

test('[REN-6] who is in an encounter is called when it ends, unless the quarter is over by then', async () => {
  const { clock, state, brought, calls } = bed();
  state.isBusy = true;
  await calls.sweep();
  await clock.advance(70_000);
  expect(brought).toEqual([]);
  state.isBusy = false;
  await clock.advance(15_000);
  expect(brought.map(({ at }) => at)).toEqual([-2 * minute + 75_000]);

  const late = bed();
  late.state.isBusy = true;
  await late.calls.sweep();
  await late.clock.advance(5 * minute);
  late.state.isBusy = false;
  await late.clock.advance(minute);
  expect(late.brought).toEqual([]);

  const ended = bed();
  ended.state.isBusy = true;
  await ended.calls.sweep();
  ended.calls.stop();
  ended.state.isBusy = false;
  await ended.clock.advance(minute);
  expect(ended.brought).toEqual([]);
});
