import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from '../screens/screens.module.css';

interface GuidelineBarProps {
  readonly onHide: () => void;
  /** Absent where there is no account that could remember it. */
  readonly onHideForGood?: () => void;
}

/** Says what the outline is for, and hides it: this time, or for good. */
export function GuidelineBar({ onHide, onHideForGood }: GuidelineBarProps) {
  const { t } = useTranslation('encounters');
  return (
    <div className={styles.guideline}>
      <span className={styles.hint}>{t('preparing.guideline')}</span>
      <Button look="onDark" onClick={onHide}>
        {t('preparing.hideGuideline')}
      </Button>
      {onHideForGood && (
        <Button look="onDark" onClick={onHideForGood}>
          {t('preparing.neverGuideline')}
        </Button>
      )}
    </div>
  );
}
