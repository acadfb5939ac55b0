import { expect, test } from 'vitest';
import { brokenOrders } from './duration-order.ts';
import { durationsWith, shippedDurations } from './durations.ts';

test('the shipped durations keep their order', () => {
  expect(brokenOrders(shippedDurations)).toEqual([]);
  expect(shippedDurations.endQuiet).toBeLessThan(shippedDurations.afterConnectionDuration);
  expect(shippedDurations.guidanceDelayExperienced).toBeLessThan(shippedDurations.guidanceDelay);
  expect(shippedDurations.keepWaiting).toBeLessThan(shippedDurations.reservationLife);
});

test('a broken order is noticed, and equal durations are in order', () => {
  const { frameTimeout } = shippedDurations;
  expect(brokenOrders(durationsWith({ reconnectAfter: frameTimeout }))).toEqual([]);
  expect(brokenOrders(durationsWith({ reconnectAfter: frameTimeout + 1 }))).toEqual([
    'a new connection is tried before the encounter ends',
  ]);
});
