import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks once more before two people are parted for good. */
export function BlockDialog({ onYes, onNo }: { readonly onYes: () => void; readonly onNo: () => void }) {
  const { t } = useTranslation('moderation');
  return (
    <Dialog title={t('block.title')} closeLabel={t('report.close')} onClose={onNo}>
      <p>{t('block.text')}</p>
      <div className={styles.buttons}>
        <Button look="danger" onClick={onYes}>
          {t('block.yes')}
        </Button>
        <Button look="quiet" onClick={onNo}>
          {t('block.no')}
        </Button>
      </div>
    </Dialog>
  );
}
