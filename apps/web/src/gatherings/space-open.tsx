import type { Gathering } from '@unspoken/contract/gatherings';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useTranslation } from 'react-i18next';
import { peopleCount, useUserState } from '../encounters/current.ts';
import { chosenExperience } from '../experiences/chosen.ts';
import { LobbyNotice } from '../lobby/lobby-notice.tsx';
import { PauseBanner } from '../lobby/pause-banner.tsx';
import { isSupported, UnsupportedNotice } from '../lobby/unsupported.tsx';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import { PresenceLight } from '../ui/presence-light.tsx';
import { useOthersInGroup } from './group-size.ts';
import styles from './group-space.module.css';
import { SpacePage, Welcome } from './space-parts.tsx';
import { useUntil } from './space-text.ts';
import { StandIn } from './stand-in.tsx';
import { useWords } from './use-words.ts';

interface SpaceOpenProps {
  readonly gathering: Gathering;
  readonly groupID: string;
  /** The server's time, epoch ms. */
  readonly now: number;
  readonly hasBegun: boolean;
  readonly actor: EncounterActor | undefined;
  readonly onChange: (gathering: Gathering) => void;
}

/** The doors are open: who is here, when it begins, and from then on Connect inside the group. */
export function SpaceOpen({ gathering, groupID, now, hasBegun, actor, onChange }: SpaceOpenProps) {
  const { t } = useTranslation('groupspace');
  const { t: waiting } = useTranslation('encounters');
  const until = useUntil();
  const isConnected = useObservable(peopleCount) !== undefined;
  const others = useOthersInGroup(groupID);
  const whoIsHere = () => {
    if (!isConnected) return t('here.connecting');
    if (others === undefined) return t('here.you');
    return others === 0 ? waiting('waiting.nobodyElse') : t('here.others', { count: others });
  };
  const begins = t('doors.begins', { when: until(gathering.startTimeMillSec, now) });
  const { times } = useWords();
  const time = times.time(gathering.endTimeMillSec);
  return (
    <SpacePage gathering={gathering} now={now} {...(!hasBegun && { tab: `${begins} · ${gathering.name}` })}>
      <PauseBanner />
      <UnsupportedNotice />
      {actor && <LobbyNotice actor={actor} />}
      <section className={styles.card}>
        <p className={styles.here} data-testid="here" aria-live="off">
          <PresenceLight isLit={isConnected} />
          {whoIsHere()}
        </p>
        <p className={styles.next} role="status">
          {hasBegun ? t('begun.until', { time }) : begins}
        </p>
        <Connect gathering={gathering} groupID={groupID} now={now} actor={actor} disabled={!hasBegun} />
        <p className={styles.soft}>{t(hasBegun ? (others === 0 ? 'begun.alone' : 'begun.text') : 'doors.text')}</p>
        <StandIn gathering={gathering} onChange={onChange} />
      </section>
      <Welcome gathering={gathering} />
    </SpacePage>
  );
}

type ConnectProps = Pick<SpaceOpenProps, 'gathering' | 'groupID' | 'now' | 'actor'> & { readonly disabled: boolean };

function Connect({ gathering, groupID, now, actor, disabled }: ConnectProps) {
  const { t } = useTranslation('groupspace');
  const { t: lobby } = useTranslation('lobby');
  const { pause, durations } = useConfiguration();
  const state = useUserState();
  const isFree = state === 'present' || state === 'absent';
  const { standsIn, endTimeMillSec } = gathering;
  const connect = () => {
    chosenExperience.set(undefined);
    const { clock } = actor?.getSnapshot().context.ports ?? {};
    // The server ends the waiting with the gathering; this is only for a page that does not hear of it.
    const patientUntil = standsIn && clock ? clock.now() + (endTimeMillSec - now) + durations.grace : undefined;
    actor?.send({ type: 'connect pressed', poolType: 'anyone', noRepeat: false, groupSpace: groupID, patientUntil });
  };
  return (
    <Button
      look="primary"
      large
      disabled={disabled || !actor || !isFree || pause === 'paused' || !isSupported()}
      onClick={connect}
    >
      {isFree ? (standsIn ? t('standIn.connect') : lobby('connect.button')) : lobby('connect.waiting')}
    </Button>
  );
}
