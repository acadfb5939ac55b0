import { type scriptLimits, scriptLimitsBy } from '@unspoken/contract/script-proof';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import type { Finding } from './findings.ts';
import { writtenTime } from './written-time.ts';

/** What a finding of the proof asks of the author, in words. */
export function FindingText({ finding: { rule, language, seat, place } }: { readonly finding: Finding }) {
  const { t } = useTranslation('studio');
  const { durations } = useConfiguration();
  const person = seat === undefined ? '' : t('person', { number: seat + 1 });
  const name = language ? languageNames[language] : '';
  if (rule === 'SCR-5') return t(language ? 'findings.long' : 'findings.close', { person, language: name });
  if (rule === 'SCR-3' && seat === undefined) return t('findings.order');
  if (rule === 'SCR-6' && /^\w+Audio$/.test(place)) return t('findings.soundMissing', { language: name });
  if (rule === 'SCR-6' && /Audio\.description$/.test(place)) return t('findings.descriptionMissing', { language: name });
  if (rule === 'SCR-7' && place.includes('.cues.')) return t('findings.caption');
  if (rule === 'SCR-9') {
    const [least, most] = scriptLimitsBy(durations)[place as keyof typeof scriptLimits];
    return t('findings.SCR-9', { least: writtenTime(least), most: writtenTime(most) });
  }
  return t(`findings.${rule}`, { person, language: rule === 'SCR-6' || name === '' ? name : `(${name})` });
}
