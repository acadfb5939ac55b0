import { isLanguage, languages } from '@unspoken/contract/languages';
import { useTranslation } from 'react-i18next';
import { Select } from '../ui/select.tsx';
import { announce } from './announcements.ts';
import { chooseLanguage, languageNames } from './i18n.ts';

/** Selects the language; each has its own name. Reports when the list is open, as far as the browser shows it. */
export function LanguageSelect({ onOpen, onClose }: { readonly onOpen?: () => void; readonly onClose?: () => void }) {
  const { t, i18n } = useTranslation();
  return (
    <Select
      label={t('language')}
      name="language"
      value={i18n.language}
      onFocus={onOpen}
      onPointerDown={onOpen}
      onBlur={onClose}
      onChange={({ target }) => {
        // The language stays the same if the new one's texts cannot be loaded.
        if (isLanguage(target.value)) void chooseLanguage(target.value).catch(() => announce('languageFailed', 'problem'));
        onClose?.();
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {languageNames[language]}
        </option>
      ))}
    </Select>
  );
}
