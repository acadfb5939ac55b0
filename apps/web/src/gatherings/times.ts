import { localeOf } from '@unspoken/contract/languages';

/** Times of gatherings in words. A zone is an IANA name; without one, the reader's own. */

const day = 24 * 3_600_000;

/** Hours are counted as the reader's first language counts them, whatever language they read in. */
const clockOf = (preferred: string): Intl.DateTimeFormatOptions =>
  new Intl.DateTimeFormat(preferred, { hour: 'numeric' }).resolvedOptions().hour12
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

export class Times {
  readonly #locale: string;
  readonly #clock: Intl.DateTimeFormatOptions;
  readonly #zone: string | undefined;

  constructor(language: string, preferred: string, zone?: string) {
    this.#locale = localeOf(language);
    this.#clock = clockOf(preferred);
    this.#zone = zone;
  }

  #format(instant: number, options: Intl.DateTimeFormatOptions, zone = this.#zone): string {
    return new Intl.DateTimeFormat(this.#locale, { ...options, ...(zone !== undefined && { timeZone: zone }) }).format(instant);
  }

  /** `20:00`, in the reader's zone or in another one. */
  time(instant: number, zone?: string): string {
    return this.#format(instant, this.#clock, zone);
  }

  /** A date as a number of days: two instants of the same date have the same one. */
  date(instant: number): number {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', ...(this.#zone && { timeZone: this.#zone }) } as const;
    const own = Object.fromEntries(
      new Intl.DateTimeFormat('en', parts).formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    return Date.UTC(own.year ?? 0, (own.month ?? 1) - 1, own.day) / day;
  }

  /** `Today`, `Tomorrow`, `Yesterday`, or `Saturday 28 November`. */
  dayTitle(instant: number, now: number): string {
    const near = this.#nearDay(instant, now) ?? this.#format(instant, { weekday: 'long', day: 'numeric', month: 'long' });
    return near.charAt(0).toLocaleUpperCase(this.#locale) + near.slice(1);
  }

  /** `20:00` today, and on another day `tomorrow, 20:00` or `Sat 28 Nov, 20:00`. */
  when(instant: number, now: number): string {
    const time = this.time(instant);
    if (this.date(instant) === this.date(now)) return time;
    return `${this.#nearDay(instant, now) ?? this.#format(instant, { weekday: 'short', day: 'numeric', month: 'short' })}, ${time}`;
  }

  /** The reader's zone in words, as it is called the whole year. */
  zoneName(now: number): string {
    const zoned = { timeZoneName: 'longGeneric', ...(this.#zone && { timeZone: this.#zone }) } as const;
    const parts = new Intl.DateTimeFormat(this.#locale, zoned).formatToParts(now);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    // Some zones have no name in words.
    return name.startsWith('GMT') ? new Intl.DateTimeFormat('en', zoned).resolvedOptions().timeZone : name;
  }

  #nearDay(instant: number, now: number): string | undefined {
    const days = this.date(instant) - this.date(now);
    return Math.abs(days) > 1 ? undefined : new Intl.RelativeTimeFormat(this.#locale, { numeric: 'auto' }).format(days, 'day');
  }
}

/** Minutes after midnight, in the reader's zone. */
export const minuteOfDay = (instant: number): number => new Date(instant).getHours() * 60 + new Date(instant).getMinutes();

/** Whether a clock in this zone shows another time than the reader's. */
export const differsHere = (instant: number, zone: string, own?: string): boolean => {
  const clock = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'short',
      timeStyle: 'short',
      ...(timeZone !== undefined && { timeZone }),
    }).format(instant);
  return clock(zone) !== clock(own);
};
