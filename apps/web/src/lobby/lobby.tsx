import { lazy, Suspense } from 'react';
import { CheckEmail } from '../accounts/check-email.tsx';
import { WaitingPage } from '../accounts/waiting-page.tsx';
import { useSession } from '../session/use-session.ts';
import { VisitorLobby } from './visitor-lobby.tsx';

const MemberLobby = lazy(() => import('./member-lobby.tsx'));

/** /: one door for everybody. */
export function Lobby() {
  const { ready, user } = useSession();
  if (!ready) return <main />;
  if (!user) return <VisitorLobby />;
  if (user.needsVerification) return <CheckEmail email={user.email} />;
  if (user.registeringStage) return <WaitingPage stage={user.registeringStage} />;
  return (
    <Suspense fallback={<main />}>
      <MemberLobby user={user} />
    </Suspense>
  );
}
