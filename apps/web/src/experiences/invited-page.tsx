import type { User } from '@unspoken/contract/accounts';
import { retrieveInvitation } from '@unspoken/contract/experiences';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { encounter, realtimeReady, useUserState } from '../encounters/current.ts';
import { Guidance } from '../encounters/screens/guidance.tsx';
import screens from '../encounters/screens/screens.module.css';
import { WaitingRoom } from '../encounters/screens/waiting-room.tsx';
import { useContext } from '../encounters/use-encounter.ts';
import { FormAlert } from '../forms/form-alert.tsx';
import { LobbyNotice } from '../lobby/lobby-notice.tsx';
import { isOnHold, OnHold } from '../lobby/on-hold.tsx';
import { PauseBanner } from '../lobby/pause-banner.tsx';
import { isSupported, UnsupportedNotice } from '../lobby/unsupported.tsx';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { AsGuest } from './as-guest.tsx';
import { CopyLink } from './copy-link.tsx';
import { invitedBy } from './invitation.ts';
import { NotYetMember } from './not-yet-member.tsx';
import { type Refusal, refusalOf } from './refusal.ts';

/** How long a user who pressed Connect waits for the realtime connection before the page reports that it is late, ms. */
const patience = 15_000;

/** Not confirmed, or not admitted from the waiting list. */
const isUnfinished = (user: User): boolean => user.needsVerification || user.registeringStage !== null;

type Look = 'loading' | { readonly host: string } | { readonly refused: Refusal } | { readonly failed: unknown };

/** /xp-i/{code}: an invitation to a minute. With an account or without, Connect is one step away. */
export default function InvitedPage() {
  const { code = '' } = useParams();
  const { ready, user } = useSession();
  const actor = useObservable(encounter);
  const state = useUserState();
  const [look, setLook] = useState<Look>('loading');
  const [wanted, setWanted] = useState(false);
  const roomID = `oneminute:${code}`;

  const ask = useCallback(() => {
    call(retrieveInvitation, { body: { roomID } }).then(
      ({ hostFirstName }) => {
        invitedBy.set(hostFirstName);
        setLook({ host: hostFirstName });
      },
      (failed: unknown) => {
        const refused = refusalOf(failed);
        setLook(refused ? { refused } : { failed });
      },
    );
  }, [roomID]);
  // Signing in changes what the link is good for; so does returning from an attempt that failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on who asks
  useEffect(() => {
    if (ready) ask();
  }, [ready, ask, user?.userId]);

  if (actor && state === 'firstTimeGuidance') return <Guidance actor={actor} />;
  if (actor && state === 'waiting') return <WaitingRoom actor={actor} />;
  if (actor && state === 'enteringRoom') return <main className={screens.room} />;
  if (!ready || look === 'loading') return <Loading />;
  if ('refused' in look) return <Refused code={look.refused} />;
  if (user && !isUnfinished(user) && isOnHold(user))
    return (
      <main className={screens.page}>
        <PauseBanner />
        <OnHold user={user} />
      </main>
    );
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Introduction host={'host' in look ? look.host : ''} />
      {'failed' in look && <FormAlert failure={look.failed} invalid={false} />}
      <PauseBanner />
      <UnsupportedNotice />
      {user ? (
        <AsMember user={user} code={code} wanted={wanted} setWanted={setWanted} />
      ) : (
        <AsGuest roomID={roomID} onGuest={() => setWanted(true)} onRefused={(refused) => setLook({ refused })} />
      )}
    </main>
  );
}

function Introduction({ host }: { readonly host: string }) {
  const { t } = useTranslation('experiences');
  return (
    <>
      <Mark size="large" breathing />
      <h1>{host === '' ? t('invited.title') : t('invited.titleNamed', { name: host })}</h1>
      <p className={screens.soft}>{t('invited.text')}</p>
    </>
  );
}

interface AsMemberProps {
  readonly user: User;
  readonly code: string;
  /** Connect was pressed and waits for the realtime connection, which a guest gets only from then on. */
  readonly wanted: boolean;
  readonly setWanted: (wanted: boolean) => void;
}

/** For a signed-in user, including a guest: Connect, or the obstacle to it. */
function AsMember({ user, ...connecting }: AsMemberProps) {
  const actor = useObservable(encounter);
  if (isUnfinished(user)) return <NotYetMember user={user} />;
  return (
    <>
      {actor && <Outcome actor={actor} code={connecting.code} />}
      <Connect {...connecting} />
    </>
  );
}

function Connect({ code, wanted, setWanted }: Omit<AsMemberProps, 'user'>) {
  const { t } = useTranslation('experiences');
  const { t: problem } = useTranslation('errors');
  const { pause } = useConfiguration();
  const actor = useObservable(encounter);
  const connected = useObservable(realtimeReady);
  const [isLate, setLate] = useState(false);
  const connect = useCallback(
    (machine: EncounterActor) => {
      setWanted(false);
      const invitation = { code, own: false };
      machine.send({ type: 'connect pressed', poolType: 'personalInvite', noRepeat: false, invitation });
    },
    [code, setWanted],
  );
  useEffect(() => {
    if (wanted && connected && actor) connect(actor);
  }, [wanted, connected, actor, connect]);
  useEffect(() => {
    setLate(false);
    if (!wanted) return undefined;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [wanted]);
  if (wanted)
    return (
      <>
        <p role="status">{isLate ? problem('matchmaker_failed') : t('invited.connecting')}</p>
        <Button onClick={() => setWanted(false)}>{t('invited.cancel')}</Button>
      </>
    );
  return (
    <Button look="primary" large disabled={!isSupported() || pause === 'paused'} onClick={() => setWanted(true)}>
      {t('invited.connect')}
    </Button>
  );
}

/** The outcome of an earlier connect request by this invitation. */
function Outcome({ actor, code }: { readonly actor: EncounterActor; readonly code: string }) {
  const { t } = useTranslation('experiences');
  const hasTried = useContext(actor, ({ pool, clickID }) => pool.groupSpace === code && clickID !== '');
  return <LobbyNotice actor={actor} fallback={hasTried && <Notice>{t('invited.again')}</Notice>} />;
}

function Loading() {
  const { t } = useTranslation('experiences');
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Mark size="large" breathing />
      <p role="status">{t('invited.loading')}</p>
    </main>
  );
}

/** The invitation does not exist, or cannot be used by this user. */
function Refused({ code }: { readonly code: Refusal }) {
  const { t } = useTranslation('experiences');
  const { t: problem } = useTranslation('errors');
  const parts: Partial<Record<Refusal, ReactNode>> = {
    invitation_own: <CopyLink url={location.origin + location.pathname} />,
    invitation_for_members: (
      <p className={screens.actions}>
        <Link to="?auth=signin">{t('guest.signIn')}</Link> <Link to="?auth=register">{t('guest.register')}</Link>
      </p>
    ),
  };
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Mark size="medium" />
      <h1>{problem(code)}</h1>
      {parts[code] ?? <p className={screens.soft}>{t('invited.inactive')}</p>}
      <Link to="/">{t('invited.home')}</Link>
    </main>
  );
}
