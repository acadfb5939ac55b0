import { isLanguage, type Language } from '@unspoken/contract/languages';
import type { ReactNode } from 'react';

/** A long text of the brand folder, converted to React when the product was built. */
export interface LongText {
  readonly title: ReactNode;
  /** The text before the first section. */
  readonly intro: ReactNode;
  readonly sections: readonly { readonly id: string; readonly title: ReactNode; readonly body: ReactNode }[];
}

/** The texts that ship, by their file names. */
export type TextName =
  | 'about'
  | 'accessibility'
  | 'communityguidelines'
  | 'faq'
  | 'helplines'
  | 'howtouse'
  | 'imprint'
  | 'privacy'
  | 'terms';

const files = import.meta.glob<LongText>('../../../../brand/texts/*/*.md');
const loading = new Map<string, Promise<LongText>>();

/** The language in which a text is available: the user's, or English. */
export const languageOfText = (name: TextName, language: string): Language =>
  isLanguage(language) && files[fileOf(name, language)] ? language : 'en';

const fileOf = (name: TextName, language: Language): string => `../../../../brand/texts/${language}/${name}.md`;

/** Loads a text once; a failed load is retried at the next request. */
export function loadText(name: TextName, language: Language): Promise<LongText> {
  const file = fileOf(name, language);
  const known = loading.get(file);
  if (known) return known;
  const text = files[file]?.() ?? Promise.reject(new Error(`there is no ${file}`));
  loading.set(file, text);
  text.catch(() => loading.delete(file));
  return text;
}
