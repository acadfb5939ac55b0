import { countdownTo } from '@unspoken/contract/gathering-time';
import { useTranslation } from 'react-i18next';
import { ownPath } from '../session/destination.ts';

/** How long until an instant, as a part of a sentence: "in 6 minutes". */
export function useUntil(): (instant: number, now: number) => string {
  const { t } = useTranslation('groupspace');
  return (instant, now) => {
    const countdown = countdownTo(instant, now);
    return countdown.unit === 'moments' ? t('in.moments') : t(`in.${countdown.unit}`, { count: countdown.count });
  };
}

/** The paragraphs of a plain text: empty lines separate them. */
export const paragraphsOf = (text: string): readonly string[] => text.split(/\n\s*\n/).filter((each) => each.trim() !== '');

/** The survey that the host of a gathering has set: a path of this site, or an address with https; undefined for anything else. */
export function surveyOf(url: string | null): string | undefined {
  if (url === null) return undefined;
  return ownPath(url, 'https://here.invalid') ?? (url.startsWith('https://') && URL.canParse(url) ? url : undefined);
}
