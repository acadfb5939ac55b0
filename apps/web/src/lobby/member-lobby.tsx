import type { User } from '@unspoken/contract/accounts';
import { minuteType, type PoolType } from '@unspoken/contract/matchmaking';
import { switchOf } from '@unspoken/contract/notifications';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GuestClaimNotice } from '../circle/guest-claim-notice.tsx';
import { GuestsAwaitingNotice } from '../circle/guests-awaiting-notice.tsx';
import { encounter, isSearching, peopleCount, useEntering, useUserState, useWaitingRoom } from '../encounters/current.ts';
import { Guidance } from '../encounters/screens/guidance.tsx';
import screens from '../encounters/screens/screens.module.css';
import { WaitingRoom } from '../encounters/screens/waiting-room.tsx';
import { setSound, soundOn } from '../encounters/signs/sound.ts';
import { useContext } from '../encounters/use-encounter.ts';
import { AskNotice } from '../experiences/ask-notice.tsx';
import { CatalogueSection } from '../experiences/catalogue-section.tsx';
import { chosenExperience } from '../experiences/chosen.ts';
import { OpenInvitationNotice } from '../experiences/invitation-notice.tsx';
import { InviteButton } from '../experiences/invite-button.tsx';
import { InvitePanel } from '../experiences/invite-panel.tsx';
import { LobbyGathering } from '../gatherings/lobby-gathering.tsx';
import { CallAwaited } from '../notifications/call-me.tsx';
import CallSwitch from '../notifications/call-switch.tsx';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { OwnNotices } from '../rendezvous/own-notices.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { PresenceLight } from '../ui/presence-light.tsx';
import { Promised } from '../waits/promise.tsx';
import { avoidRepeat, setAvoidRepeat } from './avoid-repeat.ts';
import { isOnHold, OnHold } from './held-back.ts';
import styles from './lobby.module.css';
import { LobbyNotice } from './lobby-notice.tsx';
import { PauseBanner } from './pause-banner.tsx';
import { isSupported, UnsupportedNotice } from './unsupported.tsx';
import { useShorter } from './use-shorter.ts';

/** The member's lobby: who is here, and Connect. Waiting and the guidance replace it. */
export default function MemberLobby({ user }: { readonly user: User }) {
  const { t } = useTranslation('lobby');
  const actor = useObservable(encounter);
  const state = useUserState();
  const isInTheRoom = useWaitingRoom();
  const isEntering = useEntering();
  const searches = useObservable(isSearching);
  const { pause } = useConfiguration();
  if (!actor) return <main />;
  if (state === 'firstTimeGuidance') return <Guidance actor={actor} />;
  if (isInTheRoom) return <WaitingRoom actor={actor} />;
  if (isEntering) return <main className={screens.room} />;
  if (state === 'waiting' && !searches) return <InvitePanel actor={actor} />;
  if (isOnHold(user))
    return (
      <main className={styles.member}>
        <PauseBanner />
        <OnHold user={user} />
      </main>
    );
  return (
    <main className={styles.lobby}>
      <div className={styles.member}>
        <Presence />
        <LobbyGathering actor={actor} />
        <PauseBanner />
        <UnsupportedNotice />
        <CallAwaited />
        <OwnNotices actor={actor} />
        <AskNotice actor={actor} />
        <GuestClaimNotice />
        <GuestsAwaitingNotice count={user.guestsAwaiting} />
        <LobbyNotice actor={actor} fallback={<OpenInvitationNotice actor={actor} />} />
        <Connect actor={actor} user={user} disabled={pause === 'paused' || !isSupported()}>
          {user.completedMinutes > 0 && <Minutes count={user.completedMinutes} />}
          <div className={styles.links}>
            <Link to="/account/circle">{t('circle')}</Link>
            <Link to="/mirror">{t('mirror')}</Link>
            <InviteButton actor={actor} disabled={!isSupported()} />
            <Link to="/invitation">{t('invite')}</Link>
          </div>
        </Connect>
      </div>
      <CatalogueSection />
    </main>
  );
}

function Minutes({ count }: { readonly count: number }) {
  const { t } = useTranslation('lobby');
  return <p className={styles.small}>{t('minutes', { count })}</p>;
}

function Presence() {
  const { t } = useTranslation('lobby');
  const counts = useObservable(peopleCount);
  return (
    <p className={styles.presence} data-testid="presence" aria-live="off">
      <PresenceLight isLit={counts !== undefined} />
      {counts ? t('presence.here', { count: counts.general }) : t('presence.connecting')}
      {counts && <span>{t('presence.circle', { count: counts.myCircle })}</span>}
    </p>
  );
}

const pools = ['anyone', 'myCircle'] as const satisfies readonly PoolType[];
type LobbyPool = (typeof pools)[number];

interface ConnectProps {
  readonly actor: EncounterActor;
  readonly user: User;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

function Connect({ actor, user, disabled, children }: ConnectProps) {
  const { t } = useTranslation('lobby');
  const { t: call } = useTranslation('notifications');
  const [poolType, setPoolType] = useState<LobbyPool>('anyone');
  const { additions } = useConfiguration();
  const shorter = useShorter(poolType === 'anyone' && additions.includes('short'));
  const state = useUserState();
  const noRepeat = useObservable(avoidRepeat).oneminute ?? false;
  const sound = useObservable(soundOn);
  const minute = useContext(actor, ({ durations }) => Math.round(durations.connectionDuration / 1_000));
  const connect = () => {
    chosenExperience.set(undefined);
    actor.send({ type: 'connect pressed', poolType, noRepeat });
  };
  return (
    <section className={styles.connect}>
      <Mark size="large" breathing />
      <h1>{t('connect.title')}</h1>
      <p>{t('connect.text', { count: minute })}</p>
      <fieldset className={styles.pools}>
        <legend className="visually-hidden">{t('connect.with')}</legend>
        {pools.map((each) => (
          <label key={each}>
            <input type="radio" name="pool" checked={poolType === each} onChange={() => setPoolType(each)} />
            <span>{t(`connect.pools.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <Button look="primary" large disabled={disabled || (state !== 'present' && state !== 'absent')} onClick={connect}>
        {t(state === 'present' || state === 'absent' ? 'connect.button' : 'connect.waiting')}
      </Button>
      <Promised experienceType={minuteType} poolType={poolType} />
      <div className={styles.switches}>
        <Checkbox checked={noRepeat} onChange={(event) => setAvoidRepeat('oneminute', event.target.checked)}>
          {t('connect.noRepeat')}
        </Checkbox>
        <Checkbox checked={sound} onChange={(event) => setSound(event.target.checked)}>
          {t('connect.sound')}
        </Checkbox>
        {shorter && <shorter.Shorter actor={actor} user={user} />}
        {user.role !== 'experienceGuest' && (
          <CallSwitch
            key={poolType}
            type={switchOf({ experienceType: minuteType, poolType })}
            label={call(`switch.${poolType}`)}
          />
        )}
      </div>
      {children}
    </section>
  );
}
