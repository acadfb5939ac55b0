import type { User } from '@unspoken/contract/accounts';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encounter, realtimeReady } from '../encounters/current.ts';
import { useContext } from '../encounters/use-encounter.ts';
import { LobbyNotice } from '../lobby/lobby-notice.tsx';
import { isSupported } from '../lobby/unsupported.tsx';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { NotYetMember } from './not-yet-member.tsx';

/** How long a user who pressed Connect waits for the realtime connection before the page reports that it is late, ms. */
const patience = 15_000;

/** Not confirmed, or not admitted from the waiting list. */
export const isUnfinished = (user: User): boolean => user.needsVerification || user.registeringStage !== null;

interface AsMemberProps {
  readonly user: User;
  readonly code: string;
  /** What the invitation is to. */
  readonly type: string;
  /** Connect was pressed and waits for the realtime connection, which a guest gets only from then on. */
  readonly wanted: boolean;
  readonly setWanted: (wanted: boolean) => void;
}

/** For a signed-in user, including a guest: Connect, or the obstacle to it. */
export function AsMember({ user, ...connecting }: AsMemberProps) {
  const actor = useObservable(encounter);
  if (isUnfinished(user)) return <NotYetMember user={user} />;
  return (
    <>
      {actor && <Outcome actor={actor} code={connecting.code} />}
      <Connect {...connecting} />
    </>
  );
}

function Connect({ code, type, wanted, setWanted }: Omit<AsMemberProps, 'user'>) {
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
      const invited = { poolType: 'personalInvite', noRepeat: false, invitation } as const;
      machine.send({ type: 'connect pressed', experienceType: type, ...invited });
    },
    [code, type, setWanted],
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
