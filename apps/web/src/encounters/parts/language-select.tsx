import { isLanguage, languages } from '@unspoken/contract/accounts';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languageNames } from '../../platform/i18n.ts';
import styles from './select.module.css';

/** Choosing a language holds the countdown while the list is open. */
export function LanguageSelect({ actor }: { readonly actor: EncounterActor }) {
  const { t, i18n } = useTranslation('encounters');
  const id = useId();
  const opened = () => actor.send({ type: 'language list opened' });
  const closed = () => actor.send({ type: 'language list closed' });
  return (
    <div className={styles.select}>
      <label htmlFor={id}>{t('language')}</label>
      <select
        id={id}
        value={i18n.language}
        onFocus={opened}
        onPointerDown={opened}
        onBlur={closed}
        onChange={({ target }) => {
          if (isLanguage(target.value)) void chooseLanguage(target.value);
          closed();
        }}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
