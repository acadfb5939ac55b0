import { useTranslation } from 'react-i18next';
import { localeOf } from '../platform/locale.ts';
import { dateOf, euros } from './money.ts';

/** The texts of the pages about money, with amounts and dates in the reader's language. */
export function useMoney() {
  const { t, i18n } = useTranslation('membership');
  const language = localeOf(i18n.language);
  return {
    t,
    language,
    amount: (cents: number) => euros(cents, language),
    date: (at: string | Date) => dateOf(at, language),
  };
}
