import type { RendezvousNews } from '@unspoken/contract/rendezvous';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { encounter, roomOpenedOn, useWaitingRoom } from '../encounters/current.ts';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import { serverNow } from '../gatherings/list.ts';
import { Times } from '../gatherings/times.ts';
import styles from '../notifications/notifications.module.css';
import { ringing } from '../notifications/rings.ts';
import { errorText } from '../platform/error-text.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { attendRendezvous, changeTime, ownRendezvous, rendezvousNews } from './own-rendezvous.ts';

/** On any page: a time at which the user has agreed to come has come, or nobody else has chosen it. */
export function RendezvousNewsNotice() {
  const latest = useObservable(rendezvousNews);
  const known = useObservable(ownRendezvous);
  const isRung = useObservable(ringing) !== undefined;
  const actor = useObservable(encounter);
  const isSearching = useWaitingRoom();
  const { pathname } = useLocation();
  // One notice at a time: somebody waits now, and this one comes back.
  if (!latest || !actor || isRung) return null;
  const isInList = known?.some(({ id, startsAt }) => id === latest.id && startsAt === latest.startsAt) ?? false;
  // The lobby itself says that it is time, unless the waiting room is in its place.
  if (latest.news === 'call' && pathname === '/' && !isSearching && isInList) return null;
  return <NewsNotice key={`${latest.news} ${latest.id}`} actor={actor} latest={latest} />;
}

function NewsNotice({ actor, latest }: ScreenProps & { readonly latest: RendezvousNews }) {
  const { t, i18n } = useTranslation('rendezvous');
  const { t: problemText } = useTranslation('errors');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [failure, setFailure] = useState<unknown>();
  const { id, startsAt, poolType, instead } = latest;
  const times = new Times(i18n.language, navigator.language);
  const time = times.when(startsAt, serverNow());
  const close = () => {
    // Others may have come in the meantime.
    if (rendezvousNews.get() === latest) rendezvousNews.set(undefined);
  };
  const connect = () => {
    if (pathname !== '/') navigate('/', { state: roomOpenedOn(pathname) });
    attendRendezvous(actor, poolType);
  };
  return (
    <div className={styles.ring}>
      {latest.news === 'call' ? (
        <Notice
          actions={
            <>
              <Button look="primary" onClick={connect}>
                {t('connect')}
              </Button>
              <Button look="quiet" onClick={close}>
                {t('notNow')}
              </Button>
            </>
          }
        >
          {t('call.title', { time })}
        </Notice>
      ) : (
        instead && (
          <Notice
            actions={
              <>
                <Button look="primary" onClick={() => void changeTime(id, instead.startsAt).then(close, setFailure)}>
                  {t('alone.move', { time: times.when(instead.startsAt, serverNow()) })}
                </Button>
                <Button look="quiet" onClick={close}>
                  {t('alone.stay', { time })}
                </Button>
              </>
            }
          >
            {t('alone.title', { time })}.{' '}
            {t('alone.text', { count: instead.others, instead: times.when(instead.startsAt, serverNow()) })}
            {failure !== undefined && <p role="alert">{errorText(problemText, failure)}</p>}
          </Notice>
        )
      )}
    </div>
  );
}
