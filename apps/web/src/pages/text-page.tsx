import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../platform/use-title.ts';
import type { TextName } from './long-text.ts';
import styles from './pages.module.css';
import { Prose, questionsUnder } from './prose.tsx';

const alone = questionsUnder('h1');

/** A page with one long text, and optional content after it. */
export default function TextPage({ name, children }: { readonly name: TextName; readonly children?: ReactNode }) {
  const { t } = useTranslation();
  useTitle(t(`pages.${name}`));
  return (
    <main className={styles.page}>
      <Prose name={name}>{name === 'faq' ? alone : undefined}</Prose>
      {children}
    </main>
  );
}
