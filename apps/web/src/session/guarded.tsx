import { type ReactNode, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useObservable } from '../platform/observable.ts';
import { signInStep } from './destination.ts';
import { exit } from './exit.ts';
import { useSession } from './use-session.ts';

interface GuardedProps {
  readonly page: ReactNode;
  /** Whether the page is open to a user who is not confirmed, or not admitted yet. */
  readonly unfinished?: boolean;
  /** Whether a visitor is asked to sign in and then led to the page. */
  readonly destination?: boolean;
}

/** Shows nothing until the user is known; guests are asked to sign in, and led to the page afterwards. */
export default function Guarded({ page, unfinished = false, destination = true }: GuardedProps) {
  const { ready, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const leaving = useObservable(exit);
  const wasHere = useRef(false);
  if (user) wasHere.current = true;
  if (!ready) return <main />;
  const admitted = user && (unfinished || (!user.needsVerification && user.registeringStage === null));
  if (admitted) return page;
  if (wasHere.current && leaving !== undefined) return <Navigate to={leaving} replace />;
  if (user || !destination) return <Navigate to="/" replace />;
  return <Navigate to={`/${signInStep('signin', pathname + search + hash)}`} replace />;
}
