import { useTranslation } from 'react-i18next';
import { errorText } from '../platform/error-text.ts';
import { Button } from '../ui/button.tsx';
import type { Keeping } from './draft-keeper.ts';
import styles from './studio.module.css';

interface KeepingStatusProps {
  readonly keeping: Keeping;
  readonly onRetry: () => void;
}

/** Whether what is written is stored, and since when: never a guess. */
export function KeepingStatus({ keeping, onRetry }: KeepingStatusProps) {
  const { t, i18n } = useTranslation('studio');
  const { t: problem } = useTranslation('errors');
  const words = () => {
    switch (keeping.state) {
      case 'saved':
        return keeping.at === undefined
          ? t('keeping.stored')
          : t('keeping.saved', { time: new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(keeping.at) });
      case 'refused':
        return t('keeping.refused', { reason: errorText(problem, keeping.error) });
      default:
        return t(`keeping.${keeping.state}`);
    }
  };
  return (
    <span className={styles.keeping}>
      <span role="status" data-state={keeping.state}>
        {words()}
      </span>
      {(keeping.state === 'offline' || keeping.state === 'refused') && (
        <Button look="quiet" onClick={onRetry}>
          {t('keeping.now')}
        </Button>
      )}
    </span>
  );
}
