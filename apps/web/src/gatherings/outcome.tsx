import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../platform/error-text.ts';
import styles from './gatherings.module.css';
import type { Acts } from './use-acts.ts';

/** What came of the last action. It takes the focus: the button that was pressed may be gone. */
export function Outcome({ acts: { outcome, failure } }: { readonly acts: Acts }) {
  const { t } = useTranslation('gatherings');
  const { t: problemText } = useTranslation('errors');
  const line = useRef<HTMLParagraphElement>(null);
  const text = failure === undefined ? outcome && t(`done.${outcome}`) : errorText(problemText, failure);
  useEffect(() => {
    if (text) line.current?.focus();
  }, [text]);
  if (!text) return null;
  return (
    <p ref={line} tabIndex={-1} role="status" className={failure === undefined ? styles.outcome : styles.problem}>
      {text}
    </p>
  );
}
