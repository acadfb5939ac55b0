import { addToMyCircle, checkPartnerCircle, removeFromMyCircle } from '@unspoken/contract/circle';
import { cameraFailure, iceServers, recentEncounters, thanks } from '@unspoken/contract/encounters';
import { userReport } from '@unspoken/contract/moderation';
import type { Router } from '../platform/http/routes.ts';
import type { Encounters } from './service.ts';

export interface EncounterRoutesOptions {
  readonly afterwards: Encounters['afterwards'];
  /** Told why somebody's camera could not be opened; for the log. */
  readonly cameraFailed: (reason: string) => void;
}

export function encounterRoutes(router: Router, { afterwards, cameraFailed }: EncounterRoutesOptions): void {
  router.on(thanks, async ({ caller, body }) => {
    await afterwards.thank(caller.accountId, body);
    return { success: true };
  });
  router.on(addToMyCircle, ({ caller, body }) => afterwards.addToCircle(caller.accountId, body));
  router.on(removeFromMyCircle, ({ caller, body }) => afterwards.removeFromCircle(caller.accountId, body));
  router.on(checkPartnerCircle, ({ caller, body }) => afterwards.partnerCircle(caller.accountId, body));
  router.on(userReport, async ({ caller, body }) => {
    await afterwards.report(caller.accountId, body);
    return { success: true };
  });
  router.on(recentEncounters, async ({ caller }) => ({ encounters: await afterwards.recent(caller.accountId) }));
  // No STUN or TURN server is configured by default: no foreign host is asked for anything.
  router.on(iceServers, async () => ({ iceServers: [] }));
  router.on(cameraFailure, async ({ body }) => {
    cameraFailed(body.reason);
    return { success: true };
  });
}
