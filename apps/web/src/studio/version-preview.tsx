import type { Language } from '@unspoken/contract/languages';
import type { Script } from '@unspoken/contract/scripts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../ui/field.tsx';
import { LanguageOptions } from './language-options.tsx';
import { Preview } from './preview.tsx';

/** A version as both people will see and hear it, for those who decide about it. */
export default function VersionPreview({ script }: { readonly script: Script }) {
  const { t } = useTranslation('studio');
  const [language, setLanguage] = useState<Language>(script.sourceLanguage);
  return (
    <>
      <Select label={t('rehearse.language')} value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
        <LanguageOptions languages={script.languages} />
      </Select>
      <Preview script={script} language={language} />
    </>
  );
}
