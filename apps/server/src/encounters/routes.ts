import { cameraFailure, iceServers, thanks } from '@unspoken/contract/encounters';
import type { Router } from '../platform/http/routes.ts';
import type { Encounters } from './service.ts';

export interface EncounterRoutesOptions {
  readonly encounters: Encounters;
  /** Told why somebody's camera could not be opened; for the log. */
  readonly cameraFailed: (reason: string) => void;
}

export function encounterRoutes(router: Router, { encounters, cameraFailed }: EncounterRoutesOptions): void {
  router.on(thanks, async ({ caller, body }) => {
    await encounters.thank(caller.accountId, body.roomID, body.position);
    return { success: true };
  });
  // No STUN or TURN server is configured by default: no foreign host is asked for anything.
  router.on(iceServers, async () => ({ iceServers: [] }));
  router.on(cameraFailure, async ({ body }) => {
    cameraFailed(body.reason);
    return { success: true };
  });
}
