import { shippedDurations as durations } from '@unspoken/contract/durations';
import { endReasonPairs } from '@unspoken/contract/encounters';
import { expect, test } from 'vitest';
import { endsByClose, endsByNature, endsByTimeout, mayPass } from './rules.ts';

const base = {
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

test.each([
  ['cancelling before the start', base, { own: 'cancel_self', other: 'cancel_other' }],
  ['ending while it runs', { ...base, phase: 'begun', startsAt: 90_000 }, { own: 'manual_self', other: 'manual_other' }],
  [
    'ending before the named start',
    { ...base, phase: 'begun', startsAt: 100_001 },
    { own: 'cancel_self', other: 'cancel_other' },
  ],
  [
    'running out of time',
    { ...base, close: { byTimeout: true }, otherReady: true },
    { own: 'timeout_self', other: 'timeout_other' },
  ],
  ['both running out of time', { ...base, close: { byTimeout: true } }, { own: 'timeout_self', other: 'timeout_self' }],
  [
    'waiting for a partner who never presses Start',
    { ...base, close: { byTimeout: true }, ownReady: true },
    { own: 'timeout_other', other: 'timeout_self' },
  ],
  [
    'claiming a time-out at second one',
    { ...base, close: { byTimeout: true }, now: 1_000 },
    { own: 'cancel_self', other: 'cancel_other' },
  ],
  ['a lost path', { ...base, close: { iceFailure: true } }, { own: 'ice_failure', other: 'ice_failure' }],
  ['a vanished partner', { ...base, close: { iceFailure: true }, otherVanished: true }, { own: 'ice_failure', other: 'unknown' }],
  ['a refused camera', { ...base, close: { byMediaDenied: true } }, { own: 'cancel_self', other: 'cancel_other' }],
] as const)('[ENC-6] %s', (_, circumstances, ends) => {
  expect(endsByClose(circumstances)).toEqual(ends);
});

test('[ENC-6] every possible end is an allowed pair', () => {
  const allowed = new Set(endReasonPairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const booleans = [true, false];
  for (const ownReady of booleans)
    for (const otherReady of booleans) {
      const { own, other } = endsByTimeout({ ownReady, otherReady });
      expect(allowed).toContain(`${own} ${other}`);
      for (const otherVanished of booleans)
        for (const startsAt of [undefined, 0, 200_000])
          for (const close of [{}, { byTimeout: true }, { iceFailure: true }, { byMediaDenied: true }]) {
            const ends = endsByClose({ ...base, ownReady, otherReady, otherVanished, startsAt, close });
            expect(allowed).toContain(`${ends.own} ${ends.other}`);
          }
    }
});

test('[ENC-4] a minute that neither side can vouch for does not count', () => {
  expect(endsByNature({ own: 15_000, other: 15_000 }, 15_000)).toEqual({ own: 'unknown', other: 'ice_failure' });
  expect(endsByNature({ own: 60_000, other: 0 }, 15_000)).toEqual({ own: 'natural', other: 'natural' });
});

test('[ENC-3] after the end only thanks and adds may pass', () => {
  const names = ['hello', 'ready', 'sdp', 'icecandidate', 'close', 'addedcircle', 'thankyou'] as const;
  expect(names.filter((name) => mayPass('ended', name))).toEqual(['addedcircle', 'thankyou']);
  expect(names.filter((name) => mayPass('greeting', name))).toEqual(['hello', 'close']);
});
