import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { count } from './counting.ts';

/** Counts each page that is opened, once the kind of visitor is known. */
export function PageVisits() {
  const { pathname } = useLocation();
  const { ready } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is opened counts once
  useEffect(() => {
    if (ready) count('page opened');
  }, [ready, pathname]);
  return null;
}
