import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { doorAfterSignOut } from './session.ts';
import { useSession } from './use-session.ts';

interface GuardedProps {
  readonly page: ReactNode;
  /** Whether it is open to somebody who is not confirmed, or not let in yet. */
  readonly unfinished?: boolean;
}

/** Shows nothing until it is known who is here; guests are sent home. */
export function Guarded({ page, unfinished = false }: GuardedProps) {
  const { ready, user } = useSession();
  if (!ready) return null;
  const admitted = user && (unfinished || (!user.needsVerification && user.registeringStage === null));
  return admitted ? page : <Navigate to={doorAfterSignOut()} replace />;
}
