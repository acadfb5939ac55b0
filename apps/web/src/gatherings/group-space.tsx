import { spacePhase } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { encounter, useEntering, useUserState, useWaitingRoom } from '../encounters/current.ts';
import { Guidance } from '../encounters/screens/guidance.tsx';
import screens from '../encounters/screens/screens.module.css';
import { WaitingRoom } from '../encounters/screens/waiting-room.tsx';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Mark } from '../ui/mark.tsx';
import { useServerTime } from './server-time.ts';
import { SpaceClosed, SpaceFailed, SpaceLeft } from './space-closed.tsx';
import { SpaceEnded } from './space-ended.tsx';
import { SpaceOpen } from './space-open.tsx';
import { SpaceShut } from './space-shut.tsx';
import { useGroupSpace } from './use-group-space.ts';
import { useSpaceNotice } from './use-space-notice.ts';
import { noteSpace } from './use-way-to-space.ts';

/** A group space in its present state. The guidance and waiting take its place. */
export function GroupSpace({ groupID }: { readonly groupID: string }) {
  const { gathering, hasLeft, failure, enter, replace } = useGroupSpace(groupID);
  const actor = useObservable(encounter);
  const state = useUserState();
  const isWaiting = useWaitingRoom();
  const isEntering = useEntering();
  if (actor && state === 'firstTimeGuidance') return <Guidance actor={actor} />;
  if (actor && isWaiting) return <WaitingRoom actor={actor} />;
  if (isEntering) return <main className={screens.room} />;
  if (gathering) return <Entered gathering={gathering} groupID={groupID} onChange={replace} />;
  if (hasLeft) return <SpaceLeft onAgain={() => void enter()} />;
  if (failure !== undefined) return <SpaceFailed failure={failure} onRetry={() => void enter()} />;
  return <Loading />;
}

function Loading() {
  const { t } = useTranslation('groupspace');
  return (
    <main className={`${screens.page} ${screens.centred}`}>
      <Mark size="large" breathing />
      <p role="status">{t('loading')}</p>
    </main>
  );
}

interface EnteredProps {
  readonly gathering: Gathering;
  readonly groupID: string;
  readonly onChange: (gathering: Gathering) => void;
}

function Entered({ gathering, groupID, onChange }: EnteredProps) {
  const { durations } = useConfiguration();
  const actor = useObservable(encounter);
  const now = useServerTime(useMemo(() => [gathering], [gathering]));
  const byClock = now === undefined ? undefined : spacePhase(gathering, now, durations);
  // The server may end the waiting a moment before this page knows that it is time.
  const isOver = useSpaceNotice(byClock) === 'over';
  const phase = byClock === 'begun' && isOver ? 'ended' : byClock;
  useEffect(() => noteSpace(gathering.gatheringID), [gathering.gatheringID]);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (phase !== undefined && phase !== 'closed') wasOpen.current = true;
  }, [phase]);
  if (now === undefined) return <Loading />;
  switch (phase) {
    case 'shut':
      return <SpaceShut gathering={gathering} now={now} />;
    case 'doors':
    case 'begun':
      return <SpaceOpen {...{ gathering, groupID, now, actor, onChange }} hasBegun={phase === 'begun'} />;
    case 'ended':
      return <SpaceEnded gathering={gathering} now={now} />;
    default:
      return wasOpen.current ? <Navigate to="/" replace /> : <SpaceClosed />;
  }
}
