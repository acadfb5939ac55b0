import { flawsOf, readCalendar } from '@unspoken/testing/calendar/reader';
import { changesOf, remarkableZones, WallClock } from '@unspoken/testing/wall-clock';
import fc from 'fast-check';
import { tzlib_get_timezones } from 'timezones-ical-library';
import { afterEach, expect, test, vi } from 'vitest';
import { seedOfCommit } from '../../../../tools/seed.ts';
import { type CalendarEvent, type CalendarFile, calendarFile } from './calendar.ts';
import { isZone, startOf } from './zones.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const seed = seedOfCommit();

const start = startOf('2026-11-22', '20:00', 'Europe/Berlin');
const concert: CalendarEvent = {
  uid: 'concert-2026-11-22@example.org',
  sequence: 3,
  start,
  end: start + 15 * minute,
  zone: 'Europe/Berlin',
  title: 'Concert',
  description: 'Bring a friend.\nThe doors open at eight.',
  url: 'https://example.org/concert?day=22&hour=20',
  changedAt: Date.UTC(2026, 9, 1, 12, 30, 15, 999) + 0.75,
};
const published: CalendarFile = { method: 'PUBLISH', product: 'Example' };
const organizer = { name: 'The Club', email: 'club@example.org' };
const requested: CalendarFile = { method: 'REQUEST', product: 'Example', organizer, attendee: { email: 'ann+club@example.org' } };

/** Writes a file, checks its lines, and reads it. */
function reread(events: readonly CalendarEvent[], file = published) {
  const text = calendarFile(events, file);
  expect(flawsOf(text)).toEqual([]);
  return readCalendar(text);
}

/** Writes one event and returns how ical.js reads it. */
function only(change: Partial<CalendarEvent>, file = published) {
  const { events, zones } = reread([{ ...concert, ...change }], file);
  expect(events).toHaveLength(1);
  const [event] = events as [(typeof events)[number]];
  // A zone that the file does not describe would be read as the local time of the reader.
  expect(zones).toEqual(event.zone === 'UTC' ? [] : [event.zone]);
  return event;
}

const originalZone = process.env.TZ;
afterEach(() => {
  vi.useRealTimers();
  if (originalZone === undefined) delete process.env.TZ;
  else process.env.TZ = originalZone;
});

const expected = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
METHOD:REQUEST
BEGIN:VTIMEZONE
TZID:Europe/Berlin
X-LIC-LOCATION:Europe/Berlin
LAST-MODIFIED:20260715T220651Z
BEGIN:DAYLIGHT
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:concert-2026-11-22@example.org
SEQUENCE:3
DTSTAMP:20261001T123015Z
DTSTART;TZID=Europe/Berlin:20261122T200000
DTEND;TZID=Europe/Berlin:20261122T201500
SUMMARY:Concert
DESCRIPTION:Bring a friend.\\nThe doors open at eight.
ORGANIZER;CN="The Club":mailto:club@example.org
ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:MAILTO:ann+club
 @example.org
URL;VALUE=URI:https://example.org/concert?day=22&hour=20
STATUS:CONFIRMED
LAST-MODIFIED:20261001T123015Z
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');

test('a file has exactly these bytes, at any time and on a machine in any zone', () => {
  expect(calendarFile([concert], requested)).toBe(expected);
  vi.useFakeTimers({ now: Date.UTC(2031, 6, 1) });
  for (const zone of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
    process.env.TZ = zone;
    expect(calendarFile([concert], requested)).toBe(expected);
  }
});

test('a reader gets every property as it was given', () => {
  const { method, product, name, events } = reread([concert], { ...requested, name: 'Club; nights, \\ days' });
  expect([method, product, name]).toEqual(['REQUEST', '-//Example//EN', 'Club; nights, \\ days']);
  const { uid, sequence, end, zone, title, description, url } = concert;
  const changedAt = Math.floor(concert.changedAt / second) * second;
  expect(events).toMatchObject([
    { uid, sequence, start, end, zone, title, description, url, changedAt, stamp: changedAt, status: 'CONFIRMED' },
  ]);
  expect(events[0]?.organizerName).toBe(organizer.name);
  expect([events[0]?.organizer, ...(events[0]?.attendees ?? [])].map((each) => each?.toLowerCase())).toEqual([
    'mailto:club@example.org',
    'mailto:ann+club@example.org',
  ]);
});

test('an event that is called off is cancelled, in a file that cancels and in one that publishes', () => {
  expect(only({ cancelled: true }).status).toBe('CANCELLED');
  expect(only({ cancelled: false }).status).toBe('CONFIRMED');
  const { method, events } = reread([concert], { ...requested, method: 'CANCEL' });
  expect([method, events[0]?.status, events[0]?.uid]).toEqual(['CANCEL', 'CANCELLED', concert.uid]);
});

test('a file may have no event, or many in several zones, each described once', () => {
  expect(reread([])).toMatchObject({ events: [], zones: [] });
  const zones = ['Asia/Calcutta', 'Europe/Berlin', 'Asia/Calcutta', 'UTC', 'America/New_York'];
  const file = reread(zones.map((zone, i) => ({ ...concert, uid: `${i}@example.org`, zone })));
  expect(file.events.map(({ zone }) => zone)).toEqual(zones);
  expect(file.zones).toEqual(['Asia/Calcutta', 'Europe/Berlin', 'America/New_York']);
  expect(file.events.map(({ start: at, end }) => [at, end])).toEqual(zones.map(() => [concert.start, concert.end]));
});

test.each([
  ['in summer', '2026-07-01T18:00Z', 15 * minute, 'Europe/Berlin'],
  ['in winter', '2026-12-01T19:00Z', 15 * minute, 'Europe/Berlin'],
  ['until the clocks skip an hour', '2026-03-29T00:45Z', 15 * minute - second, 'Europe/Berlin'],
  ['across the skipped hour', '2026-03-29T00:45Z', 30 * minute, 'Europe/Berlin'],
  ['until a second before the repeated hour', '2026-10-24T23:30Z', 30 * minute - second, 'Europe/Berlin'],
  ['until the repeated hour', '2026-10-24T23:30Z', 30 * minute, 'UTC'],
  ['in the repeated hour, the first time', '2026-10-25T00:10Z', 15 * minute, 'UTC'],
  ['in the repeated hour, the second time', '2026-10-25T01:10Z', 15 * minute, 'UTC'],
  ['from its last second', '2026-10-25T01:59:59Z', 15 * minute, 'UTC'],
  ['from its end', '2026-10-25T02:00Z', 15 * minute, 'Europe/Berlin'],
  ['across the repeated hour', '2026-10-24T23:30Z', 3 * hour, 'Europe/Berlin'],
])('an event in Berlin %s (%s) is written in the zone if that is clear, else in UTC', (_, at, length, zone) => {
  const event = { start: Date.parse(at), end: Date.parse(at) + length };
  expect(only(event)).toMatchObject({ ...event, zone });
});

test.each([
  ['Africa/Casablanca', '2025-07-01', 'UTC'],
  ['Europe/Volgograd', '2020-07-01', 'UTC'],
  ['Europe/Volgograd', '2021-07-01', 'Europe/Volgograd'],
  ['America/Asuncion', '2023-07-01', 'UTC'],
  ['America/Asuncion', '2026-07-01', 'America/Asuncion'],
])('a file has the rules of today: an event in %s on %s is written in %s', (zone, date, written) => {
  const at = startOf(date, '20:00', zone);
  expect(only({ zone, start: at, end: at + hour })).toMatchObject({ start: at, end: at + hour, zone: written });
});

const anyZone = fc.constantFrom(...(tzlib_get_timezones() as string[]).filter(isZone));
const anyMinute = fc.integer({ min: Date.UTC(2020, 0, 1) / minute, max: Date.UTC(2040, 11, 31) / minute }).map((n) => n * minute);
const anyLength = fc.integer({ min: 5, max: 120 }).map((minutes) => minutes * minute);

test(`any event in any zone is read as it was given (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyZone, anyMinute, anyLength, (zone, at, length) => {
      const event = only({ zone, start: at, end: at + length });
      expect([event.start, event.end]).toEqual([at, at + length]);
      expect([zone, 'UTC']).toContain(event.zone);
    }),
    { seed, numRuns: 100 },
  );
});

/** Writes events around a change of a zone, as one file, and expects that each is read as it was given. */
function around(zone: string, change: number): void {
  const starts = Array.from({ length: 13 }, (_, i) => change + (i - 9) * 20 * minute);
  const evening = new Date(new WallClock(zone).shows(change)).toISOString().slice(0, 10);
  starts.push(startOf(evening, '20:00', zone), startOf(evening, '02:30', zone), change - second, change + day);
  const given = starts.map((at, i) => ({ ...concert, uid: `${i}@example.org`, zone, start: at, end: at + 15 * minute }));
  const read = reread(given).events.map((event) => [event.start, event.end]);
  expect(read, `${zone}, ${new Date(change).toISOString()}`).toEqual(given.map((event) => [event.start, event.end]));
}

test(`an event near a change of the clocks is read as it was given (seed ${seed})`, () => {
  const changes = remarkableZones.flatMap((zone) => changesOf(zone, 2020, 2040).map((change) => ({ zone, change })));
  for (const { zone, change } of fc.sample(fc.constantFrom(...changes), { seed, numRuns: 15 })) around(zone, change);
});

test('an event near any change of any zone is read as it was given', { tags: ['long'], timeout: 1_200_000 }, () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) for (const change of changesOf(zone, 2020, 2040)) around(zone, change);
});

test('an evening of every second week in any zone is read as it was given', { tags: ['long'], timeout: 1_200_000 }, () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const evenings = Array.from({ length: 548 }, (_, i) => Date.UTC(2020, 0, 1) + i * 14 * day);
    const given = evenings.map((at, i) => {
      const begin = startOf(new Date(at).toISOString().slice(0, 10), '20:00', zone);
      return { ...concert, uid: `${i}@example.org`, zone, start: begin, end: begin + 15 * minute };
    });
    const read = reread(given).events.map((event) => [event.start, event.end]);
    expect(read, zone).toEqual(given.map((event) => [event.start, event.end]));
  }
});

/** Texts in which a reader could see the end of a line, and others. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({
    unit: fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\0',
      '\t',
      '\v',
      '\x85',
      '\u2028',
      ':',
      ';',
      ',',
      '"',
      '\\',
      '^',
      'é',
      '💙',
      '\ud800',
      'a',
    ),
  }),
  fc.constant('a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTENDEE:mailto:eve@example.org\r\n'),
);

test(`no text adds a line, a property or an event (seed ${seed})`, () => {
  const plain = reread([concert], { ...requested, name: 'Club' });
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 7, maxLength: 7 }), (texts) => {
      const [title, description, name, product, organizerName, local, path] = texts as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const file = reread([{ ...concert, title, description, url: `https://example.org/${path}` }], {
        ...{ method: 'REQUEST', name: `Club ${name}`, product: `Example ${product}` },
        organizer: { name: `Club ${organizerName}`, email: `${local}@example.org` },
        attendee: { email: `${local}@example.org` },
      });
      expect([file.properties, file.events.map(({ properties }) => properties)]).toEqual([
        plain.properties,
        [plain.events[0]?.properties],
      ]);
      const asLine = title.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
      expect(file.events).toMatchObject([
        { title: asLine, start: concert.start, end: concert.end, zone: concert.zone, uid: concert.uid },
      ]);
    }),
    { seed, numRuns: 100 },
  );
});

test('an address may have any character', () => {
  const email = `o'x+y,z;?#%\\"é @example.org`;
  const read = only({}, { ...requested, organizer: { name: 'Club', email }, attendee: { email } });
  const address = "o'x+y%2Cz%3B%3F%23%25%5C%22%C3%A9%20@example.org";
  expect([read.organizer, ...read.attendees]).toEqual([`mailto:${address}`, `MAILTO:${address}`]);
});

test('a title becomes one line, and a description keeps its lines', () => {
  const event = only({ title: 'a\r\nb\rc\nd\u2028e\tf\0g', description: 'a\r\nb\rc\nd\u2028e\tf\0g\n\n"h", \\i;' });
  expect(event.title).toBe('a b c d e f g');
  expect(event.description).toBe('a\nb\nc\nd\ne f g\n\n"h", \\i;');
});

test.each([60, 66, 67, 68, 140, 150].flatMap((length) => ['a', 'é', '€', '💙'].map((letter) => [length, letter] as const)))(
  'a title of %i times %s is folded and read whole',
  (length, letter) => {
    expect(only({ title: letter.repeat(length) }).title).toBe(letter.repeat(length));
  },
);

test.each<[string, Partial<CalendarEvent>]>([
  ['a UID of one character', { uid: 'a' }],
  ['a UID of 255 characters', { uid: 'a'.repeat(255) }],
  ['the first sequence number', { sequence: 0 }],
  ['the last sequence number', { sequence: 2 ** 31 - 1 }],
  ['an event of one second', { end: concert.start + second }],
  ['a link of a zone', { zone: 'Asia/Calcutta' }],
  ['no title and no description', { title: '', description: '' }],
])('%s is written', (_, change) => {
  expect(only(change)).toMatchObject(change);
});

test.each<[string, Partial<CalendarEvent>]>([
  ['an empty UID', { uid: '' }],
  ['a UID of 256 characters', { uid: 'a'.repeat(256) }],
  ['a UID with a line break', { uid: 'a\r\nATTENDEE:b' }],
  ['a UID that ends with one', { uid: 'a\n' }],
  ['a UID with a comma', { uid: 'a,b' }],
  ['a negative sequence number', { sequence: -1 }],
  ['a sequence number that is too large', { sequence: 2 ** 31 }],
  ['a fraction of one', { sequence: 0.5 }],
  ['an event without length', { end: concert.start }],
  ['an event that ends before it starts', { end: concert.start - second }],
  ['a start between two seconds', { start: concert.start + 1 }],
  ['an end between two seconds', { end: concert.end - 1 }],
  ['a start that is no number', { start: Number.NaN }],
  ['an end that is no number', { end: Number.NaN }],
  ['a change at no time', { changedAt: Number.NaN }],
  ['an offset instead of a zone', { zone: '+01:00' }],
  ['an unknown zone', { zone: 'Europe/Atlantis' }],
  ['a zone with a line break', { zone: 'Europe/Berlin\r\nX-A:b' }],
])('%s is refused', (_, change) => {
  expect(() => calendarFile([{ ...concert, ...change }], published)).toThrow(RangeError);
});

test('what is no URL is refused', () => {
  for (const url of ['', 'concert', '/concert']) expect(() => calendarFile([{ ...concert, url }], published)).toThrow(TypeError);
});

test('a file has the parties that its method requires, and no others', () => {
  const { attendee } = requested as { attendee: { email: string } };
  const product = 'Example';
  const write = (file: Omit<CalendarFile, 'product'>) => () => calendarFile([concert], { product, ...file });
  for (const file of [{ method: 'REQUEST', organizer }, { method: 'REQUEST', attendee }, { method: 'CANCEL' }] as const)
    expect(write(file)).toThrow(RangeError);
  expect(write({ method: 'PUBLISH', attendee })).toThrow(RangeError);
  for (const file of [{ method: 'CANCEL', organizer }, { method: 'PUBLISH', organizer }, { method: 'PUBLISH' }] as const)
    expect(write(file)).not.toThrow();
});
