import { lazy, Suspense } from 'react';
import { CheckEmail } from '../accounts/check-email.tsx';
import { useSession } from '../session/use-session.ts';
import { VisitorLobby } from './visitor-lobby.tsx';

const MemberLobby = lazy(() => import('./member-lobby.tsx'));

/** /: one door for everybody. */
export function Lobby() {
  const { ready, user } = useSession();
  if (!ready) return <main />;
  if (!user) return <VisitorLobby />;
  return user.needsVerification ? (
    <CheckEmail email={user.email} />
  ) : (
    <Suspense fallback={<main />}>
      <MemberLobby user={user} />
    </Suspense>
  );
}
