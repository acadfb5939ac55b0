import type { Plan } from '@unspoken/contract/script-time';
import { expect, test } from 'vitest';
import { doneIn } from './done-in.ts';

const silent: Plan = {
  durations: { intro: 4_000, connection: 60_000, after: 5_000 },
  sounds: {},
  texts: {},
  audioFromStart: false,
  microphones: [],
};
/** Somebody's microphone is on from 10 s to 20 s. */
const window = (side: 'own' | 'partner') =>
  [true, false].map((isOn, i) => ({ time: 10_000 * (i + 1), own: false, partner: false, [side]: isOn }));
const bell = { intro: { media: 'bell', start: 0, cues: [], description: 'A bell' } };

test.each([
  ['look', false, silent],
  ['hear', true, { ...silent, sounds: bell }],
  ['hear', true, { ...silent, microphones: window('partner') }],
  ['speak', false, { ...silent, microphones: window('own') }],
  ['hearSpeak', true, { ...silent, sounds: bell, microphones: window('own') }],
  ['hearSpeak', true, { ...silent, audioFromStart: true, sounds: bell }],
] as const)('before an experience the user reads that they will %s', (what, hears, plan) => {
  expect(doneIn(plan)).toEqual({ hears, what });
});
