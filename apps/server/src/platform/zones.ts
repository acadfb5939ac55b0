import { Temporal } from 'temporal-polyfill';
import { tzlib_get_timezones } from 'timezones-ical-library';

// The rules of the zones are those of Node (`process.versions.tz`), so a new release of the IANA database comes with a new Node.

/**
 * Every name that the IANA database knows, spelt as there. `Intl` lists one name for each zone and leaves out the other links
 * (Asia/Kolkata); the library lists the links, and knows no zone that is newer than itself.
 */
const listed: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), ...tzlib_get_timezones()]);

/** Whether this is the name of a zone or a link of the IANA database, spelt as there. An offset such as +02:00 is none. */
export function isZone(name: string): boolean {
  if (!listed.has(name)) return false;
  try {
    // The library also lists names of its own (CT), which nothing else knows.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name;
  } catch {
    return false;
  }
}

/**
 * When the wall clocks of a zone show `time` (HH:MM) on `date` (YYYY-MM-DD), epoch ms. A time that clocks show twice is the
 * earlier one; a time that they skip is as much later as they skip (RFC 5545, 3.3.5). Throws a `RangeError` for a date, a time
 * or a zone that does not exist.
 */
export function startOf(date: string, time: string, zone: string): number {
  if (!/^\d\d:\d\d$/.test(time)) throw new RangeError('not a time of the form HH:MM');
  const plainTime = Temporal.PlainTime.from(time);
  return plainDate(date).toZonedDateTime({ timeZone: checked(zone), plainTime }).epochMilliseconds;
}

/** The local date in a zone at `at` (epoch ms), YYYY-MM-DD. Throws a `RangeError` for an unknown zone, or beyond year 9999. */
export const dateIn = (zone: string, at: number): string => written(wall(zone, at).toPlainDate());

/** The wall time in a zone at `at` (epoch ms), HH:MM; seconds are cut off. Throws a `RangeError` for an unknown zone. */
export const timeIn = (zone: string, at: number): string => wall(zone, at).toPlainTime().toString({ smallestUnit: 'minute' });

/** The minutes that the wall clock of a zone shows since 0:00 at `at` (epoch ms): 0 to 1439, also on a day of 23 or 25 hours. */
export function minuteOfDayIn(zone: string, at: number): number {
  const { hour, minute } = wall(zone, at);
  return hour * 60 + minute;
}

/**
 * The date `days` days after `date` (both YYYY-MM-DD), or before it if that is negative. Dates have no zone, so no change
 * of the clocks affects this. Throws a `RangeError` for a date that does not exist, for a fraction, or beyond year 9999.
 */
export const addDays = (date: string, days: number): string => written(plainDate(date).add({ days }));

/** Clocks of a process have fractions of a millisecond, which Temporal does not take. */
const wall = (zone: string, at: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(checked(zone));

/** Temporal would also take an offset, a timestamp that names a zone, and any spelling. */
function checked(zone: string): string {
  if (!isZone(zone)) throw new RangeError('not a zone of the IANA database');
  return zone;
}

/** Temporal would also take a timestamp, and forms without hyphens. */
function plainDate(date: string): Temporal.PlainDate {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new RangeError('not a date of the form YYYY-MM-DD');
  return Temporal.PlainDate.from(date);
}

/** ISO 8601 writes years beyond 9999 with a sign and six digits. */
function written(date: Temporal.PlainDate): string {
  if (date.year < 0 || date.year > 9_999) throw new RangeError('a year that four digits cannot write');
  return date.toString();
}
