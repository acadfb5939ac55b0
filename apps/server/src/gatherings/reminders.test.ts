import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { Reminders } from './reminders.ts';

/** Reminders of registrations of which each takes 10 ms to mail, by the number that each transaction is given. */
function slowly(left: { news: number; reminders: number }) {
  let now = 0;
  const sizes: number[] = [];
  const gathering = { id: 'g', startsAt: new Date(3_600_000), state: 'approved', revision: 1 };
  const rows = (of: keyof typeof left, most: number) => {
    sizes.push(most);
    const taken = Math.min(most, left[of]);
    left[of] -= taken;
    return Array.from({ length: taken }, () => ({ registration: { accountId: 'ann', sequence: 0 }, gathering, zone: null }));
  };
  const reminders = new Reminders({
    store: {
      transaction: (run: (tx: unknown) => unknown) => run({}),
      withNews: async (_tx: unknown, most: number) => rows('news', most),
      toRemind: async (_tx: unknown, _query: unknown, most: number) => rows('reminders', most),
      put: async () => {},
      stampReminded: async () => {},
    } as never,
    mails: {
      postTo: async () => {
        now += 10;
      },
    } as never,
    accounts: { byIds: async () => new Map([['ann', {}]]) } as never,
    clock: { now: () => now } as never,
    durations,
    moved: () => {},
  });
  return { sizes, sweep: () => reminders.sweep() };
}

test('[OPS-16] reminders and news are posted in as many transactions as keep each near 30 ms', async () => {
  const news = slowly({ news: 11, reminders: 0 });
  await news.sweep();
  // Five took 50 ms. In the end there are no more of either.
  expect(news.sizes).toEqual([5, 3, 3, 3, 5]);
  const due = slowly({ news: 0, reminders: 9 });
  await due.sweep();
  expect(due.sizes).toEqual([5, 5, 3, 3]);
});
