import { Navigate, useLocation, useParams } from 'react-router';
import screens from '../encounters/screens/screens.module.css';
import { isOnHold, OnHold } from '../lobby/held-back.ts';
import { PauseBanner } from '../lobby/pause-banner.tsx';
import { useSession } from '../session/use-session.ts';
import { GroupSpace } from './group-space.tsx';
import { spacePath } from './space-path.ts';

/** /groupspace/{groupID}: the private space of a gathering. */
export default function GroupSpacePage() {
  const { groupID = '' } = useParams();
  const { pathname } = useLocation();
  const { user } = useSession();
  // The path is compared elsewhere.
  if (pathname !== spacePath(groupID)) return <Navigate to={spacePath(groupID)} replace />;
  if (user && isOnHold(user))
    return (
      <main className={screens.page}>
        <PauseBanner />
        <OnHold user={user} />
      </main>
    );
  return <GroupSpace key={groupID} groupID={groupID} />;
}
