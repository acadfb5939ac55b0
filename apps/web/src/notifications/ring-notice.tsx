import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { encounter } from '../encounters/current.ts';
import { chosenExperience } from '../experiences/chosen.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './notifications.module.css';
import { answer, ringing } from './rings.ts';

/** On any page: somebody waits, and the user has asked to be called. */
export function RingNotice() {
  const { t } = useTranslation('notifications');
  const ring = useObservable(ringing);
  const actor = useObservable(encounter);
  const navigate = useNavigate();
  if (!ring || !actor) return null;
  const connect = () => {
    chosenExperience.set(undefined);
    navigate('/');
    answer(actor, ring);
  };
  return (
    <div className={styles.ring}>
      <Notice
        actions={
          <>
            <Button look="primary" onClick={connect}>
              {t('ring.connect')}
            </Button>
            <Button look="quiet" onClick={() => ringing.set(undefined)}>
              {t('ring.notNow')}
            </Button>
          </>
        }
      >
        {t('ring.title')}
        {ring.isSeldom && <p className={styles.note}>{t('ring.seldom')}</p>}
      </Notice>
    </div>
  );
}
