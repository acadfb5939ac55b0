import { useTranslation } from 'react-i18next';
import buttons from '../ui/button.module.css';
import { Mark } from '../ui/mark.tsx';
import styles from './pages.module.css';

/** Replaces every page while there is no Internet. Works without any script. */
export function Offline() {
  const { t } = useTranslation('pages');
  return (
    <main className={`${styles.page} ${styles.alone}`}>
      <Mark size="medium" />
      <h1>{t('offline.title')}</h1>
      <p>{t('offline.text')}</p>
      <div>
        {/* An empty address reloads the requested page. */}
        <a href="?" className={`${buttons.button} ${buttons.primary}`}>
          {t('offline.button')}
        </a>
      </div>
    </main>
  );
}
