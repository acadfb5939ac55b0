import { localeOf } from '@unspoken/contract/languages';

/** An instant in words, in UTC: `27 November 2026 at 14:05 UTC`. */
export const instantIn = (language: string, at: Date): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** A day in words, in UTC: `27 November 2026`. */
export const dayIn = (language: string, at: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** The month of an instant, in UTC: `2026-11`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
