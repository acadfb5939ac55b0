import { expect, test } from 'vitest';
import { MemoryMatchmakingState } from './memory-state.ts';
import { standInContract } from './stand-in-contract.ts';
import type { WaitingEntry } from './state.ts';
import { matchmakingStateContract } from './state-contract.ts';
import { welcomeContract } from './welcome-contract.ts';

const create = async () => new MemoryMatchmakingState();
matchmakingStateContract('memory', create);
standInContract('memory', create);
welcomeContract('memory', create);

test('of those who neither wait nor are in a room the last 100,000 are remembered, whatever the others do', async () => {
  const state = await create();
  const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
  const entry = (accountId: string): WaitingEntry => ({
    ...{ accountId, connectionId: 'socket', node: 'here', clickID: accountId, pool },
    ...{ queuedAt: 0, askedAt: 0, noRepeat: false, avoid: {} },
  });
  const joins = async (accountId: string) =>
    (await state.join(entry(accountId), { roomID: `room of ${accountId}`, node: 'here' }, 0)).outcome;
  await joins('ann');
  expect(await joins('ben')).toBe('paired');
  for (let i = 0; i < 100_000; i++) await state.end(`person ${i}`, `person ${i}`);
  // Used again, so that another one is the oldest.
  await state.end('person 0', 'another request');
  await state.end('one more', 'one more');
  expect(await joins('person 0')).toBe('ended');
  expect(await joins('person 2')).toBe('ended');
  expect(await joins('ben')).toBe('in room');
  expect(await joins('person 1')).toBe('waiting');
});
