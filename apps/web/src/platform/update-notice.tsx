import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { takeUpdate, update } from './installed.ts';
import { useObservable } from './observable.ts';

/** Announces a newer version, and replaces this one when the user asks for it. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const worker = useObservable(update);
  if (!worker) return null;
  return (
    <Notice
      kind="calm"
      actions={
        <>
          <Button look="primary" onClick={() => takeUpdate(worker)}>
            {t('update.button')}
          </Button>
          <Button look="quiet" onClick={() => update.set(undefined)}>
            {t('update.later')}
          </Button>
        </>
      }
    >
      {t('update.text')}
    </Notice>
  );
}
