import ical, { ICalAttendeeStatus, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { vtimezoneOf } from './vtimezone.ts';
import { isZone } from './zones.ts';

/** A single event. Its title becomes one line, its description may have several. */
export interface CalendarEvent {
  /** Names the event in all of its files: printable ASCII, at most 255 characters (RFC 7986, 5.3). */
  uid: string;
  /** 0, and one more with each change: readers ignore a file whose number is lower than the one they have. */
  sequence: number;
  /** Epoch ms, in whole seconds. */
  start: number;
  /** Epoch ms, in whole seconds, after the start. */
  end: number;
  /** The IANA zone whose wall time the event keeps. */
  zone: string;
  title: string;
  description: string;
  /** An absolute URL. */
  url: string;
  /** The last change, epoch ms: DTSTAMP and LAST-MODIFIED. Fractions of a second are cut off. */
  changedAt: number;
  cancelled?: boolean;
}

/** What a calendar file is for (RFC 5546): to publish events, or to invite one attendee to them or call them off. */
export interface CalendarFile {
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  /** The name of the program that writes the file. */
  product: string;
  /** The name of the calendar, for one that is subscribed to. */
  name?: string;
  organizer?: { name: string; email: string };
  /** Who has accepted the invitation. */
  attendee?: { email: string };
}

/**
 * Writes events as an iCalendar file (RFC 5545): lines end with CRLF and have at most 75 octets. The same input gives the same bytes.
 *
 * An event is written in its zone, whose VTIMEZONE is in the file. If a reader could take its start or end for another moment, it is
 * written in UTC. Text that comes from people cannot add a line or a property.
 *
 * Throws a `RangeError` for what no reader would understand, such as an unknown zone, and for a file without the parties that its
 * method requires (RFC 5546, 3.2): an organizer unless it is published, and an attendee of a request. Throws a `TypeError` for a URL
 * that is none.
 */
export function calendarFile(events: readonly CalendarEvent[], file: CalendarFile): string {
  const { method, product, name, organizer, attendee } = file;
  if (method !== 'PUBLISH' && !organizer) throw new RangeError(`${method} without an organizer`);
  if (method === 'REQUEST' && !attendee) throw new RangeError('REQUEST without an attendee');
  if (method === 'PUBLISH' && attendee) throw new RangeError('PUBLISH with an attendee');
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: `//${escaped(product)}//EN` });
  if (name !== undefined) calendar.name(escaped(name));
  calendar.timezone({ name: null, generator: (zone) => vtimezoneOf(zone)?.text ?? null });
  for (const event of events)
    calendar.createEvent({
      ...written(event, method),
      ...(organizer && { organizer: { name: line(organizer.name), email: address(organizer.email) } }),
      ...(attendee && { attendees: [{ email: address(attendee.email), status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] }),
    });
  // The library leaves out the end of the last line.
  return `${calendar.toString()}\r\n`;
}

function written(event: CalendarEvent, method: CalendarFile['method']): ICalEventData {
  const { uid, sequence, start, end, zone, title, description, url, changedAt, cancelled = false } = event;
  if (!/^[\w.@+:-]{1,255}$/.test(uid)) throw new RangeError('not a UID');
  if (!(Number.isInteger(sequence) && sequence >= 0 && sequence < 2 ** 31)) throw new RangeError('not a sequence number');
  if (start % 1_000 !== 0 || end % 1_000 !== 0) throw new RangeError('a time with a fraction of a second');
  if (!(end > start)) throw new RangeError('an event that does not end after its start');
  if (!isZone(zone)) throw new RangeError('not a zone of the IANA database');
  const isClear = [start, end].every((at) => isUnambiguous(at, zone));
  const changed = Temporal.Instant.fromEpochMilliseconds(Math.floor(changedAt));
  return {
    id: uid,
    sequence,
    start: zoned(start, zone),
    end: zoned(end, zone),
    timezone: isClear ? zone : null,
    summary: line(title),
    description: lines(description),
    url: new URL(url).href.replace(/[\\;,]/g, encodeURIComponent),
    stamp: changed,
    lastModified: changed,
    status: cancelled || method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  };
}

const zoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

/**
 * Whether the wall time that a zone shows at `at` can be read as no other moment: neither by the VTIMEZONE, nor by a reader with a
 * time zone database of its own. Readers resolve gaps and overlaps differently, so a time in either is not clear.
 */
function isUnambiguous(at: number, zone: string): boolean {
  const wall = zoned(at, zone).toPlainDateTime();
  const [reading, ...others] = vtimezoneOf(zone)?.readings(wall.toZonedDateTime('UTC').epochMilliseconds) ?? [];
  if (reading !== at || others.length > 0) return false;
  const moments = (['earlier', 'later'] as const).map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }));
  return moments.every(({ epochMilliseconds }) => epochMilliseconds === at);
}

/** Everything that some reader takes for the end of a line, and other control characters; half a surrogate pair is replaced. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/** One line. The library escapes it where it is the value of a property or a parameter. */
const line = (text: string): string => text.toWellFormed().replace(breaks, ' ');

/** Several lines, which the library escapes. */
const lines = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map(line)
    .join('\n');

/** One line as the value of a property that the library does not escape (RFC 5545, 3.3.11). */
const escaped = (text: string): string => line(text).replace(/[\\;,]/g, '\\$&');

/** An address as in a `mailto:` URL (RFC 6068). */
const address = (email: string): string => encodeURI(email.toWellFormed()).replace(/[;,?#]/g, encodeURIComponent);
