import Markdown from 'markdown-to-jsx/react';
import privacy from '../../../../brand/texts/en/privacy.md?raw';
import terms from '../../../../brand/texts/en/terms.md?raw';
import styles from './pages.module.css';

const texts = { terms, privacy };
export type Policy = keyof typeof texts;

/** A policy of the brand folder; raw HTML in it is shown as text. */
export default function PolicyText({ policy }: { readonly policy: Policy }) {
  return (
    <div className={styles.prose}>
      <Markdown options={{ disableParsingRawHTML: true }}>{texts[policy]}</Markdown>
    </div>
  );
}
