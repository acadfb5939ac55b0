import { euros } from '@unspoken/contract/amounts-in-words';
import { localeOf } from '@unspoken/contract/languages';
import { useTranslation } from 'react-i18next';
import { instantIn } from '../moderation/format.ts';

/** Amounts, days, moments and durations in the reader's language. */
export function useAmounts() {
  const locale = localeOf(useTranslation('console').i18n.language);
  return {
    amount: (cents: number) => euros(cents, locale),
    date: (at: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
    moment: (at: string) => instantIn(locale, Date.parse(at)),
    minutes: (ms: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(Math.round(ms / 60_000)),
  };
}
