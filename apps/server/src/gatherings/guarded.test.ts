import { expect, test } from 'vitest';
import { guarded, guardedAnswers } from './guarded.ts';

test('[GAT-52] one to four people cannot be told apart; none and five can', () => {
  expect([0, 1, 2, 3, 4, 5, 500].map(guarded)).toEqual([0, null, null, null, null, 5, 500]);
});

test.each([
  [0, 0, 0, 0],
  [5, 0, 5, 0],
  [0, 7, 0, 7],
  [6, 5, 6, 5],
  [6, 4, 6, null],
  [1, 9, null, 9],
  [2, 3, null, null],
  // All of them said the same.
  [4, 0, null, null],
  [0, 1, null, null],
])('[GAT-52] of %i yes and %i no the host sees %j and %j', (yes, no, seenYes, seenNo) => {
  expect(guardedAnswers({ yes, no })).toEqual({ yes: seenYes, no: seenNo });
});
