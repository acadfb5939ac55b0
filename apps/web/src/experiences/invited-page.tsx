import { retrieveInvitation } from '@unspoken/contract/experiences';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { encounter, useUserState } from '../encounters/current.ts';
import { Guidance } from '../encounters/screens/guidance.tsx';
import screens from '../encounters/screens/screens.module.css';
import { WaitingRoom } from '../encounters/screens/waiting-room.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { isOnHold, OnHold } from '../lobby/held-back.ts';
import { PauseBanner } from '../lobby/pause-banner.tsx';
import { UnsupportedNotice } from '../lobby/unsupported.tsx';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { AsGuest } from './as-guest.tsx';
import { AsMember, isUnfinished } from './as-member.tsx';
import { CopyLink } from './copy-link.tsx';
import { Introduction, type InvitedTo } from './introduction.tsx';
import { invitedBy } from './invitation.ts';
import { type Refusal, refusalOf } from './refusal.ts';

type Look =
  | 'loading'
  | { readonly host: string; readonly experience: InvitedTo; readonly isRehearsal: boolean }
  | { readonly refused: Refusal }
  | { readonly failed: unknown };

/** /xp-i/{code}: an invitation to a minute or an experience. With an account or without, Connect is one step away. */
export default function InvitedPage() {
  const { code = '' } = useParams();
  const { ready, user } = useSession();
  const actor = useObservable(encounter);
  const state = useUserState();
  const [look, setLook] = useState<Look>('loading');
  const [wanted, setWanted] = useState(false);
  const { i18n } = useTranslation();
  const { language } = i18n;
  // The server knows to which experience it is.
  const roomID = `any:${code}`;

  const ask = useCallback(() => {
    call(retrieveInvitation, { body: { roomID, language } }).then(
      ({ hostFirstName, experience, isRehearsal = false }) => {
        invitedBy.set(hostFirstName);
        setLook({ host: hostFirstName, experience, isRehearsal });
      },
      (failed: unknown) => {
        const refused = refusalOf(failed);
        setLook(refused ? { refused } : { failed });
      },
    );
  }, [roomID, language]);
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
  if ('failed' in look) return <NotRead failure={look.failed} onRetry={ask} />;
  const { host, experience, isRehearsal } = look;
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Introduction {...{ host, experience, isRehearsal }} />
      <PauseBanner />
      <UnsupportedNotice />
      {user ? (
        <AsMember user={user} code={code} type={experience.type} wanted={wanted} setWanted={setWanted} />
      ) : (
        <AsGuest roomID={roomID} onGuest={() => setWanted(true)} onRefused={(refused) => setLook({ refused })} />
      )}
    </main>
  );
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

/** The invitation could not be read, so that nothing can be offered yet. */
function NotRead({ failure, onRetry }: { readonly failure: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('experiences');
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Mark size="large" breathing />
      <h1>{t('invitedTo.unknown')}</h1>
      <FormAlert failure={failure} invalid={false} />
      <Button look="primary" onClick={onRetry}>
        {t('invited.tryAgain')}
      </Button>
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
