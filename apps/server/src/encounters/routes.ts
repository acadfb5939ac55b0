import { addToMyCircle, checkPartnerCircle, keepAdd, removeFromMyCircle } from '@unspoken/contract/circle';
import type { Durations } from '@unspoken/contract/durations';
import { cameraFailure, iceServers, recentEncounters, testIceServers, thanks } from '@unspoken/contract/encounters';
import { blockPartner, userReport } from '@unspoken/contract/reports';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { type Ice, testCredentialLife } from './ice.ts';
import { encounterLimits } from './limits.ts';
import type { Encounters } from './service.ts';

export interface EncounterRoutesOptions {
  readonly encounters: Encounters;
  readonly ice: Ice;
  readonly limits: Limits;
  readonly durations: Pick<Durations, 'credentialLife'>;
  /** Whether the account is waiting for a partner. */
  readonly isWaiting: (accountId: string) => Promise<boolean>;
  /** Called with the reason why a camera could not be opened; for the log. */
  readonly cameraFailed: (reason: string) => void;
}

export function encounterRoutes(router: Router, options: EncounterRoutesOptions): void {
  const { encounters, ice, limits, durations, isWaiting, cameraFailed } = options;
  const { afterwards } = encounters;
  router.on(thanks, async ({ caller, body }) => {
    await afterwards.thank(caller.accountId, body);
    return { success: true };
  });
  router.on(addToMyCircle, ({ caller, body }) => afterwards.addToCircle(caller.accountId, body));
  router.on(keepAdd, async ({ caller, body }) => ({
    success: true as const,
    claim: await afterwards.keepAdd(caller.accountId, body),
  }));
  router.on(removeFromMyCircle, ({ caller, body }) => afterwards.removeFromCircle(caller.accountId, body));
  router.on(checkPartnerCircle, ({ caller, body }) => afterwards.partnerCircle(caller.accountId, body));
  router.on(userReport, async ({ caller, body, address }) => {
    await afterwards.report(caller.accountId, body, address);
    return { success: true };
  });
  router.on(blockPartner, async ({ caller, body }) => {
    await afterwards.block(caller.accountId, body);
    return { success: true };
  });
  router.on(recentEncounters, async ({ caller }) => ({ encounters: await afterwards.recent(caller.accountId) }));
  router.on(iceServers, async ({ caller }) => {
    const inRoom = caller && (await encounters.relayOnly(caller.accountId));
    if (!caller || (inRoom === undefined && !(await isWaiting(caller.accountId)))) return ice.withoutRelay();
    await limits.use(encounterLimits.relayPerAccount, caller.accountId);
    return ice.withRelay(caller.accountId, durations.credentialLife, inRoom ?? ice.withoutRelay().relayOnly);
  });
  router.on(testIceServers, async ({ caller }) => {
    await limits.use(encounterLimits.relayTestPerAccount, caller.accountId);
    return ice.withRelay(caller.accountId, testCredentialLife, false);
  });
  router.on(cameraFailure, async ({ body }) => {
    cameraFailed(body.reason);
    return { success: true };
  });
}
