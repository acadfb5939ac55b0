import { CheckEmail } from '../accounts/check-email.tsx';
import { useSession } from '../session/use-session.ts';
import { MemberLobby } from './member-lobby.tsx';
import { VisitorLobby } from './visitor-lobby.tsx';

/** /: one door for everybody. */
export function Lobby() {
  const { ready, user } = useSession();
  if (!ready) return <main />;
  if (!user) return <VisitorLobby />;
  return user.needsVerification ? <CheckEmail email={user.email} /> : <MemberLobby user={user} />;
}
