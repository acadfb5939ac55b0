import type { User } from '@unspoken/contract/accounts';
import { Suspense } from 'react';
import { later } from '../platform/later.ts';
import { useSession } from '../session/use-session.ts';
import { VisitorLobby } from './visitor-lobby.tsx';

const CheckEmail = later(() => import('../accounts/check-email.tsx'));
const WaitingPage = later(() => import('../accounts/waiting-page.tsx'));
const MemberLobby = later(() => import('./member-lobby.tsx'));

/** /: the lobby of visitors and members. */
export function Lobby() {
  const { ready, user } = useSession();
  if (!ready) return <main />;
  if (!user) return <VisitorLobby />;
  return <Suspense fallback={<main />}>{lobbyOf(user)}</Suspense>;
}

function lobbyOf(user: User) {
  if (user.needsVerification) return <CheckEmail email={user.email} />;
  if (user.registeringStage) return <WaitingPage stage={user.registeringStage} />;
  return <MemberLobby user={user} />;
}
