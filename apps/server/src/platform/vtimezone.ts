import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';

/** One STANDARD or DAYLIGHT part of a VTIMEZONE (RFC 5545, 3.6.5). Offsets from UTC in ms; local times in ms, as if they were UTC. */
interface Observance {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  /** When it begins each year; without it, it begins once, at `start`. */
  readonly yearly: Yearly | undefined;
}

/** The `nth` weekday (0 is Sunday) of a month (0 is January); -1 is the last. */
interface Yearly {
  readonly month: number;
  readonly nth: number;
  readonly weekday: number;
}

/** The rules of a zone in a calendar file, and what a reader makes of them. */
export interface Vtimezone {
  /** The component as text, with CRLF. */
  readonly text: string;
  /** Every moment at which a local time (ms, as if it were UTC) can be read by these rules, epoch ms: one, except near a change. */
  readings(local: number): number[];
}

const [hour, day] = [3_600_000, 86_400_000];
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The only forms of the library: a rule of another form must not be misread. */
const observanceForm = new RegExp(
  [
    'BEGIN:(?<kind>STANDARD|DAYLIGHT)',
    'TZNAME:[^\\r\\n]+',
    'TZOFFSETFROM:(?<from>[+-]\\d{4})',
    'TZOFFSETTO:(?<to>[+-]\\d{4})',
    'DTSTART:(?<start>\\d{8}T\\d{6})',
    '(?:RRULE:FREQ=YEARLY;BYMONTH=(?<month>\\d+);BYDAY=(?<nth>-1|[1-4])(?<weekday>[A-Z]{2})\\r\\n)?END:\\k<kind>\\r\\n',
  ].join('\\r\\n'),
  'g',
);
const headForm = /^BEGIN:VTIMEZONE\r\nTZID:\S+\r\nX-LIC-LOCATION:\S+\r\nLAST-MODIFIED:\d{8}T\d{6}Z\r\nEND:VTIMEZONE$/;

const known: ReadonlySet<string> = new Set(tzlib_get_timezones());
const read = new Map<string, Vtimezone | undefined>();

/**
 * The VTIMEZONE of a zone, under the name that is asked for, also if that is a link. Undefined if the library has none, or one in a
 * form that is not understood here. The library gives each zone the rules of today for all years, so some local times are read wrongly.
 */
export function vtimezoneOf(zone: string): Vtimezone | undefined {
  // The library reports a zone that it does not know on the console.
  if (!known.has(zone)) return undefined;
  if (!read.has(zone)) read.set(zone, parse(zone, tzlib_get_ical_block(zone)[0] ?? ''));
  return read.get(zone);
}

function parse(zone: string, block: string): Vtimezone | undefined {
  const observances = [...block.matchAll(observanceForm)].map(({ groups }) => observance(groups as Record<string, string>));
  if (observances.length === 0 || !headForm.test(block.replace(observanceForm, ''))) return undefined;
  const offsets = [...new Set(observances.flatMap(({ from, to }) => [from, to]))];
  return {
    text: block.replace(/^(TZID|X-LIC-LOCATION):.*$/gm, (_, name) => `${name}:${zone}`),
    readings: (local) => offsets.map((offset) => local - offset).filter((at) => offsetAt(observances, at) === local - at),
  };
}

function observance({ from = '', to = '', start = '', month, nth, weekday = '' }: Record<string, string>): Observance {
  const yearly = { month: Number(month) - 1, nth: Number(nth), weekday: weekdays.indexOf(weekday) };
  return { from: offsetOf(from), to: offsetOf(to), start: localOf(start), yearly: month === undefined ? undefined : yearly };
}

/** An offset of the form +HHMM, in ms. */
const offsetOf = (text: string): number =>
  (text.startsWith('-') ? -1 : 1) * (Number(text.slice(1, 3)) + Number(text.slice(3)) / 60) * hour;

/** A local time of the form YYYYMMDDTHHMMSS, in ms as if it were UTC. */
const localOf = (text: string): number => Date.parse(text.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));

/** The offset of the observance that began last before `at` or then, ms. Undefined before the first. */
function offsetAt(observances: readonly Observance[], at: number): number | undefined {
  const begun = observances.map((each) => ({ offset: each.to, onset: lastOnset(each, at) })).filter(({ onset }) => onset <= at);
  return begun.sort((one, other) => other.onset - one.onset)[0]?.offset;
}

/** When an observance began last before `at` or then; after `at` if it never did. Epoch ms. */
function lastOnset({ from, start, yearly }: Observance, at: number): number {
  if (!yearly) return start - from;
  const year = new Date(at).getUTCFullYear();
  // The local year may be another one than that of UTC.
  const onsets = [year - 1, year, year + 1].map((each) => onsetIn(each, yearly) + (start % day) - from);
  return Math.max(start - from, ...onsets.filter((onset) => onset <= at));
}

/** The day on which a yearly rule falls, as ms at 0:00. */
function onsetIn(year: number, { month, nth, weekday }: Yearly): number {
  const first = new Date(nth > 0 ? Date.UTC(year, month, 1) : Date.UTC(year, month + 1, 0));
  const ahead = nth > 0 ? (weekday - first.getUTCDay() + 7) % 7 : -((first.getUTCDay() - weekday + 7) % 7);
  return first.getTime() + (ahead + (nth > 0 ? nth - 1 : 0) * 7) * day;
}
