import { expect, test } from 'vitest';
import { differsHere, Times } from './times.ts';

const berlin = (language: string, preferred: string) => new Times(language, preferred, 'Europe/Berlin');
const now = Date.UTC(2026, 10, 22, 12);
const evening = Date.UTC(2026, 10, 22, 19);
const hour = 3_600_000;

test('hours are counted as the reader’s first language does, whatever language they read in', () => {
  expect(berlin('en', 'de-DE').time(evening)).toBe('20:00');
  expect(berlin('en', 'en-GB').time(evening)).toBe('20:00');
  expect(berlin('en', 'en-US').time(evening)).toBe('8:00 pm');
  expect(berlin('de', 'en-US').time(evening)).toBe('8:00 PM');
  expect(berlin('fr', 'fr').time(evening - 11 * hour)).toBe('09:00');
  expect(berlin('en', 'de').time(evening, 'Asia/Tokyo')).toBe('04:00');
});

test('a day is named by the reader’s own midnight', () => {
  const times = berlin('en', 'en-GB');
  const midnight = Date.UTC(2026, 10, 22, 23);
  expect([times.when(midnight - 1, now), times.when(midnight, now)]).toEqual(['23:59', 'tomorrow, 00:00']);
  expect([times.when(midnight + 24 * hour - 1, now), times.when(midnight + 24 * hour, now)]).toEqual([
    'tomorrow, 23:59',
    'Tue 24 Nov, 00:00',
  ]);
  const days = [-2, -1, 0, 1, 2].map((each) => times.dayTitle(evening + each * 24 * hour, now));
  expect(days).toEqual(['Friday 20 November', 'Yesterday', 'Today', 'Tomorrow', 'Tuesday 24 November']);
  expect(berlin('de', 'de').dayTitle(evening, now)).toBe('Heute');
});

test('a day with a change of the clock is one day', () => {
  // Summer time ends in Berlin on 25 October 2026, a day of 25 hours.
  const times = berlin('en', 'en-GB');
  const start = Date.UTC(2026, 9, 24, 22);
  expect(times.date(start + 25 * hour - 1) - times.date(start)).toBe(0);
  expect(times.date(start + 25 * hour) - times.date(start)).toBe(1);
});

test('another zone is named only if its clock shows another time', () => {
  expect(differsHere(evening, 'Europe/Berlin', 'Europe/Paris')).toBe(false);
  expect(differsHere(evening, 'Europe/Berlin', 'Europe/London')).toBe(true);
  expect(differsHere(evening, 'Pacific/Auckland', 'Etc/GMT+11')).toBe(true);
});

test('a zone is named in words all year, or by its own name', () => {
  expect(berlin('en', 'en-GB').zoneName(evening)).toBe('Central European Time');
  expect(berlin('de', 'de').zoneName(evening)).toBe('Mitteleuropäische Zeit');
  expect(new Times('en', 'en-GB', 'UTC').zoneName(evening)).toBe('UTC');
});
