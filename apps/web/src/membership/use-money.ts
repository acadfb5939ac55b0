import { euros } from '@unspoken/contract/amounts-in-words';
import { localeOf } from '@unspoken/contract/languages';
import { useTranslation } from 'react-i18next';
import { dateOf, minuteFrom } from './money.ts';

/** The texts of the pages about money, with amounts and dates in the reader's language. */
export function useMoney() {
  const { t, i18n } = useTranslation('membership');
  const language = localeOf(i18n.language);
  return {
    t,
    language,
    amount: (cents: number) => euros(cents, language),
    date: (at: string | Date) => dateOf(at, language),
    minuteFrom: (at: string) => minuteFrom(at, language),
  };
}
