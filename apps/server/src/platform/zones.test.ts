import { changesOf, remarkableZones, WallClock } from '@unspoken/testing/wall-clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfCommit } from '../../../../tools/seed.ts';
import { addDays, dateIn, isZone, minuteOfDayIn, startOf, timeIn } from './zones.ts';

const minute = 60_000;
const hour = 60 * minute;
const berlin = 'Europe/Berlin';
const seed = seedOfCommit();

/** A local time as ms counted as if it were UTC, and back. */
const local = (date: string, time: string) => Date.parse(`${date}T${time}Z`);
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 16);

test.each([
  'Europe/Berlin',
  'Asia/Calcutta',
  'Asia/Kolkata',
  'Europe/Kyiv',
  'America/Argentina/ComodRivadavia',
  'America/Port-au-Prince',
  'Etc/GMT+12',
  'EST5EDT',
  'UTC',
])('%s is a zone', (name) => {
  expect(isZone(name)).toBe(true);
});

test.each([
  ['+02:00'],
  ['-0330'],
  ['Z'],
  [''],
  ['europe/berlin'],
  ['EUROPE/BERLIN'],
  ['Utc'],
  ['Europe/Berlin '],
  ['Europe/Berlin\n'],
  ['Europe/Berlin\0'],
  ['Europe/\rBerlin'],
  ['Europe'],
  ['Europe/Atlantis'],
  ['../Europe/Berlin'],
  ['posix/Europe/Berlin'],
  ['2026-11-22T20:00[Europe/Berlin]'],
  ['Systemv/EST5'],
  ['CET-1CEST'],
  ['PST'],
  ['CT'],
  ['Etc/GMT+13'],
  ['__proto__'],
  ['constructor'],
])('%j is no zone, and nothing can be computed in it', (name) => {
  expect(isZone(name)).toBe(false);
  expect(() => startOf('2026-11-22', '20:00', name)).toThrow(RangeError);
  for (const read of [dateIn, timeIn, minuteOfDayIn]) expect(() => read(name, 0)).toThrow(RangeError);
});

test('every zone that Intl lists is one', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isZone(name))).toEqual([]);
});

test.each([
  ['2026-03-28', '20:00', '2026-03-28T19:00Z'],
  ['2026-03-29', '01:59', '2026-03-29T00:59Z'],
  ['2026-03-29', '02:00', '2026-03-29T01:00Z'],
  ['2026-03-29', '02:59', '2026-03-29T01:59Z'],
  ['2026-03-29', '03:00', '2026-03-29T01:00Z'],
  ['2026-03-29', '20:00', '2026-03-29T18:00Z'],
  ['2026-10-25', '01:59', '2026-10-24T23:59Z'],
  ['2026-10-25', '02:00', '2026-10-25T00:00Z'],
  ['2026-10-25', '02:59', '2026-10-25T00:59Z'],
  ['2026-10-25', '03:00', '2026-10-25T02:00Z'],
  ['2026-10-25', '20:00', '2026-10-25T19:00Z'],
])('in Berlin %s at %s is %s', (date, time, utc) => {
  expect(startOf(date, time, berlin)).toBe(Date.parse(utc));
});

test.each([
  ['2026-03-28', 23],
  ['2026-03-29', 24],
  ['2026-10-24', 25],
  ['2026-10-25', 24],
])('in Berlin from %s at 20:00 until tomorrow at 20:00 it is %i h', (date, hours) => {
  const tomorrow = startOf(addDays(date, 1), '20:00', berlin);
  expect(tomorrow - startOf(date, '20:00', berlin)).toBe(hours * hour);
  expect([dateIn(berlin, tomorrow), timeIn(berlin, tomorrow)]).toEqual([addDays(date, 1), '20:00']);
});

test.each([
  ['2026-02-28', '00:00'],
  ['2026-02-28', '23:59'],
  ['2028-02-29', '20:00'],
  ['0000-01-01', '00:00'],
  ['9999-12-31', '23:59'],
])('%s at %s exists', (date, time) => {
  expect(startOf(date, time, 'UTC')).toBe(local(date, time));
});

test.each([
  ['2026-02-29', '20:00'],
  ['2026-00-10', '20:00'],
  ['2026-13-10', '20:00'],
  ['2026-11-00', '20:00'],
  ['2026-11-31', '20:00'],
  ['20261122', '20:00'],
  ['+002026-11-22', '20:00'],
  ['2026-11-22 ', '20:00'],
  ['2026-11-22\n', '20:00'],
  ['2026-11-22T00:00', '20:00'],
  ['', '20:00'],
  ['2026-11-22', '24:00'],
  ['2026-11-22', '23:60'],
  ['2026-11-22', '-1:00'],
  ['2026-11-22', '8:00'],
  ['2026-11-22', '2000'],
  ['2026-11-22', '20:00:00'],
  ['2026-11-22', '20:00Z'],
  ['2026-11-22', '20:00\n'],
  ['2026-11-22', ''],
])('%j at %j does not exist', (date, time) => {
  expect(() => startOf(date, time, berlin)).toThrow(RangeError);
});

test('date, time and minute of the day change with the local minute and no earlier, also between two milliseconds', () => {
  const midnight = startOf('2026-11-22', '00:00', berlin);
  const at = (ms: number) => [dateIn(berlin, ms), timeIn(berlin, ms), minuteOfDayIn(berlin, ms)];
  expect(at(midnight - 0.25)).toEqual(['2026-11-21', '23:59', 1_439]);
  expect(at(midnight)).toEqual(['2026-11-22', '00:00', 0]);
  expect(at(midnight + minute - 0.25)).toEqual(['2026-11-22', '00:00', 0]);
  expect(at(midnight + minute)).toEqual(['2026-11-22', '00:01', 1]);
  // Of 02:30 there are two on this day.
  const half = startOf('2026-10-25', '02:30', berlin);
  expect([half, half + hour].map(at)).toEqual([
    ['2026-10-25', '02:30', 150],
    ['2026-10-25', '02:30', 150],
  ]);
});

test('what is no moment, or lies beyond the years of four digits, is refused', () => {
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])
    for (const read of [dateIn, timeIn, minuteOfDayIn]) expect(() => read('UTC', at)).toThrow(RangeError);
  const [first, last] = [local('0000-01-01', '00:00'), local('9999-12-31', '23:59') + minute];
  expect([dateIn('UTC', first), dateIn('UTC', last - 1)]).toEqual(['0000-01-01', '9999-12-31']);
  for (const at of [first - 1, last]) expect(() => dateIn('UTC', at)).toThrow(RangeError);
  expect([addDays('0000-01-02', -1), addDays('9999-12-30', 1)]).toEqual(['0000-01-01', '9999-12-31']);
  expect(() => addDays('0000-01-01', -1)).toThrow(RangeError);
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  for (const days of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => addDays('2026-11-22', days)).toThrow(RangeError);
  expect(() => addDays('2026-02-29', 1)).toThrow(RangeError);
});

const anyDay = fc.integer({ min: Date.UTC(2020, 0, 1) / 24 / hour, max: Date.UTC(2040, 11, 31) / 24 / hour });

test(`days are counted in the calendar of all zones (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -4_000, max: 4_000 }), (day, days) => {
      const date = dateOf(day * 24 * hour);
      expect(addDays(date, days)).toBe(dateOf((day + days) * 24 * hour));
      expect(addDays(addDays(date, days), -days)).toBe(date);
    }),
    { seed },
  );
});

test(`any local time in any zone starts when Intl shows it first, or in a gap as much later as was skipped (seed ${seed})`, () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(zone, anyDay, fc.integer({ min: 0, max: 24 * 60 - 1 }), (name, day, minutes) => {
      const wanted = day * 24 * hour + minutes * minute;
      const clock = new WallClock(name);
      const at = startOf(dateOf(wanted), timeOf(wanted), name);
      expect(at).toBe(clock.moment(wanted));
      const [date, time] = [dateOf(clock.shows(at)), timeOf(clock.shows(at))];
      expect([dateIn(name, at), timeIn(name, at), minuteOfDayIn(name, at)]).toEqual([
        date,
        time,
        (clock.shows(at) / minute) % 1_440,
      ]);
    }),
    { seed, numRuns: 300 },
  );
});

/** For each local date around each change of a zone: that it starts when `Intl` says, and what its clocks show then. */
function around(zone: string, times: (change: number, clock: WallClock) => string[]): void {
  const clock = new WallClock(zone);
  for (const change of changesOf(zone, 2020, 2040)) {
    const changed = dateIn(zone, change);
    const dates = [-1, 0, 1].map((days) => addDays(changed, days));
    for (const time of times(change, clock)) {
      const wanted = dates.map((date) => local(date, time));
      const starts = dates.map((date) => startOf(date, time, zone));
      expect(starts).toEqual(wanted.map((each) => clock.moment(each)));
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      const shown = starts.map((start) => local(dateIn(zone, start), timeIn(zone, start)));
      expect(shown).toEqual(wanted.map((each, i) => (clock.moments(each).length === 0 ? shown[i] : each)));
    }
  }
}

test.each(remarkableZones)('%s has one start on each date around its changes, at its wall time outside gaps', (zone) => {
  around(zone, (change, clock) => ['20:00', timeOf(clock.shows(change)), timeOf(clock.shows(change - minute) + minute)]);
});

test('every zone has one start on each date around its changes', { tags: ['long'], timeout: 1_200_000 }, () => {
  const halfHours = Array.from({ length: 48 }, (_, i) => timeOf(i * 30 * minute));
  for (const zone of Intl.supportedValuesOf('timeZone'))
    around(zone, (change, clock) => [timeOf(clock.shows(change)), timeOf(clock.shows(change - minute)), ...halfHours]);
});

test('every zone has one start on every date from 2020 to 2040', { tags: ['long'], timeout: 1_200_000 }, () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const clock = new WallClock(zone);
    const wrong: string[] = [];
    let before = Number.NEGATIVE_INFINITY;
    for (let date = '2020-01-01'; date < '2041-01-01'; date = addDays(date, 1)) {
      const start = startOf(date, '20:00', zone);
      if (start <= before || clock.shows(start) !== local(date, '20:00')) wrong.push(date);
      before = start;
    }
    expect(wrong, zone).toEqual([]);
  }
});
