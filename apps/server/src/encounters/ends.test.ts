import { shippedDurations as durations } from '@unspoken/contract/durations';
import { endReasons } from '@unspoken/contract/encounters';
import { expect, test } from 'vitest';
import { allowsThanks, endsByClose, endsByNature, endsByTimeout, isForAfterwards } from './rules.ts';

test('[ENC-8] thanks are allowed after a natural or manual end, and after no other', () => {
  const allowed = ['natural', 'manual_self', 'manual_other'];
  expect(endReasons.filter(allowsThanks)).toEqual(allowed);
  expect(allowsThanks(undefined)).toBe(false);
});

test('[ENC-3] messages for afterwards pass only after an end that allows thanks', () => {
  expect(isForAfterwards('thankyou', 'natural')).toBe(true);
  expect(isForAfterwards('thankyou', 'cancel_self')).toBe(false);
  expect(isForAfterwards('ready', 'natural')).toBe(false);
});

const close = {
  close: {},
  phase: 'confirmed',
  now: 100_000,
  confirmedAt: 0,
  startsAt: undefined,
  ownReady: false,
  otherReady: false,
  otherVanished: false,
  durations,
} as const;

test('[ENC-6] an end at the very instant of the start is a manual end of the minute', () => {
  const at = (startsAt: number | undefined) => endsByClose({ ...close, startsAt }).own;
  expect([at(undefined), at(100_001), at(100_000)]).toEqual(['cancel_self', 'cancel_self', 'manual_self']);
});

test('[ENC-6] a time-out can be claimed once the shortest limit since the confirmation, less the grace, is over', () => {
  const shorter = { ...durations, cameraPromptLimit: 40_000, peerNotReadyTimeout: 50_000, grace: 3_000 };
  const at = (now: number) =>
    endsByClose({ ...close, close: { byTimeout: true }, durations: shorter, confirmedAt: 5_000, now }).own;
  expect([at(5_000 + 36_999), at(5_000 + 37_000)]).toEqual(['cancel_self', 'timeout_self']);
});

test('[ENC-6] if both have pressed Start, a time-out is a failure of the path', () => {
  expect(endsByTimeout({ ownReady: true, otherReady: true })).toEqual({ own: 'ice_failure', other: 'ice_failure' });
});

test('[ENC-4] one side that was present vouches for the minute of both', () => {
  const natural = { own: 'natural', other: 'natural' };
  expect(endsByNature({ own: 0, other: 60_000 }, 15_000)).toEqual(natural);
  expect(endsByNature({ own: 14_999, other: 15_000 }, 15_000)).toEqual(natural);
  expect(endsByNature({ own: 15_000, other: 14_999 }, 15_000)).toEqual(natural);
});
