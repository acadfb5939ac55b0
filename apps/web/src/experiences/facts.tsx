import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { isLanguage } from '@unspoken/contract/languages';
import { minutesOf } from '@unspoken/contract/scripts';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../platform/i18n.ts';
import { FactIcon } from '../ui/fact-icon.tsx';
import styles from './details.module.css';

/** How long an experience lasts, what it needs, and in which languages it speaks. */
export function Facts({ card }: { readonly card: ExperienceCard }) {
  const { t } = useTranslation('experiences');
  const facts: readonly (readonly [ComponentProps<typeof FactIcon>['name'], string])[] = [
    ['clock', t('card.minutes', { count: minutesOf(card.totalDuration) })],
    ...(card.guidedIcon ? ([['guided', t('details.guided')]] as const) : []),
    card.speakerIcon ? ['speaker', t('details.speaker')] : ['noSpeaker', t('details.noSpeaker')],
    card.microphoneIcon ? ['microphone', t('details.microphone')] : ['noMicrophone', t('details.noMicrophone')],
  ];
  return (
    <ul className={styles.facts}>
      {facts.map(([icon, words]) => (
        <li key={icon}>
          <FactIcon name={icon} />
          {words}
        </li>
      ))}
      <li>
        <FactIcon name="languages" />
        <span className="visually-hidden">{t('details.languages')}: </span>
        <span>
          {card.languages.filter(isLanguage).map((language, index) => (
            <span key={language}>
              {index > 0 && ', '}
              <span lang={language}>{languageNames[language]}</span>
            </span>
          ))}
        </span>
      </li>
    </ul>
  );
}
