import { realtimeAuth } from '@unspoken/contract/presence';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { realtimeLimits } from './limits.ts';
import type { Tickets } from './tickets.ts';

/** The call that issues a ticket for a socket. */
export function realtimeRoutes(router: Router, { tickets, limits }: { tickets: Tickets; limits: Limits }): void {
  router.on(realtimeAuth, async ({ caller }) => {
    await limits.use(realtimeLimits.ticketPerAccount, caller.accountId);
    return tickets.mint({ accountId: caller.accountId, sessionId: caller.sessionId });
  });
}
