import { useTranslation } from 'react-i18next';
import styles from './pages/pages.module.css';
import { Button } from './ui/button.tsx';
import { Mark } from './ui/mark.tsx';

/** Shown when the service does not answer at all. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const { t: problemText } = useTranslation('errors');
  return (
    <main className={styles.page}>
      <Mark size="6rem" />
      <h1>{problemText('unreachable')}</h1>
      <div>
        <Button look="primary" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </div>
    </main>
  );
}
