import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { Mark } from '../../ui/mark.tsx';
import { origin } from '../origin.ts';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { tabMemory } from '../tab-memory.ts';
import styles from './screens.module.css';

/** A user whose minute has not resumed after this time, ms, returns to the lobby. */
const patience = 8_000;

/** The page was reloaded in the middle of a minute, and tries to resume it. */
export function ComingBack() {
  const { t } = useTranslation('encounters');
  const [given, setGiven] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      tabMemory.remember(undefined);
      setGiven(true);
    }, patience);
    return () => clearTimeout(timer);
  }, []);
  if (given) return <Navigate to={origin.get()} replace />;
  return (
    <main className={styles.room}>
      <div className={styles.middle}>
        <Mark size="medium" breathing />
        <ScreenHeading>{t('comingBack')}</ScreenHeading>
      </div>
    </main>
  );
}
