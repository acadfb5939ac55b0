import { isUnfinished } from '../experiences/as-member.tsx';
import { useSession } from '../session/use-session.ts';

/** What this user is to gatherings: undefined until that is known. A guest has no account of their own. */
export function useMember(): 'visitor' | 'unfinished' | 'member' | undefined {
  const { ready, user } = useSession();
  if (!ready) return undefined;
  if (!user || user.role === 'experienceGuest') return 'visitor';
  return isUnfinished(user) ? 'unfinished' : 'member';
}
