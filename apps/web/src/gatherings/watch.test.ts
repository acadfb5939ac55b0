import type { User } from '@unspoken/contract/accounts';
import { shippedDurations } from '@unspoken/contract/durations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { listed } from './list.ts';
import { watchGatherings } from './watch.ts';

const user = { userId: 'ann', role: 'member', needsVerification: false, registeringStage: null } as unknown as User;
const gathering = (gatheringID: string) => ({ gatheringID, startTimeMillSec: 0, endTimeMillSec: 1 });
let answers: ((gatheringIDs: readonly string[]) => void)[];
let stop = () => {};

beforeEach(() => {
  answers = [];
  vi.stubGlobal('document', { ...{ visibilityState: 'visible' }, addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toMatch(/\/api\/v1\/gatherings$/);
    const ids = await new Promise<readonly string[]>((resolve) => answers.push(resolve));
    return new Response(JSON.stringify({ gatherings: ids.map(gathering), now: 0 }));
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const ids = () => listed.get().all?.map(({ gatheringID }) => gatheringID);

test('[WEB-140] with a change of role the list of gatherings is read again, and that of the role before is not shown', async () => {
  session.set({ ready: true, user });
  stop = watchGatherings(shippedDurations);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(['of a member']);
  await vi.waitFor(() => expect(ids()).toEqual(['of a member']));

  session.set({ ready: true, user: { ...user, role: 'admin' } });
  expect(ids()).toBeUndefined();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(['of an administrator']);
  await vi.waitFor(() => expect(ids()).toEqual(['of an administrator']));

  // The account is read again after each reconnect: the list is, too, but stays until the answer.
  session.set({ ready: true, user: { ...user, role: 'admin' } });
  expect(ids()).toEqual(['of an administrator']);
  await vi.waitFor(() => expect(answers).toHaveLength(3));

  // Signed out before the answer came: what it says is for somebody else.
  session.set({ ready: true, user: undefined });
  expect(ids()).toBeUndefined();
  await vi.waitFor(() => expect(answers).toHaveLength(4));
  answers[2]?.(['of an administrator']);
  answers[3]?.(['of a visitor']);
  await vi.waitFor(() => expect(ids()).toEqual(['of a visitor']));
});
