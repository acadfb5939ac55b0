import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './pages.module.css';

/** The navigation of a page that stands for itself: only the way back. */
export function BackBar() {
  const { t } = useTranslation();
  const { t: own } = useTranslation('experiences');
  return (
    <header className={styles.bar}>
      <nav aria-label={t('navigation')}>
        <Link to="/">
          <Icon name="back" />
          {own('facilitatorPage.back')}
        </Link>
        <Mark />
      </nav>
    </header>
  );
}
