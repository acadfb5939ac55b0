import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../platform/use-title.ts';
import type { TextName } from './long-text.ts';
import styles from './pages.module.css';
import { Prose, questionsUnder } from './prose.tsx';

const alone = questionsUnder('h1');
const below = questionsUnder('h2');

/** A page that is one long text, and perhaps what follows on it. */
export function TextPage({ name, children }: { readonly name: TextName; readonly children?: ReactNode }) {
  const { t } = useTranslation();
  useTitle(t(`pages.${name}`));
  return (
    <main className={styles.page}>
      <Prose name={name}>{name === 'faq' ? alone : undefined}</Prose>
      {children}
    </main>
  );
}

/** /howtouse: from before the minute to after it, then the questions. */
export const HowToUsePage = () => (
  <TextPage name="howtouse">
    <Prose name="faq">{below}</Prose>
  </TextPage>
);
