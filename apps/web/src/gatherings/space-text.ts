import { countdownTo } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';

/** How long until an instant, as a part of a sentence: "in 6 minutes". */
export function useUntil(): (instant: number, now: number) => string {
  const { t } = useTranslation('groupspace');
  return (instant, now) => {
    const countdown = countdownTo(instant, now);
    return countdown.unit === 'moments' ? t('in.moments') : t(`in.${countdown.unit}`, { count: countdown.count });
  };
}

/** Date and time of a gathering in a language, and in the user's own zone unless another is given. */
export const datesOf = (
  { startTimeMillSec, endTimeMillSec }: Pick<Gathering, 'startTimeMillSec' | 'endTimeMillSec'>,
  language: string,
  timeZone?: string,
): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone }).formatRange(
    startTimeMillSec,
    endTimeMillSec,
  );

/** The paragraphs of a plain text: empty lines separate them. */
export const paragraphsOf = (text: string): readonly string[] => text.split(/\n\s*\n/).filter((each) => each.trim() !== '');

/** The survey of a gathering as its host has set it: a path of this site, or another site; undefined for anything else. */
export function surveyOf(url: string | null): { readonly path: string } | { readonly href: string } | undefined {
  if (url?.startsWith('/') && !/^\/[/\\]/.test(url)) return { path: url };
  return url !== null && URL.canParse(url) && new URL(url).protocol === 'https:' ? { href: url } : undefined;
}
