import { type ReactNode, Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { type LongText, languageOfText, loadText, type TextName } from './long-text.ts';
import styles from './pages.module.css';

interface ProseProps {
  readonly name: TextName;
  /** How it is shown; from top to bottom by default. */
  readonly children?: ((text: LongText) => ReactNode) | undefined;
}

/** A long text in the user's language, or in English with a note about that. */
export function Prose({ name, children = fromTopToBottom }: ProseProps) {
  const { i18n } = useTranslation();
  const language = languageOfText(name, i18n.language);
  return (
    <div className={styles.prose} lang={language}>
      <Suspense>
        <Loaded text={loadText(name, language)}>{children}</Loaded>
      </Suspense>
    </div>
  );
}

const Loaded = ({ text, children }: { readonly text: Promise<LongText>; readonly children: (text: LongText) => ReactNode }) =>
  children(use(text));

const fromTopToBottom = ({ title, intro, sections }: LongText) => (
  <>
    <h1>{title}</h1>
    {intro}
    {sections.map(({ id, title: heading, body }) => (
      <section key={id} id={id}>
        <h2>{heading}</h2>
        {body}
      </section>
    ))}
  </>
);

/** Questions with their answers, one open at a time. */
export const questionsUnder =
  (Heading: 'h1' | 'h2') =>
  ({ title, intro, sections }: LongText) => (
    <>
      <Heading>{title}</Heading>
      {intro}
      {sections.map(({ id, title: question, body }) => (
        <details key={id} id={id} name="questions" className={styles.question}>
          <summary>{question}</summary>
          {body}
        </details>
      ))}
    </>
  );
