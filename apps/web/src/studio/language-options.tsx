import type { Language } from '@unspoken/contract/languages';
import { languageNames } from '../platform/i18n.ts';

/** The options of a select, one for each of these languages. */
export const LanguageOptions = ({ languages }: { readonly languages: readonly Language[] }) =>
  languages.map((language) => (
    <option key={language} value={language}>
      {languageNames[language]}
    </option>
  ));
