import type { EncounterActor } from '@unspoken/encounter/machine';
import { isScripted } from '@unspoken/encounter/model';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { invitedBy, ownInvitation } from '../../experiences/invitation.ts';
import { LobbyNotice } from '../../lobby/lobby-notice.tsx';
import { useObservable } from '../../platform/observable.ts';
import { titlePrefix } from '../../platform/use-title.ts';
import { Button } from '../../ui/button.tsx';
import {
  encounter,
  openNow,
  roomOpenedOn,
  searchedSpace,
  showsSearch,
  useEntering,
  useUserState,
  useWaitingRoom,
} from '../current.ts';
import { useGettingReady, WaitingTime } from '../parts/waiting-times.tsx';
import { useContext } from '../use-encounter.ts';
import styles from './waiting-bar.module.css';

/** Shows on every page that the user is waiting, for how long, that a partner was found, and how the request ended. */
export default function WaitingBar() {
  const actor = useObservable(encounter);
  return actor ? <Bar actor={actor} /> : null;
}

function Bar({ actor }: { readonly actor: EncounterActor }) {
  const { t } = useTranslation('encounters');
  const state = useUserState();
  const { pathname } = useLocation();
  const isInTheRoom = useWaitingRoom();
  const isEntering = useEntering();
  const waiting = useWaitingTitle(actor);
  const notice = useContext(actor, (context) => context.notice);
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  const isFound = state === 'enteringRoom';
  const isFree = state === 'present' || state === 'absent';
  useEffect(() => {
    if (isFound) titlePrefix.set(t('entering.title'));
    else if (state === 'waiting') titlePrefix.set(waiting);
    else titlePrefix.set(isFree && notice === 'pairing_timeout' ? t('waiting.nobody') : undefined);
    return () => titlePrefix.set(undefined);
  }, [t, isFound, isFree, waiting, state, notice]);
  // These pages show all of this themselves.
  if (isInTheRoom || isEntering || pathname === '/experience' || showsSearch(pathname)) return null;
  if (pathname === '/' && isOwn) return null;
  if (isFound) return <Found actor={actor} />;
  if (state === 'waiting') return <Waiting actor={actor} />;
  if (pathname === '/') return null;
  if (!isFree || notice === undefined) return null;
  return (
    <div className={styles.notice}>
      <LobbyNotice actor={actor} />
    </div>
  );
}

/** For whom the user waits: for the friend who was asked, the person who invited them, a guest, or anybody. */
function useWaitingTitle(actor: EncounterActor): string {
  const { t } = useTranslation('encounters');
  const own = useObservable(ownInvitation);
  const inviter = useObservable(invitedBy);
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  const isInvited = useContext(actor, ({ pool }) => pool.poolType === 'personalInvite');
  const name = isOwn ? own?.friend : isInvited ? inviter : undefined;
  if (name) return t('waiting.forNamed', { name });
  return t(isOwn ? 'waiting.invitation' : 'waiting.title');
}

function Waiting({ actor }: { readonly actor: EncounterActor }) {
  const { t } = useTranslation('encounters');
  const { pathname } = useLocation();
  const isGettingReady = useGettingReady(actor);
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  const title = useWaitingTitle(actor);
  const space = useObservable(searchedSpace);
  return (
    <aside className={styles.bar} aria-label={title}>
      <span className={styles.light} aria-hidden="true" />
      <span role="status">{isGettingReady ? t('waiting.gettingReady') : title}</span>
      <WaitingTime actor={actor} />
      {isOwn ? (
        <Link to="/">{t('waiting.showLink')}</Link>
      ) : space ? (
        <Link to={space}>{t('waiting.showRoom')}</Link>
      ) : (
        <Link to="/" replace={false} state={roomOpenedOn(pathname)}>
          {t('waiting.showRoom')}
        </Link>
      )}
      <Button look="quiet" onClick={() => actor.send({ type: 'cancel pressed' })}>
        {t('cancel')}
      </Button>
    </aside>
  );
}

function Found({ actor }: { readonly actor: EncounterActor }) {
  const { t } = useTranslation('encounters');
  const { t: scriptText } = useTranslation('scripts');
  const scripted = useContext(actor, isScripted);
  return (
    <aside className={`${styles.bar} ${styles.found}`} aria-label={t('entering.title')}>
      <span className={styles.light} aria-hidden="true" />
      <span role="alert">{scripted ? scriptText('found') : t('waiting.found')}</span>
      <span className={styles.actions}>
        <Button look="primary" onClick={() => openNow.set(true)}>
          {t('waiting.open')}
        </Button>
        <Button look="quiet" onClick={() => actor.send({ type: 'cancel pressed' })}>
          {t('cancel')}
        </Button>
      </span>
    </aside>
  );
}
