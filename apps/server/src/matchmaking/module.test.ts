import { shippedDurations } from '@unspoken/contract/durations';
import type { ErrorCode } from '@unspoken/contract/errors';
import type { Pool } from '@unspoken/contract/matchmaking';
import { expect, test } from 'vitest';
import { Limits } from '../platform/limits.ts';
import { LocalBus } from '../platform/local-bus.ts';
import { MemoryCounters } from '../platform/memory-counters.ts';
import type { Platform } from '../platform/platform.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { matchmakingModule } from './module.ts';

/** The module, with records that let everybody connect. */
function opened({ now = () => 5, limits = { use: async () => {} } }: { now?: () => number; limits?: Pick<Limits, 'use'> } = {}) {
  const platform = {
    clock: { now, after: () => () => {} },
    config: { durations: shippedDurations, additions: ['short'] },
    fault: () => {},
    limits,
    shared: { bus: new LocalBus() },
    sockets: { ofEntry: () => undefined },
  } as unknown as Platform;
  const nobody = { subscribe: () => {} };
  const module = matchmakingModule(platform, {
    accounts: { connectDenialReason: async () => undefined },
    conduct: { standing: async () => ({ conduct: 'good', until: null }), ...nobody },
    moderation: { separatedFrom: async () => [], ...nobody },
    circle: { matched: async () => new Set<string>(), ...nobody },
    metSince: async () => new Map(),
    isSignedIn: async () => true,
    isPaused: () => false,
    partOf: async (accountId) => (accountId === 'ann' ? { isNew: true } : undefined),
  });
  const ann: Connection = { id: '', accountId: 'ann', sessionId: '', tab: '', send: () => {}, close: () => {} };
  const connect = async (more: Partial<Pool>) => {
    const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open', ...more } as const;
    const request = { pool, noRepeat: false, clickID: JSON.stringify(more) };
    return module.matchmaking.connect(ann, request).then(
      () => undefined,
      ({ code }: { code: ErrorCode }) => code,
    );
  };
  return { module, connect };
}

test('[MAT-35] a group space that nobody owns does not exist', async () => {
  const { connect } = opened();
  expect(await connect({ groupSpace: 'g1' })).toBe('experience_unknown');
  expect(await connect({})).toBeUndefined();
});

test('[MAT-35] the owner of group spaces decides about them, and about nothing else', async () => {
  const { module, connect } = opened();
  const asked: unknown[] = [];
  module.groupSpaceBy(async (accountId, { groupSpace }, now) => {
    asked.push([accountId, groupSpace, now]);
    return groupSpace === 'g1' ? undefined : 'gathering_not_open';
  });
  expect(await connect({ groupSpace: 'g1' })).toBeUndefined();
  expect(await connect({ groupSpace: 'g2' })).toBe('gathering_not_open');
  expect(await connect({ groupSpace: 'g1', poolType: 'myCircle' })).toBe('experience_unknown');
  expect(await connect({ groupSpace: 'g1', experienceType: 'another' })).toBe('experience_unknown');
  expect(await connect({})).toBeUndefined();
  expect(await connect({ poolType: 'personalInvite', groupSpace: 'a code' })).toBeUndefined();
  expect(asked).toEqual([
    ['ann', 'g1', 5],
    ['ann', 'g2', 5],
    ['ann', 'g1', 5],
  ]);
});

test('[MAT-32] what holds in a pool is asked of its source', async () => {
  const { module, connect } = opened();
  const asked: unknown[] = [];
  module.circumstancesBy(async (accountId, pool, now) => {
    asked.push([accountId, pool.groupSpace, now]);
    return { met: new Map([['ben', 3]]), standsIn: false };
  });
  await connect({});
  expect(asked).toEqual([['ann', 'open', 5]]);
  expect(module.sharedState).toBeUndefined();
});

test('[MAT-41] who is new is asked of its source, and only where strangers meet', async () => {
  const { module, connect } = opened();
  const entered: unknown[] = [];
  module.matchmaking.onEntered(({ pool, isNew }) => void entered.push([pool.poolType, isNew]));
  await connect({ poolType: 'personalInvite', groupSpace: 'a code' });
  await connect({});
  expect(entered).toEqual([
    ['personalInvite', undefined],
    ['anyone', true],
  ]);
});

test('[ACC-21] an account makes thirty connect requests a minute and three hundred an hour; a refused one counts for neither', async () => {
  const at = { now: 5 };
  const counters = new MemoryCounters({ now: () => at.now, after: () => () => {} });
  const { connect } = opened({ now: () => at.now, limits: new Limits(counters, true) });
  let made = 0;
  const request = () => connect({ poolType: 'personalInvite', groupSpace: `${made++}` });
  for (let minutes = 0; minutes < 10; minutes++) {
    for (let i = 0; i < 30; i++) expect(await request(), `request ${i + 1} of minute ${minutes + 1}`).toBeUndefined();
    // Beyond the thirty of this minute; if these counted for the hour, the last minute would have none left.
    for (let i = 0; i < 3; i++) expect(await request()).toBe('too_many_requests');
    at.now += 60_000;
  }
  expect(await request()).toBe('too_many_requests');
  at.now = 5 + 3_600_000 - 1;
  expect(await request()).toBe('too_many_requests');
  at.now++;
  expect(await request()).toBeUndefined();
});
