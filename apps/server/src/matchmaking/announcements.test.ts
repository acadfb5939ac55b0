import { shippedDurations as durations } from '@unspoken/contract/durations';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { announceEntry } from './announcements.ts';
import { MemoryMatchmakingState } from './memory-state.ts';
import type { WaitingEntry } from './state.ts';

function bed() {
  const matchmakingState = new MemoryMatchmakingState();
  const heard: [string, unknown][] = [];
  let now = 1_000;
  const entry = (accountId: string): WaitingEntry => ({
    ...{ accountId, connectionId: '', node: 'here', clickID: `request of ${accountId}`, noRepeat: false, avoid: {} },
    ...{ queuedAt: now, askedAt: now, pool: { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } },
  });
  const reach = ({ accountId }: WaitingEntry) => ({
    send: (_: string, payload: unknown) => void heard.push([accountId, payload]),
  });
  const clock = { now: () => now, after: () => () => {} };
  const announce = (who: string) => announceEntry({ matchmakingState, clock, durations, reach }, entry(who));
  const join = (who: string) => matchmakingState.join(entry(who), { roomID: 'a room', node: 'here' }, now);
  const wait = (ms: number) => {
    now += ms;
  };
  const position = async (who: string) => (await matchmakingState.find(who)).reserved;
  return { announce, join, wait, heard, position, matchmakingState };
}

test('[MAT-31] the person who would be paired is notified, and nobody else', async () => {
  const { announce, join, heard } = bed();
  await announce('ann');
  expect(heard).toEqual([]);
  await join('ben');
  await announce('ann');
  const event = { type: matchmakerEvents.connectReceived, clickID: 'request of ben', partnerGettingReady: true };
  expect(heard).toEqual([['ben', event]]);
});

test('[MAT-31] announcements keep a position for five minutes in all', async () => {
  const { announce, wait, position } = bed();
  await announce('ann');
  for (let at = 0; at + 10_000 < durations.gettingReadyLimit; at += 10_000) {
    wait(10_000);
    await announce('ann');
  }
  expect(await position('ann')).toMatchObject({ queuedAt: 1_000, until: 1_000 + durations.gettingReadyLimit });
  wait(9_999);
  await announce('ann');
  expect(await position('ann')).toMatchObject({ queuedAt: 1_000, until: 1_000 + durations.gettingReadyLimit });
  wait(1);
  await announce('ann');
  expect((await position('ann'))?.queuedAt).toBe(1_000 + durations.gettingReadyLimit);
});

test('[MAT-31] a request that was cancelled cannot be announced any more', async () => {
  const { announce, matchmakingState } = bed();
  await matchmakingState.end('ann', 'request of ann');
  await expect(announce('ann')).rejects.toMatchObject({ code: 'click_ended' });
});
