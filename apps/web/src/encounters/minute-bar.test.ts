import { shippedDurations } from '@unspoken/contract/durations';
import { describe, expect, test } from 'vitest';
import { minuteBar } from './minute-bar.ts';

const { connectionDuration: duration, progressAlwaysShown: alwaysShown } = shippedDurations;
const startsAt = 1_000_000;
const bar = (gone: number, isShown = false) => minuteBar({ startsAt, duration, alwaysShown, isShown }, startsAt + gone);

describe('[WEB-300] the bar of the minute', () => {
  test('is hidden with the controls until ten seconds are left, and always shown from then on', () => {
    expect([bar(0), bar(49_999)].map(({ isHidden }) => isHidden)).toEqual([true, true]);
    expect([bar(50_000), bar(60_000), bar(60_500)].map(({ isHidden }) => isHidden)).toEqual([false, false, false]);
    expect([bar(0, true), bar(49_999, true), bar(50_000, true)].map(({ isHidden }) => isHidden)).toEqual([false, false, false]);
  });

  test('fills in step with the minute, and says how many seconds are left of it', () => {
    expect([bar(0), bar(15_000), bar(60_000)].map(({ share }) => share)).toEqual([0, 0.25, 1]);
    expect([bar(0), bar(1), bar(59_000), bar(59_001), bar(61_000)].map(({ secondsLeft }) => secondsLeft)).toEqual([
      60, 60, 1, 1, 0,
    ]);
  });

  test('is empty before the minute has begun', () => {
    expect(minuteBar({ startsAt: undefined, duration, alwaysShown, isShown: false }, startsAt)).toEqual({
      share: 0,
      isHidden: true,
      secondsLeft: 60,
    });
  });
});
