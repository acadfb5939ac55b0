import { isLanguage, type Language } from '@unspoken/contract/languages';
import type { ReactNode } from 'react';

/** A long text of the brand folder, made into React when the product was built. */
export interface LongText {
  readonly title: ReactNode;
  /** What stands before the first section. */
  readonly intro: ReactNode;
  readonly sections: readonly { readonly id: string; readonly title: ReactNode; readonly body: ReactNode }[];
}

/** The texts that ship, by the names of their files. */
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

/** The language a text is there in: the one that is read in, or English. */
export const languageOfText = (name: TextName, language: string): Language =>
  isLanguage(language) && files[fileOf(name, language)] ? language : 'en';

const fileOf = (name: TextName, language: Language): string => `../../../../brand/texts/${language}/${name}.md`;

/** Loads a text once; one that could not be loaded is tried again the next time it is asked for. */
export function loadText(name: TextName, language: Language): Promise<LongText> {
  const file = fileOf(name, language);
  const known = loading.get(file);
  if (known) return known;
  const text = files[file]?.() ?? Promise.reject(new Error(`there is no ${file}`));
  loading.set(file, text);
  text.catch(() => loading.delete(file));
  return text;
}
