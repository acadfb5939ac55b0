import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../platform/later.ts';
import styles from './catalogue-section.module.css';

const Catalogue = later(() => import('./catalogue.tsx'));

/** Loads the catalogue before it can be seen, or at once for a link to the details of an experience. */
const isNear = (entries: readonly IntersectionObserverEntry[]): boolean =>
  location.search.includes('experience=') || entries.some(({ isIntersecting }) => isIntersecting);

const reserved = <div className={styles.reserved} />;

/** The catalogue under its heading. It loads when it comes near the window, in the space that it will take. */
export function CatalogueSection() {
  const { t } = useTranslation('lobby');
  const place = useRef<HTMLElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => isNear(entries) && setWanted(true), { rootMargin: '400px' });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={place} className={styles.section}>
      <h2>{t('catalogue')}</h2>
      <Suspense fallback={reserved}>{isWanted ? <Catalogue /> : reserved}</Suspense>
    </section>
  );
}
