import { shippedDurations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { isOutdated, nextChange, withPeople } from './circumstances.ts';
import type { WaitingEntry } from './state.ts';

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'a group' } as const;
const queuedAt = 1_000_000;
const entry: WaitingEntry = {
  ...{ accountId: 'ann', connectionId: '', node: '', clickID: '', pool, queuedAt, askedAt: queuedAt + 500, noRepeat: false },
  avoid: { dan: 7 },
};
const { gatheringRepeatAfter, gatheringLastAfter, standInAfter } = shippedDurations;
const met = new Map([
  ['ben', 10],
  ['cay', 30],
  ['eve', 20],
]);
const renewed = (more: object) => withPeople(entry, { avoid: {}, ...more }, shippedDurations);

test('outside gatherings an entry has whom its person may meet, and nothing else', () => {
  expect(renewed({ only: ['ben'] })).toEqual({ ...entry, avoid: {}, only: ['ben'] });
  const before = { ...entry, only: ['cay'], aloneFrom: 1, standsIn: true, hasMetHere: true } as const;
  expect(withPeople(before, { avoid: { ben: 9 } }, shippedDurations)).toEqual({ ...entry, avoid: { ben: 9 } });
});

test('[MAT-32] people met are avoided until one’s own wait is 8 s, and the last one until it is 15 s', () => {
  expect(renewed({ circumstances: { met, standsIn: false } })).toEqual({
    ...entry,
    avoid: { ben: queuedAt + 8_000, eve: queuedAt + 8_000, cay: queuedAt + 15_000 },
    aloneFrom: queuedAt + 8_000,
    hasMetHere: true,
  });
  expect([gatheringRepeatAfter, gatheringLastAfter, standInAfter]).toEqual([8_000, 15_000, 8_000]);
});

test('[MAT-32] separations, and the hour of avoid-repeat, hold without exception', () => {
  const avoid = { ben: Number.POSITIVE_INFINITY, cay: queuedAt + 3_000_000, eve: queuedAt + 1, dan: queuedAt + 2 };
  expect(renewed({ avoid, circumstances: { met, standsIn: false } }).avoid).toEqual({
    ...avoid,
    eve: queuedAt + gatheringRepeatAfter,
  });
});

test('[MAT-33] a stand-in is marked, and so is who has met somebody', () => {
  const marks = ({ standsIn, hasMetHere, avoid }: WaitingEntry) => ({ standsIn, hasMetHere, avoid });
  expect(marks(renewed({ circumstances: { met: new Map(), standsIn: true } }))).toEqual({ standsIn: true, avoid: {} });
  expect(marks(renewed({ circumstances: { met: new Map([['ben', 1]]), standsIn: true } }))).toEqual({
    standsIn: true,
    hasMetHere: true,
    avoid: { ben: queuedAt + gatheringLastAfter },
  });
});

test('[MAT-32] an entry is outdated if the state has put it elsewhere in the queue', () => {
  const inGathering = renewed({ circumstances: { met, standsIn: false } });
  expect(isOutdated(inGathering, shippedDurations)).toBe(false);
  expect(isOutdated({ ...inGathering, queuedAt: queuedAt - 1 }, shippedDurations)).toBe(true);
  expect(isOutdated({ ...entry, queuedAt: 1 }, shippedDurations)).toBe(false);
});

test('the next change is the first instant ahead at which somebody is avoided no longer, or the person has been alone', () => {
  expect(nextChange({ ...entry, avoid: {} }, 5)).toBe(Number.POSITIVE_INFINITY);
  const waits = { ...entry, avoid: { ben: 9, cay: 12, dan: Number.POSITIVE_INFINITY }, aloneFrom: 10 };
  expect([8, 9, 10, 12].map((now) => nextChange(waits, now))).toEqual([9, 10, 12, Number.POSITIVE_INFINITY]);
  // Nobody joins a stand-in for having waited.
  expect(nextChange({ ...waits, standsIn: true }, 9)).toBe(12);
});
