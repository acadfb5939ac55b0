import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from './use-session.ts';

/** Shows nothing until it is known who is here; guests are sent home. */
export function Guarded({ page }: { readonly page: ReactNode }) {
  const { ready, user } = useSession();
  if (!ready) return null;
  return user ? page : <Navigate to="/" replace />;
}
