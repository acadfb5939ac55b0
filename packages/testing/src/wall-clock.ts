const minute = 60_000;
const hour = 60 * minute;

/** Further from a local time, read as UTC, than any zone is from UTC, and nearer than two changes of a zone follow each other. */
const reach = 36 * hour;

/**
 * The wall clock of a zone by `Intl` alone: a second opinion on Temporal, for the years 2020 to 2040. Local times are ms, counted
 * as if they were UTC.
 */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(zone: string) {
    const [two, numeric] = ['2-digit', 'numeric'] as const;
    const fields = { year: numeric, month: two, day: two, hour: two, minute: two, second: two };
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
  }

  /** The local time at `at`, which is in whole seconds, epoch ms. */
  shows(at: number): number {
    const [month, day, year, ...time] = (this.#format.format(at).match(/\d+/g) ?? []).map(Number) as [number, number, number];
    return Date.UTC(year, month - 1, day, ...time);
  }

  /** Every moment at which the clock shows this local time, epoch ms: none in a gap, two in an overlap. */
  moments(local: number): number[] {
    const offsets = new Set([local - reach, local, local + reach].map((at) => this.shows(at) - at));
    return [...offsets]
      .map((offset) => local - offset)
      .filter((at) => this.shows(at) === local)
      .sort((one, other) => one - other);
  }

  /** The moment that RFC 5545 (3.3.5) assigns to a local time: the first; in a gap by the offset before it. Epoch ms. */
  moment(local: number): number {
    const before = local - reach;
    return this.moments(local)[0] ?? local - (this.shows(before) - before);
  }
}

/** Shorter than the time between two changes of a zone (Ramadan in Morocco is the shortest, about five weeks). */
const step = 7 * 24 * hour;

/** When a zone changes its clocks in the years `from` to `to`, by `Intl` alone: the first moment of each new offset, epoch ms. */
export function changesOf(zone: string, from: number, to: number): number[] {
  const clock = new WallClock(zone);
  const offset = (at: number) => clock.shows(at) - at;
  const changes: number[] = [];
  for (let at = Date.UTC(from, 0, 1); at < Date.UTC(to + 1, 0, 1); at += step) {
    if (offset(at) === offset(at + step)) continue;
    let [before, after] = [at, at + step];
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute;
      if (offset(middle) === offset(before)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

/** Zones of all continents, and those with a rule of their own: half an hour, midnight, Ramadan, or a change that was the last. */
export const remarkableZones: readonly string[] = [
  ...['Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'America/Sao_Paulo', 'Asia/Kolkata', 'Asia/Tokyo'],
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Australia/Lord_Howe', 'Antarctica/Troll', 'Africa/Cairo', 'Africa/Casablanca'],
  ...['Asia/Beirut', 'Asia/Gaza', 'Asia/Tehran', 'America/Havana', 'America/Nuuk', 'America/Asuncion', 'Europe/Dublin'],
  ...['Pacific/Apia', 'Europe/Volgograd', 'America/Vancouver', 'Etc/GMT+12', 'Pacific/Kiritimati', 'UTC'],
];
