import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { encounter, isInRoom, roomOpenedOn, userState } from '../encounters/current.ts';
import { chosenExperience } from '../experiences/chosen.ts';
import { useObservable } from '../platform/observable.ts';
import { attendRendezvous } from '../rendezvous/own-rendezvous.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { callOf, wasClicked } from './call-address.ts';
import styles from './notifications.module.css';
import { answer, isFree, ringing } from './rings.ts';

/** Does what the user wished by a click at a notification of the system: opens a page, and connects if it was a call. */
function useNotificationClicks(): void {
  const actor = useObservable(encounter);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const opened = ({ data }: MessageEvent) => {
      // A minute that runs goes on.
      if (typeof data?.opens === 'string' && !isInRoom(userState.get())) navigate(data.opens);
    };
    navigator.serviceWorker?.addEventListener('message', opened);
    return () => navigator.serviceWorker?.removeEventListener('message', opened);
  }, [navigate]);
  useEffect(() => {
    const called = callOf(search);
    if (!called || !actor) return;
    void wasClicked(pathname + search).then((clicked) => {
      navigate(pathname, { replace: true });
      if (!clicked || !isFree(actor)) return;
      chosenExperience.set(undefined);
      if ('ring' in called) answer(actor, called.ring);
      else attendRendezvous(actor, called.rendezvous);
    });
  }, [actor, navigate, pathname, search]);
}

/** On any page: somebody waits, and the user has asked to be called. */
export function RingNotice() {
  const { t } = useTranslation('notifications');
  const ring = useObservable(ringing);
  const { pathname } = useLocation();
  const actor = useObservable(encounter);
  const navigate = useNavigate();
  useNotificationClicks();
  if (!ring || !actor) return null;
  const connect = () => {
    chosenExperience.set(undefined);
    if (pathname !== '/') navigate('/', { state: roomOpenedOn(pathname) });
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
