import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../platform/later.ts';
import styles from './catalogue.module.css';
import { CatalogueSkeleton } from './catalogue-skeleton.tsx';
import { useWantsDetails } from './details.ts';

const Catalogue = later(() => import('./catalogue.tsx'));

/** How far below the window the catalogue begins to load, px. */
const ahead = 400;

/** The catalogue under its heading. It loads when it comes near the window, in the space that it will take. */
export function CatalogueSection() {
  const { t } = useTranslation('lobby');
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const isWanted = useWantsDetails();
  useEffect(() => {
    if (!place.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: `${ahead}px` },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={place} className={styles.section}>
      <h2>{t('catalogue')}</h2>
      {isNear || isWanted ? (
        <Suspense fallback={<CatalogueSkeleton />}>
          <Catalogue />
        </Suspense>
      ) : (
        <CatalogueSkeleton />
      )}
    </section>
  );
}
