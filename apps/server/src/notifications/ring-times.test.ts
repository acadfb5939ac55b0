import { expect, test } from 'vitest';
import { afterRing, notBefore, quietUntil, type Subscriber } from './ring-times.ts';

const [hour, day] = [3_600_000, 86_400_000];
const subscriber = (changed: Partial<Subscriber> = {}): Subscriber => ({
  ...{ quietFrom: 22, quietTo: 8, dailyCap: 3, zone: 'UTC' },
  ...{ lastRungAt: undefined, rungOn: undefined, rungCount: 0, unanswered: 0 },
  ...changed,
});
const at = (time: string) => Date.parse(time);
const quiet = (now: string, changed: Partial<Subscriber> = {}) => {
  const until = quietUntil(subscriber(changed), at(now));
  return until === undefined ? undefined : new Date(until).toISOString();
};

test.each([
  ['2026-06-10T21:59:59Z', undefined],
  ['2026-06-10T22:00:00Z', '2026-06-11T08:00:00.000Z'],
  ['2026-06-11T00:00:00Z', '2026-06-11T08:00:00.000Z'],
  ['2026-06-11T07:59:59Z', '2026-06-11T08:00:00.000Z'],
  ['2026-06-11T08:00:00Z', undefined],
])('[NOT-4] quiet hours over midnight begin and end at full hours: %s', (now, until) => {
  expect(quiet(now)).toBe(until);
});

test('[NOT-4] quiet hours may lie within one day, or be none', () => {
  const noon = { quietFrom: 12, quietTo: 14 };
  expect([quiet('2026-06-10T11:59:00Z', noon), quiet('2026-06-10T14:00:00Z', noon)]).toEqual([undefined, undefined]);
  expect(quiet('2026-06-10T12:00:00Z', noon)).toBe('2026-06-10T14:00:00.000Z');
  expect(quiet('2026-06-10T05:00:00Z', { quietFrom: 5, quietTo: 5 })).toBeUndefined();
});

test('[NOT-4] quiet hours are those of the member’s own zone, also when the clocks change', () => {
  const tokyo = { zone: 'Asia/Tokyo' };
  expect(quiet('2026-06-10T12:59:00Z', tokyo)).toBeUndefined();
  expect(quiet('2026-06-10T13:00:00Z', tokyo)).toBe('2026-06-10T23:00:00.000Z');
  const berlin = { zone: 'Europe/Berlin' };
  // The night of the spring is an hour shorter, that of the autumn an hour longer.
  expect(quiet('2026-03-28T21:00:00Z', berlin)).toBe('2026-03-29T06:00:00.000Z');
  expect(quiet('2026-10-24T20:00:00Z', berlin)).toBe('2026-10-25T07:00:00.000Z');
  // From 2:00 to 3:00 there is nothing in spring; in autumn the hour is there twice.
  const early = { ...berlin, quietFrom: 2, quietTo: 3 };
  expect(quiet('2026-03-29T01:30:00Z', early)).toBeUndefined();
  expect(quiet('2026-10-25T00:30:00Z', early)).toBe('2026-10-25T02:00:00.000Z');
  expect(quiet('2026-10-25T01:30:00Z', early)).toBe('2026-10-25T02:00:00.000Z');
});

test('[NOT-5] the cap counts the calls of a date in the member’s zone', () => {
  const zone = 'America/New_York';
  const full = subscriber({ zone, rungOn: '2026-06-10', rungCount: 3 });
  // It is 19:00 of the same date there.
  expect(notBefore(full, at('2026-06-10T23:00:00Z'))).toBe(at('2026-06-11T04:00:00Z'));
  expect(notBefore({ ...full, rungCount: 2 }, at('2026-06-10T23:00:00Z'))).toBeUndefined();
  expect(notBefore({ ...full, dailyCap: 4 }, at('2026-06-10T23:00:00Z'))).toBeUndefined();
  expect(notBefore(full, at('2026-06-11T12:00:00Z'))).toBeUndefined();
  // Quiet hours come first.
  expect(notBefore(full, at('2026-06-11T02:00:00Z'))).toBe(at('2026-06-11T12:00:00Z'));
});

test('[NOT-5] [NOT-6] a call is counted on its date, and the next one is an hour later; from the fifth without an answer on, a day', () => {
  const now = at('2026-06-10T12:00:00Z');
  expect(afterRing(subscriber(), now)).toEqual({ rungOn: '2026-06-10', rungCount: 1, unanswered: 1, notBefore: now + hour });
  const yesterday = subscriber({ rungOn: '2026-06-09', rungCount: 3, unanswered: 3 });
  expect(afterRing(yesterday, now)).toEqual({ rungOn: '2026-06-10', rungCount: 1, unanswered: 4, notBefore: now + hour });
  // In New York it is still the evening before.
  const late = at('2026-06-11T01:00:00Z');
  const evening = afterRing(subscriber({ zone: 'America/New_York', rungOn: '2026-06-10', rungCount: 2 }), late);
  expect(evening).toMatchObject({ rungOn: '2026-06-10', rungCount: 3 });
  const today = subscriber({ rungOn: '2026-06-10', rungCount: 1, unanswered: 4 });
  expect(afterRing(today, now)).toEqual({ rungOn: '2026-06-10', rungCount: 2, unanswered: 5, notBefore: now + day });
});
