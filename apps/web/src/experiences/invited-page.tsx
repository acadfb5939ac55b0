import { retrieveInvitation } from '@unspoken/contract/experiences';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { encounter, isInRoom, realtimeReady, userState, useUserState } from '../encounters/current.ts';
import { Guidance } from '../encounters/screens/guidance.tsx';
import screens from '../encounters/screens/screens.module.css';
import { Waiting } from '../encounters/screens/waiting.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { isSupported, UnsupportedNotice } from '../lobby/unsupported.tsx';
import { agent } from '../platform/agent.ts';
import { CallError, call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { session, signInAsGuest, signOut } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './experiences.module.css';

type Look = 'loading' | 'inactive' | 'open' | { readonly failed: unknown };

/** /xp-i/{code}: somebody has invited one to a minute. With an account or without, one press away. */
export default function InvitedPage() {
  const { t } = useTranslation('experiences');
  const { code = '' } = useParams();
  const { ready, user } = useSession();
  const actor = useObservable(encounter);
  const connected = useObservable(realtimeReady);
  const state = useUserState();
  const [look, setLook] = useState<Look>('loading');
  const [wanted, setWanted] = useState(false);
  const [pressed, setPressed] = useState(false);
  const roomID = `oneminute:${code}`;

  const ask = useCallback(() => {
    setLook('loading');
    call(retrieveInvitation, { body: { roomID } }).then(
      () => setLook('open'),
      (failed: unknown) =>
        setLook(failed instanceof CallError && failed.code === 'invitation_inactive' ? 'inactive' : { failed }),
    );
  }, [roomID]);
  useEffect(() => {
    if (ready) ask();
  }, [ready, ask]);

  // The press waits for the realtime connection, which a guest has only from then on.
  const press = useCallback(
    (machine: EncounterActor) => {
      setWanted(false);
      setPressed(true);
      const invitation = { code, own: false };
      machine.send({ type: 'connect pressed', poolType: 'personalInvite', noRepeat: false, invitation });
    },
    [code],
  );
  useEffect(() => {
    if (wanted && connected && actor) press(actor);
  }, [wanted, connected, actor, press]);

  // A guest who leaves without having met anybody was here for nothing else.
  useEffect(
    () => () => {
      if (session.get().user?.role === 'experienceGuest' && !isInRoom(userState.get())) void signOut();
    },
    [],
  );

  if (actor && state === 'firstTimeGuidance') return <Guidance actor={actor} />;
  if (actor && state === 'waiting') return <Waiting actor={actor} />;
  if (!ready || look === 'loading') return <Loading />;
  if (look === 'inactive') return <Inactive />;
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Mark size="large" breathing />
      <h1>{t('invited.title')}</h1>
      <p className={screens.soft}>{t('invited.text')}</p>
      {pressed && state === 'present' && !wanted && <Notice>{t('invited.hostLeft')}</Notice>}
      {typeof look === 'object' && <FormAlert failure={look.failed} invalid={false} />}
      <UnsupportedNotice />
      {user ? (
        <Button look="primary" large disabled={wanted || !isSupported()} onClick={() => setWanted(true)}>
          {t(wanted ? 'invited.connecting' : 'invited.connect')}
        </Button>
      ) : (
        <AsGuest roomID={roomID} onGuest={() => setWanted(true)} onInactive={() => setLook('inactive')} />
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

function Inactive() {
  const { t } = useTranslation('experiences');
  const { t: problem } = useTranslation('errors');
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Mark size="medium" />
      <h1>{problem('invitation_inactive')}</h1>
      <p className={screens.soft}>{t('invited.inactive')}</p>
      <Link to="/">{t('invited.home')}</Link>
    </main>
  );
}

interface AsGuestProps {
  readonly roomID: string;
  readonly onGuest: () => void;
  readonly onInactive: () => void;
}

/** Without an account: only what has to be said before one's face is shown to somebody. */
function AsGuest({ roomID, onGuest, onInactive }: AsGuestProps) {
  const { t } = useTranslation('experiences');
  const { productName } = useConfiguration();
  const [agreed, setAgreed] = useState({ over18: false, termsAccepted: false });
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [sending, setSending] = useState(false);
  const connect = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!agreed.over18 || !agreed.termsAccepted) return setMissing(true);
    setSending(true);
    setFailure(undefined);
    const { language, userAgent } = agent();
    const body = { roomID, guest: 'true', over18: 'true', termsAccepted: 'true', language, userAgent } as const;
    call(retrieveInvitation, { body })
      .then(({ token, user }) => {
        if (!token || !user) return;
        signInAsGuest({ token, user });
        onGuest();
      })
      .catch((error: unknown) => {
        if (error instanceof CallError && error.code === 'invitation_inactive') onInactive();
        else setFailure(error);
      })
      .finally(() => setSending(false));
  };
  return (
    <form className={styles.agree} onSubmit={connect} noValidate>
      <FormAlert failure={failure} invalid={missing} />
      <Checkbox checked={agreed.over18} onChange={(event) => setAgreed({ ...agreed, over18: event.target.checked })}>
        {t('guest.over18')}
      </Checkbox>
      <Checkbox
        checked={agreed.termsAccepted}
        onChange={(event) => setAgreed({ ...agreed, termsAccepted: event.target.checked })}
      >
        {t('guest.terms')}
      </Checkbox>
      <p>
        <Link to="/terms" target="_blank">
          {t('guest.readTerms')}
        </Link>{' '}
        ·{' '}
        <Link to="/privacy" target="_blank">
          {t('guest.readPrivacy')}
        </Link>
      </p>
      <Button look="primary" large type="submit" disabled={sending || !isSupported()}>
        {t('invited.connect')}
      </Button>
      <p>
        {t('guest.account', { product: productName })} <Link to="?auth=signin">{t('guest.signIn')}</Link>
      </p>
    </form>
  );
}
