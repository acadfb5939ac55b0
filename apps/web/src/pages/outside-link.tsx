import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSample } from '../platform/brand.ts';
import styles from './brand.module.css';

interface OutsideLinkProps {
  readonly href: string;
  /** The language of what it leads to, if that is known. */
  readonly language?: string;
  readonly children: ReactNode;
}

/** A link to somebody else's place: in a tab of its own, and marked if it is only a sample of one. */
export function OutsideLink({ href, language, children }: OutsideLinkProps) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" hrefLang={language} className={styles.outside}>
      <span lang={language}>{children}</span>
      {isSample(href) && <small className={styles.sample}>{t('sample')}</small>}
      <span className="visually-hidden"> {t('newTab')}</span>
    </a>
  );
}
