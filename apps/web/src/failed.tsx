import { useTranslation } from 'react-i18next';
import styles from './pages/pages.module.css';
import { Button } from './ui/button.tsx';
import { Mark } from './ui/mark.tsx';

interface FailedProps {
  /** The service does not answer at all; otherwise a part of the page is missing or broken. */
  readonly unreachable?: boolean;
  readonly onRetry?: () => void;
}

/** Shown where nothing else can be: also when no texts could be loaded, and then in English. */
export function Failed({ unreachable = false, onRetry = () => location.reload() }: FailedProps) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Mark size="medium" />
      <h1>
        {unreachable
          ? t('unreachable', 'The service cannot be reached. Please check your Internet connection and try again.')
          : t('pageFailed', 'This page could not be shown. Please check your Internet connection and try again.')}
      </h1>
      <div>
        <Button look="primary" onClick={onRetry}>
          {t('tryAgain', 'Try again')}
        </Button>
      </div>
    </main>
  );
}
