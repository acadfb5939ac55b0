import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedDurations as durations } from './durations.ts';
import {
  countdownTo,
  currentOf,
  hasRecentlyEnded,
  isCurrent,
  nextChange,
  nextOf,
  recentlyEndedOf,
  spacePhase,
} from './gathering-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const { gatheringDoors: doors, gatheringClosing: closing } = durations;
const start = 1_000 * hour;
const end = start + 15 * minute;

const gathering = (startTimeMillSec: number, length = 15 * minute, more: Partial<Listed> = {}): Listed => ({
  gatheringID: `at ${startTimeMillSec}`,
  startTimeMillSec,
  endTimeMillSec: startTimeMillSec + length,
  isRegular: true,
  isPrivate: false,
  registered: false,
  ...more,
});
interface Listed {
  gatheringID: string;
  startTimeMillSec: number;
  endTimeMillSec: number;
  isRegular: boolean;
  isPrivate: boolean;
  registered: boolean;
}
const one = gathering(start);

test('a gathering is current from its start until before its end, and has ended for ten minutes after it', () => {
  expect([start - 1, start, end - 1, end].map((now) => isCurrent(one, now))).toEqual([false, true, true, false]);
  expect([end - 1, end, end + closing - 1, end + closing].map((now) => hasRecentlyEnded(one, now, durations))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('its space opens ten minutes before the start and closes ten minutes after the end', () => {
  const at = (now: number) => spacePhase(one, now, durations);
  expect([start - doors - 1, start - doors, start - 1, start].map(at)).toEqual(['shut', 'doors', 'doors', 'begun']);
  expect([end - 1, end, end + closing - 1, end + closing].map(at)).toEqual(['begun', 'ended', 'ended', 'closed']);
});

test('of several current gatherings the own one goes first, then one with a group, then the one that ends first', () => {
  const long = gathering(start, hour, { gatheringID: 'long' });
  const group = gathering(start, hour, { gatheringID: 'group', isPrivate: true });
  const own = gathering(start, 2 * hour, { gatheringID: 'own', registered: true });
  const of = (...all: Listed[]) => currentOf(all, start)?.gatheringID;
  expect([of(long, one), of(long, one, group), of(long, one, group, own)]).toEqual([one.gatheringID, 'group', 'own']);
  expect(currentOf([long], end + hour)).toBeUndefined();
});

test('of several that have ended, the own one is shown first, then the one that ended last', () => {
  const later = gathering(start + minute, 15 * minute, { gatheringID: 'later' });
  const own = gathering(start, 15 * minute, { gatheringID: 'own', registered: true });
  const of = (...all: Listed[]) => recentlyEndedOf(all, end + minute, durations)?.gatheringID;
  expect([of(one, later), of(later, own), of()]).toEqual(['later', 'own', undefined]);
});

test('the next one of a kind is the own one, else the first that begins between 7:00 and 24:00, else the first', () => {
  const minuteOfDay = (instant: number) => (instant % (24 * hour)) / minute;
  const midnight = 100 * 24 * hour;
  const [night, six, seven, eight] = [0, 7 * hour - minute, 7 * hour, 8 * hour].map((after) => gathering(midnight + after)) as [
    Listed,
    Listed,
    Listed,
    Listed,
  ];
  const next = (all: Listed[], now = midnight - 1, isRegular = true) => nextOf(all, now, isRegular, minuteOfDay);
  expect(next([eight, seven, six, night])).toBe(seven);
  expect(next([six, night])).toBe(night);
  expect(next([night, six], midnight)).toBe(six);
  expect(next([night, seven, { ...eight, registered: true }])).toMatchObject({ gatheringID: eight.gatheringID });
  expect(next([seven, { ...eight, isRegular: false }], midnight, false)).toMatchObject({ gatheringID: eight.gatheringID });
  expect(next([night], midnight)).toBeUndefined();
});

test('the countdown reads a few moments below a minute, minutes up to ninety, and hours beyond, rounded up', () => {
  const left = (ms: number) => countdownTo(start, start - ms);
  expect([left(-1), left(0), left(minute - 1)]).toEqual(Array(3).fill({ unit: 'moments' }));
  expect([left(minute), left(minute + 1), left(90 * minute)]).toEqual([
    { unit: 'minutes', count: 1 },
    { unit: 'minutes', count: 2 },
    { unit: 'minutes', count: 90 },
  ]);
  expect([left(90 * minute + 1), left(2 * hour), left(2 * hour + 1)]).toEqual([
    { unit: 'hours', count: 2 },
    { unit: 'hours', count: 2 },
    { unit: 'hours', count: 3 },
  ]);
});

const several = fc.array(
  fc.record({
    start: fc.integer({ min: -3 * hour, max: 3 * hour }),
    length: fc.integer({ min: 5, max: 120 }),
    registered: fc.boolean(),
    isRegular: fc.boolean(),
    isPrivate: fc.boolean(),
  }),
  { maxLength: 5 },
);
const gatherings = several.map((all) =>
  all.map(({ start: from, length, ...more }, index) =>
    gathering(start + from, length * minute, { ...more, gatheringID: `${index}` }),
  ),
);

/** All that a page says of these gatherings at an instant. */
const shown = (all: readonly Listed[], now: number) => ({
  current: currentOf(all, now)?.gatheringID,
  ended: recentlyEndedOf(all, now, durations)?.gatheringID,
  next: [true, false].map((isRegular) => nextOf(all, now, isRegular, () => 12 * 60)?.gatheringID),
  each: all.map((each) => [
    spacePhase(each, now, durations),
    each.startTimeMillSec > now && countdownTo(each.startTimeMillSec, now),
    each.endTimeMillSec + closing > now && countdownTo(each.endTimeMillSec + closing, now),
  ]),
});

test('until the next change nothing that is shown changes, and it comes within a minute', () => {
  fc.assert(
    fc.property(gatherings, fc.double({ min: 0, max: 0.999, noNaN: true }), (all, part) => {
      const next = nextChange(all, start, durations);
      expect(next).toBeGreaterThan(start);
      expect(next).toBeLessThanOrEqual(start + minute);
      expect(shown(all, start + Math.floor((next - start - 1) * part))).toEqual(shown(all, start));
    }),
  );
});

test('a page that is redrawn at each next change is right after every millisecond', () => {
  fc.assert(
    fc.property(gatherings, fc.integer({ min: 0, max: 30 * minute }), (all, after) => {
      let drawn = start;
      for (let next = start; next <= start + after; next = nextChange(all, next, durations)) drawn = next;
      expect(shown(all, drawn)).toEqual(shown(all, start + after));
    }),
  );
});
