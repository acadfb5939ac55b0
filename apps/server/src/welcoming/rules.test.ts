import { conducts } from '@unspoken/contract/standing';
import { welcomingStates } from '@unspoken/contract/welcoming';
import { expect, test } from 'vitest';
import { isEligible, isOpen, missingMinutes, outcomes } from './rules.ts';

const unblemished = { conduct: 'good', upheldAt: undefined } as const;

test.each([
  [0, 20, false],
  [19, 1, false],
  [20, 0, true],
  [21, 0, true],
])('[WEL-1] with %i completed minutes %i are missing', (minutes, missing, may) => {
  expect([missingMinutes(minutes), isEligible(minutes, unblemished)]).toEqual([missing, may]);
});

test('[WEL-1] [WEL-5] one upheld report is too many, and so is any standing but the good one', () => {
  expect(isEligible(500, { ...unblemished, upheldAt: new Date(0) })).toBe(false);
  const eligible = conducts.filter((conduct) => isEligible(500, { ...unblemished, conduct }));
  expect(eligible).toEqual(['good']);
});

test('[WEL-2] [WEL-3] a decision is about requests in one state only, and none makes an approval of anything but a request', () => {
  expect(outcomes).toEqual({
    approve: { from: 'asked', to: 'approved' },
    decline: { from: 'asked', to: 'declined' },
    end: { from: 'approved', to: 'ended' },
  });
  expect(welcomingStates.filter(isOpen)).toEqual(['asked', 'approved']);
});
