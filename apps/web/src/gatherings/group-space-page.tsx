import { Navigate, useLocation, useParams } from 'react-router';
import { encounter, useEntering, useUserState, useWaitingRoom } from '../encounters/current.ts';
import { Guidance } from '../encounters/screens/guidance.tsx';
import screens from '../encounters/screens/screens.module.css';
import { WaitingRoom } from '../encounters/screens/waiting-room.tsx';
import { isOnHold, OnHold } from '../lobby/on-hold.tsx';
import { PauseBanner } from '../lobby/pause-banner.tsx';
import { useObservable } from '../platform/observable.ts';
import { useSession } from '../session/use-session.ts';
import { GroupSpace } from './group-space.tsx';
import { spacePath } from './space-path.ts';

/** /groupspace/{groupID}: the private space of a gathering. Waiting and the guidance take its place. */
export default function GroupSpacePage() {
  const { groupID = '' } = useParams();
  const { pathname } = useLocation();
  const { user } = useSession();
  const actor = useObservable(encounter);
  const state = useUserState();
  const isWaiting = useWaitingRoom();
  const isEntering = useEntering();
  // The path is compared elsewhere.
  if (pathname !== spacePath(groupID)) return <Navigate to={spacePath(groupID)} replace />;
  if (actor && state === 'firstTimeGuidance') return <Guidance actor={actor} />;
  if (actor && isWaiting) return <WaitingRoom actor={actor} />;
  if (isEntering) return <main className={screens.room} />;
  if (user && isOnHold(user))
    return (
      <main className={screens.page}>
        <PauseBanner />
        <OnHold user={user} />
      </main>
    );
  return <GroupSpace key={groupID} groupID={groupID} />;
}
