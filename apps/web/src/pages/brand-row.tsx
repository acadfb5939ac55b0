import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { samples } from '../platform/brand.ts';
import type { SampleRow } from '../platform/sample-rows.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import styles from './brand.module.css';

interface BrandRowProps {
  readonly row: SampleRow;
  readonly children: ReactNode;
}

/** A row of what an operator replaces, with its heading. While it is a sample it says so once, and production does not show it. */
export function BrandRow({ row, children }: BrandRowProps) {
  const { t } = useTranslation();
  const configuration = useConfiguration();
  const isSample = samples.includes(row);
  if (isSample && !configuration.samples) return null;
  return (
    <div className={styles.row}>
      {children}
      {isSample && <p className={styles.sample}>{t('samples')}</p>}
    </div>
  );
}
