import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './brand.module.css';

interface OutsideLinkProps {
  readonly href: string;
  /** The language of the target, if it is known. */
  readonly language?: string;
  readonly children: ReactNode;
}

/** A link to another site: opens a new tab. */
export function OutsideLink({ href, language, children }: OutsideLinkProps) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" hrefLang={language} className={styles.outside}>
      <span lang={language}>{children}</span>
      <span className="visually-hidden"> {t('newTab')}</span>
    </a>
  );
}
