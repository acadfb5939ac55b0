import type { User } from '@unspoken/contract/accounts';
import { shippedDurations } from '@unspoken/contract/durations';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
const answer = vi.hoisted(() => vi.fn());
vi.mock('../platform/api.ts', () => ({ call: answer }));
const { listed } = await import('./list.ts');
const { session } = await import('../session/session.ts');
const { watchGatherings } = await import('./watch.ts');

const as = (user: Partial<User> | undefined) => session.set({ ready: true, user: user as User | undefined });

test('[WEB-304] with every change of role the gatherings are read again, and those of the role before are gone at once', async () => {
  vi.useFakeTimers();
  const ahead = { startTimeMillSec: Date.now() + 3_600_000, endTimeMillSec: Date.now() + 7_200_000 };
  const read = (gatheringID: string) =>
    answer.mockResolvedValueOnce({ gatherings: [{ gatheringID, ...ahead }], now: Date.now() });
  const shown = () => listed.get().all?.map((each) => each.gatheringID);
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const stop = watchGatherings(shippedDurations);
  // Nothing is read before it is known for whom.
  expect(answer).not.toHaveBeenCalled();
  for (const [role, list] of [
    [undefined, 'of a visitor'],
    ['member', 'of a member'],
    ['admin', 'of an admin'],
    [undefined, 'of a visitor again'],
  ] as const) {
    read(list);
    as(role && { userId: 'ann', role });
    expect(shown()).toBeUndefined();
    await settled();
    expect(shown()).toEqual([list]);
  }
  expect(answer).toHaveBeenCalledTimes(4);
  stop();
  as({ userId: 'ann', role: 'member' });
  expect(answer).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
