/** What was typed as an amount of euros, in cents: `12`, `12.5` or `12,50`. NaN for anything else. */
export function centsOf(typed: string): number {
  const [, whole, decimals = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim().replace(/\s*€$/, '')) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** A long date in the reader's language. */
export const dateOf = (at: string | Date, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(at));

/** The first full minute from an instant on, as a time of day in the reader's language. */
export const minuteFrom = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(Math.ceil(Date.parse(at) / 60_000) * 60_000);
