import { expect, test, vi } from 'vitest';
import { calendarFile } from './calendar.ts';
import { vtimezoneOf } from './vtimezone.ts';

/** What the library would answer instead, for one zone. */
const replaced = vi.hoisted(() => new Map<string, string>());

vi.mock('timezones-ical-library', async (original) => {
  const library = await original<typeof import('timezones-ical-library')>();
  const block = (zone: string) => {
    const instead = replaced.get(zone);
    return instead === undefined ? library.tzlib_get_ical_block(zone) : [instead, `TZID=${zone}`];
  };
  return { ...library, tzlib_get_ical_block: block };
});

const hour = 3_600_000;
const event = {
  ...{ uid: 'a@example.org', sequence: 0, start: Date.UTC(2026, 10, 22, 19), end: Date.UTC(2026, 10, 22, 20), changedAt: 0 },
  ...{ title: 'Concert', description: '', url: 'https://example.org/' },
};

const part = (kind: string, [from, to]: readonly [string, string], rule = '', start = '19700101T000000') =>
  `BEGIN:${kind}\r\nTZNAME:X\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nDTSTART:${start}\r\n${rule}END:${kind}\r\n`;
const block = (...parts: string[]) =>
  `BEGIN:VTIMEZONE\r\nTZID:Any\r\nX-LIC-LOCATION:Any\r\nLAST-MODIFIED:20260715T220651Z\r\n${parts.join('')}END:VTIMEZONE`;
/** A zone without changes. */
const constant = (offset: string, rule = '') => part('STANDARD', [offset, offset], rule);

test('a zone is described under the name that is asked for, also if that is a link', () => {
  expect(vtimezoneOf('Asia/Calcutta')?.text).toContain('\r\nTZID:Asia/Calcutta\r\nX-LIC-LOCATION:Asia/Calcutta\r\n');
  expect(vtimezoneOf('Asia/Calcutta')?.text).not.toContain('Kolkata');
});

test('a zone that the library does not know is not described, and nothing is printed', () => {
  const printed = vi.spyOn(console, 'error');
  for (const zone of ['Europe/Atlantis', '', '__proto__', 'Europe']) expect(vtimezoneOf(zone)).toBeUndefined();
  expect(printed).not.toHaveBeenCalled();
});

test('a local time has one reading, except two in the repeated hour and none in the skipped one', () => {
  const readings = (local: string) => vtimezoneOf('Europe/Berlin')?.readings(Date.parse(local)).toSorted();
  const at = (...moments: string[]) => moments.map((moment) => Date.parse(moment));
  expect(readings('2026-03-29T01:59:59Z')).toEqual(at('2026-03-29T00:59:59Z'));
  expect(readings('2026-03-29T02:00Z')).toEqual([]);
  expect(readings('2026-03-29T02:59:59Z')).toEqual([]);
  expect(readings('2026-03-29T03:00Z')).toEqual(at('2026-03-29T01:00Z'));
  expect(readings('2026-10-25T01:59:59Z')).toEqual(at('2026-10-24T23:59:59Z'));
  expect(readings('2026-10-25T02:00Z')).toEqual(at('2026-10-25T00:00Z', '2026-10-25T01:00Z'));
  expect(readings('2026-10-25T02:59:59Z')).toEqual(at('2026-10-25T00:59:59Z', '2026-10-25T01:59:59Z'));
  expect(readings('2026-10-25T03:00Z')).toEqual(at('2026-10-25T02:00Z'));
});

test('a new year is read by the rule of the year before, in local time', () => {
  const readings = (zone: string, local: string) => vtimezoneOf(zone)?.readings(Date.parse(local));
  expect(readings('Pacific/Auckland', '2027-01-01T00:30Z')).toEqual([Date.parse('2026-12-31T11:30Z')]);
  expect(readings('America/New_York', '2026-12-31T23:30Z')).toEqual([Date.parse('2027-01-01T04:30Z')]);
});

test.each([
  ['nothing', 'Africa/Abidjan', ''],
  ['no part', 'Africa/Algiers', block()],
  ['a part that is added', 'Africa/Cairo', block(constant('+0100'), 'BEGIN:OTHER\r\nEND:OTHER\r\n')],
  ['dates of their own', 'Africa/Ceuta', block(constant('+0100', 'RDATE:20260101T000000\r\n'))],
  ['a rule that ends', 'Africa/Lagos', block(constant('+0100', 'RRULE:FREQ=YEARLY;UNTIL=20300101T000000Z\r\n'))],
  ['a rule for one day of a month', 'Africa/Maputo', block(constant('+0100', 'RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=3\r\n'))],
  ['an offset with seconds', 'Africa/Nairobi', block(constant('+010030'))],
  ['another header', 'Africa/Tripoli', block(constant('+0100')).replace('X-LIC-LOCATION', 'X-OTHER')],
])('an event in a zone of which the library says %s is written in UTC', (_, zone, text) => {
  replaced.set(zone, text);
  expect(vtimezoneOf(zone)).toBeUndefined();
  const file = calendarFile([{ ...event, zone }], { method: 'PUBLISH', product: 'Example' });
  expect(file).toContain('\r\nDTSTART:20261122T190000Z\r\n');
  expect(file).not.toContain('TZID');
});

test('the rules of the year before hold until those of this year begin, in local time', () => {
  const standard = part('STANDARD', ['+1400', '+1300'], 'RRULE:FREQ=YEARLY;BYMONTH=6;BYDAY=1SU\r\n', '19700607T000000');
  const daylight = part('DAYLIGHT', ['+1300', '+1400'], 'RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=1FR\r\n', '19710101T000000');
  replaced.set('Pacific/Apia', block(standard, daylight));
  const readings = (local: string) => vtimezoneOf('Pacific/Apia')?.readings(Date.parse(local));
  expect(readings('2026-12-31T23:59Z')).toEqual([Date.parse('2026-12-31T10:59Z')]);
  expect(readings('2027-01-01T00:30Z')).toEqual([]);
  expect(readings('2027-01-01T01:00Z')).toEqual([Date.parse('2026-12-31T11:00Z')]);
  expect(readings('2028-01-06T12:00Z')).toEqual([Date.parse('2028-01-05T23:00Z')]);
  expect(readings('1969-12-31T23:00Z')).toEqual([]);
});

const isInUtc = (zone: string, start: string) => {
  const at = Date.parse(start);
  const file = calendarFile([{ ...event, zone, start: at, end: at + 2 * hour }], { method: 'PUBLISH', product: 'Example' });
  return !file.includes('TZID');
};

test('an event is written in UTC where the library has another offset than Temporal', () => {
  replaced.set('Asia/Tokyo', block(constant('+0800')));
  expect(vtimezoneOf('Asia/Tokyo')?.readings(event.start)).toEqual([event.start - 8 * hour]);
  expect(isInUtc('Asia/Tokyo', '2026-11-22T19:00Z')).toBe(true);
});

test('an event is written in UTC if its time is repeated for the library only', () => {
  const daylight = part('DAYLIGHT', ['+0900', '+1000'], 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=1MO\r\n', '19700302T000000');
  const standard = part('STANDARD', ['+1000', '+0900'], 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4MO\r\n', '19701123T043000');
  replaced.set('Asia/Seoul', block(daylight, standard));
  expect(vtimezoneOf('Asia/Seoul')?.readings(Date.parse('2026-11-23T04:00Z'))).toEqual(
    ['2026-11-22T19:00Z', '2026-11-22T18:00Z'].map((moment) => Date.parse(moment)),
  );
  expect(isInUtc('Asia/Seoul', '2026-11-22T19:00Z')).toBe(true);
  expect(isInUtc('Asia/Seoul', '2026-11-22T19:30Z')).toBe(false);
});

test('an event is written in UTC if its time is repeated for Temporal only', () => {
  replaced.set('Europe/Rome', block(constant('+0100')));
  expect(isInUtc('Europe/Rome', '2026-10-25T01:59Z')).toBe(true);
  expect(isInUtc('Europe/Rome', '2026-10-25T02:00Z')).toBe(false);
});
