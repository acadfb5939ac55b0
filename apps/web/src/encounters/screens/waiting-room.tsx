import { groupOf } from '@unspoken/encounter/noted';
import { isPausedSearch } from '@unspoken/encounter/rules';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenExperience } from '../../experiences/chosen.ts';
import { invitedBy, isInviting } from '../../experiences/invitation.ts';
import { useIsInGathering } from '../../gatherings/in-gathering.ts';
import { SearchingInGroup } from '../../gatherings/searching-in-group.tsx';
import { CallMe } from '../../notifications/call-me.tsx';
import { TooLate } from '../../notifications/too-late.tsx';
import { useObservable } from '../../platform/observable.ts';
import { RendezvousOffers } from '../../rendezvous/offers.tsx';
import { Button } from '../../ui/button.tsx';
import { Circles } from '../../ui/circles.tsx';
import { Calling } from '../../waits/calling.tsx';
import { NextGathering, Promised } from '../../waits/promise.tsx';
import { peopleCount } from '../current.ts';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { GettingReady, KeepWaitingCountdown, WaitingTime } from '../parts/waiting-times.tsx';
import { breathSoundOn, playBreath, setBreathSound } from '../signs/sound.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import styles from './screens.module.css';

/** The room before anybody is in it: one circle that breathes. The second one comes with the next screen, once somebody is there. */
export function WaitingRoom({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const isPaused = useContext(actor, isPausedSearch);
  const group = useContext(actor, groupOf);
  const sound = useObservable(breathSoundOn);
  useEffect(() => (sound ? playBreath() : undefined), [sound]);
  // What follows, a notice in the lobby or the next room, is read from its beginning.
  useEffect(() => () => window.scrollTo(0, 0), []);
  return (
    <main className={`${styles.room} ${styles.darken}`}>
      <div className={styles.middle}>
        <Circles state="alone" breathing />
        {isPaused ? (
          <Paused actor={actor} />
        ) : group ? (
          <SearchingInGroup actor={actor} groupID={group} />
        ) : (
          <Searching actor={actor} />
        )}
      </div>
      <div className={styles.corner}>
        <Button look="onDark" aria-pressed={sound} onClick={() => setBreathSound(!sound)}>
          {t('waiting.breathSound')}
        </Button>
      </div>
    </main>
  );
}

function Searching({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const poolType = useContext(actor, (context) => context.pool.poolType);
  const inviter = useObservable(invitedBy);
  const type = useContext(actor, (context) => context.pool.experienceType);
  const chosen = useObservable(chosenExperience);
  return (
    <>
      {chosen?.type === type && <p>{chosen.name}</p>}
      <ScreenHeading>
        {poolType === 'personalInvite' && inviter ? t('waiting.forNamed', { name: inviter }) : t('waiting.title')}
      </ScreenHeading>
      <GettingReady actor={actor} otherwise={poolType !== 'personalInvite' && <Others poolType={poolType} />} />
      <WaitingTime actor={actor} />
      {poolType !== 'personalInvite' && (
        <>
          <TooLate actor={actor} otherwise={<Promised experienceType={type} poolType={poolType} isWaiting />} />
          <Calling actor={actor} />
        </>
      )}
      <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
        {t('cancel')}
      </Button>
    </>
  );
}

/** How many of those who could be met are here; the user does not count. */
function Others({ poolType }: { readonly poolType: 'anyone' | 'myCircle' }) {
  const { t } = useTranslation('encounters');
  const counts = useObservable(peopleCount);
  if (!counts) return null;
  const isCircle = poolType === 'myCircle';
  const others = isCircle ? counts.myCircle : Math.max(0, counts.general - 1);
  return (
    <p data-testid="others" aria-live="off">
      {others === 0
        ? t(isCircle ? 'waiting.nobodyOfCircle' : 'waiting.nobodyElse')
        : t(isCircle ? 'waiting.ofCircle' : 'waiting.others', { count: others })}
    </p>
  );
}

/** Nobody came within the time for pairing. Waiting goes on by itself for a while. In a group space there is nobody to invite. */
function Paused({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const { t: gathering } = useTranslation('groupspace');
  const { t: lobby } = useTranslation('lobby');
  const isInGathering = useIsInGathering(actor);
  const isInGroup = useContext(actor, groupOf) !== undefined;
  const goesOn = useTag(actor, 'waiting goes on by itself');
  const invite = () => {
    actor.send({ type: 'cancel pressed' });
    isInviting.set(true);
  };
  return (
    <>
      <ScreenHeading>
        {isInGathering ? gathering('waiting.tryAgain') : t(goesOn ? 'waiting.nobody' : 'waiting.stillThere')}
      </ScreenHeading>
      {goesOn && (
        <p>
          <KeepWaitingCountdown actor={actor} />
        </p>
      )}
      <p role="status">{!goesOn && t('waiting.askedAgain')}</p>
      <div className={styles.actions}>
        <Button look="brightOnDark" onClick={() => actor.send({ type: 'keep waiting pressed' })}>
          {isInGathering ? lobby('tryAgain') : t('waiting.keepWaiting')}
        </Button>
        {!isInGathering && <CallMe actor={actor} />}
        {!isInGroup && (
          <Button look="onDark" onClick={invite}>
            {t('waiting.inviteOne')}
          </Button>
        )}
        <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
          {t('cancel')}
        </Button>
      </div>
      {!isInGathering && (
        <>
          <RendezvousOffers actor={actor} />
          <p>
            <NextGathering />
          </p>
        </>
      )}
    </>
  );
}
