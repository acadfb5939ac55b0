import {
  changeGathering,
  createCalendarFeed,
  listGatherings,
  registerForGathering,
  revokeCalendarFeed,
  standIn,
  unregisterFromGathering,
} from '@unspoken/contract/gatherings';
import type { Clock } from '../platform/clock.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Calendars } from './calendars.ts';
import { gatheringLimits } from './limits.ts';
import type { Gatherings } from './service.ts';

export interface GatheringRoutesOptions {
  readonly gatherings: Gatherings;
  readonly calendars: Calendars;
  readonly limits: Limits;
  readonly clock: Clock;
}

export function gatheringRoutes(router: Router, { gatherings, calendars, limits, clock }: GatheringRoutesOptions): void {
  const limit = (accountId: string) => limits.use(gatheringLimits.gatheringPerAccount, accountId);
  router.on(listGatherings, async ({ caller }) => ({
    gatherings: await gatherings.list(caller?.accountId),
    now: clock.now(),
  }));
  router.on(registerForGathering, async ({ caller, body }) => {
    await limit(caller.accountId);
    return { gathering: await gatherings.register(caller.accountId, body) };
  });
  router.on(changeGathering, async ({ caller, body }) => {
    await limit(caller.accountId);
    return { gathering: await gatherings.change(caller.accountId, body.fromID, body.toID) };
  });
  router.on(unregisterFromGathering, async ({ caller, body }) => {
    await limit(caller.accountId);
    await gatherings.unregister(caller.accountId, body.gatheringID);
    return { success: true };
  });
  router.on(standIn, async ({ caller, body }) => {
    await limit(caller.accountId);
    return { gathering: await gatherings.standIn(caller.accountId, body.gatheringID, body.standsIn) };
  });
  router.on(createCalendarFeed, async ({ caller }) => {
    await limits.use(gatheringLimits.feedPerAccount, caller.accountId);
    return { url: await calendars.createFeed(caller.accountId) };
  });
  router.on(revokeCalendarFeed, async ({ caller }) => {
    await calendars.revokeFeed(caller.accountId);
    return { success: true };
  });
}
