import { type SQL, sql } from 'drizzle-orm';
import { longestIdle, sessionLife } from './rules.ts';

/** Whether a session can still be used, as a condition in another domain's statement; shorter times of single roles are not considered. */
export const isLiveSession = (sessionId: SQL, now: Date): SQL<boolean> => sql`exists (
  select from session s where s.id = ${sessionId}
    and s.last_used_at > ${new Date(now.getTime() - longestIdle)} and s.created_at > ${new Date(now.getTime() - sessionLife)})`;
