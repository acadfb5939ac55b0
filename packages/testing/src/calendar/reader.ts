import ICAL from 'ical.js';

/** RFC 5545, 3.1: octets of a line, without its CRLF. */
const longestLine = 75;

export interface ReadEvent {
  /** The names of its properties, in order. */
  readonly properties: readonly string[];
  readonly uid: string;
  readonly sequence: number;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** The zone it is written in, or UTC. */
  readonly zone: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly status: string;
  /** DTSTAMP, epoch ms. */
  readonly stamp: number;
  readonly changedAt: number;
  readonly organizer: string | undefined;
  readonly organizerName: string | undefined;
  readonly attendees: readonly string[];
}

export interface ReadCalendar {
  readonly method: string;
  readonly product: string;
  readonly name: string | undefined;
  readonly properties: readonly string[];
  /** The zones that the file describes. */
  readonly zones: readonly string[];
  readonly events: readonly ReadEvent[];
}

/** What violates RFC 5545 in the lines of a file, as lines to print. */
export function flawsOf(text: string): string[] {
  const lines = text.split('\r\n');
  const flaws = lines.pop() === '' ? [] : ['the last line does not end'];
  for (const each of lines) {
    if (Buffer.byteLength(each) > longestLine) flaws.push(`too long: ${each}`);
    if (/[^\P{Cc}\t]/u.test(each)) flaws.push(`a control character: ${JSON.stringify(each)}`);
    if (!each.isWellFormed()) flaws.push(`half a surrogate pair: ${JSON.stringify(each)}`);
    if (each.trim() === '') flaws.push('an empty line');
  }
  return flaws;
}

/** Reads a calendar file by ical.js, with nothing but the zones that the file describes. */
export function readCalendar(text: string): ReadCalendar {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const value = (name: string) => calendar.getFirstPropertyValue(name);
  return {
    method: String(value('method')),
    product: String(value('prodid')),
    // ical.js does not know this property (RFC 7986, 5.1) as text, and leaves its escapes.
    name: value('name')
      ?.toString()
      .replace(/\\([\\;,])/g, '$1'),
    properties: calendar.getAllProperties().map(({ name }) => name),
    zones: calendar.getAllSubcomponents('vtimezone').map((each) => String(each.getFirstPropertyValue('tzid'))),
    events: calendar.getAllSubcomponents('vevent').map(readEvent),
  };
}

function readEvent(component: ICAL.Component): ReadEvent {
  const event = new ICAL.Event(component);
  const text = (name: string) => String(component.getFirstPropertyValue(name));
  const moment = (name: string) => (component.getFirstPropertyValue(name) as ICAL.Time).toUnixTime() * 1_000;
  const organizer = component.getFirstProperty('organizer');
  return {
    properties: component.getAllProperties().map(({ name }) => name),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toUnixTime() * 1_000,
    end: event.endDate.toUnixTime() * 1_000,
    zone: event.startDate.zone?.tzid ?? '',
    title: event.summary,
    description: event.description,
    url: text('url'),
    status: text('status'),
    stamp: moment('dtstamp'),
    changedAt: moment('last-modified'),
    organizer: organizer?.getFirstValue()?.toString(),
    organizerName: organizer?.getFirstParameter('cn'),
    attendees: component.getAllProperties('attendee').map((each) => String(each.getFirstValue())),
  };
}
