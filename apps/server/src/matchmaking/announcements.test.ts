import { shippedDurations as durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import type { Connection } from '../platform/socket/gateway.ts';
import { Announcements } from './announcements.ts';
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
  const refused: unknown[] = [];
  let problem: Error | undefined;
  const entryOf = async ({ accountId }: Connection) => {
    if (problem) throw problem;
    return entry(accountId);
  };
  const announcements = new Announcements({ entryOf }, { matchmakingState, clock, durations, reach });
  const announce = (accountId: string) => {
    const connection = { accountId, send: (_: string, payload: unknown) => void refused.push(payload) } as unknown as Connection;
    return announcements.announce(connection, { ...entry(accountId) });
  };
  const failWith = (error: Error | undefined) => {
    problem = error;
  };
  const join = (who: string) => matchmakingState.join(entry(who), { roomID: 'a room', node: 'here' }, now);
  const wait = (ms: number) => {
    now += ms;
  };
  const position = async (who: string) => (await matchmakingState.find(who)).reserved;
  return { announce, join, wait, heard, position, matchmakingState, refused, failWith };
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

test('[MAT-31] announcements keep a position for five minutes in all, and are shown to nobody after that', async () => {
  const { announce, join, wait, position, heard } = bed();
  await announce('ann');
  await join('ben');
  for (let at = 0; at + 10_000 < durations.gettingReadyLimit; at += 10_000) {
    wait(10_000);
    await announce('ann');
  }
  expect(await position('ann')).toMatchObject({ queuedAt: 1_000, until: 1_000 + durations.gettingReadyLimit });
  wait(9_999);
  await announce('ann');
  expect(await position('ann')).toMatchObject({ queuedAt: 1_000, until: 1_000 + durations.gettingReadyLimit });
  const shown = heard.length;
  wait(1);
  await announce('ann');
  wait(10_000);
  await announce('ann');
  expect(await position('ann')).toMatchObject({ until: 1_000 + durations.gettingReadyLimit });
  expect(heard).toHaveLength(shown);
});

test('[MAT-31] a request that was cancelled cannot be announced any more', async () => {
  const { announce, matchmakingState } = bed();
  await matchmakingState.end('ann', 'request of ann');
  await expect(announce('ann')).rejects.toMatchObject({ code: 'click_ended' });
});

test('[MAT-31] somebody who may not connect is refused; the next announcement recovers from a transient failure', async () => {
  const { announce, failWith, refused, position } = bed();
  failWith(new AppError('unavailable'));
  await expect(announce('ann')).rejects.toMatchObject({ code: 'unavailable' });
  failWith(new Error('no answer'));
  await expect(announce('ann')).rejects.toThrow('no answer');
  expect(refused).toEqual([]);
  failWith(new AppError('account_held'));
  await expect(announce('ann')).rejects.toMatchObject({ code: 'account_held' });
  expect(refused).toEqual([{ type: matchmakerEvents.connectFailed, error: 'account_held', clickID: 'request of ann' }]);
  failWith(undefined);
  await announce('ann');
  expect((await position('ann'))?.queuedAt).toBe(1_000);
});
