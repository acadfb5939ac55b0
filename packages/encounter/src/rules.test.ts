import type { EndReason } from '@unspoken/contract/encounters';
import { expect, test } from 'vitest';
import { hasMessage, isExperienced, leadsToDigesting, reportsSession } from './rules.ts';

const person = { completedMinutes: 5, thanksReceived: 5, manualEnds: 2 };

test.each([
  ['five of each and few ends by hand', {}, true],
  ['four minutes', { completedMinutes: 4, manualEnds: 0 }, false],
  ['four thanks', { thanksReceived: 4 }, false],
  ['twice as many minutes as ends by hand', { completedMinutes: 6, manualEnds: 3 }, true],
  ['fewer than twice as many', { completedMinutes: 5, manualEnds: 3 }, false],
  ['many more minutes', { completedMinutes: 100, thanksReceived: 100, manualEnds: 50 }, true],
] as const)('[SIDE-5] whether a user is experienced: %s', (_, more, experienced) => {
  expect(isExperienced({ ...person, ...more })).toBe(experienced);
});

/** For each end: whether it leads to thanking, whether the user sees a message, and whether positions 1 and 2 report it. */
const ends: readonly [EndReason, thanks: boolean, message: boolean, first: boolean, second: boolean][] = [
  ['natural', true, true, true, false],
  ['manual_self', true, false, false, false],
  ['manual_other', true, true, true, true],
  ['cancel_self', false, false, false, false],
  ['cancel_other', false, true, true, true],
  ['timeout_self', false, true, false, false],
  ['timeout_other', false, true, false, false],
  ['ice_failure', false, true, true, true],
  ['unknown', false, true, false, false],
];

test.each(ends)('[SIDE-6] the consequences of the end reason %s', (reason, thanks, message, first, second) => {
  expect([
    leadsToDigesting(reason),
    hasMessage(reason),
    reportsSession(reason, 1, 'anyone'),
    reportsSession(reason, 2, 'anyone'),
  ]).toEqual([...[thanks, message, first, second]]);
});
