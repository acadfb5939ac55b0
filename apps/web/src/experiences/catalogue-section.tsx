import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../platform/later.ts';
import { useNear } from '../platform/use-near.ts';
import styles from './catalogue-section.module.css';

const Catalogue = later(() => import('./catalogue.tsx'));

/** A link to the details of an experience needs the catalogue at once. */
const isLinked = (): boolean => location.search.includes('experience=');

const reserved = <div className={styles.reserved} />;

/** The catalogue under its heading. It loads when it comes near the window, in the space that it will take. */
export function CatalogueSection() {
  const { t } = useTranslation('lobby');
  const [place, isNear] = useNear<HTMLElement>('400px', isLinked);
  return (
    <section ref={place} className={styles.section}>
      <h2>{t('catalogue')}</h2>
      <Suspense fallback={reserved}>{isNear ? <Catalogue /> : reserved}</Suspense>
    </section>
  );
}
