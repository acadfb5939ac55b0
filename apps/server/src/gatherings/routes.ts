import {
  cancelGathering,
  changeGathering,
  createCalendarFeed,
  decideGathering,
  editGathering,
  hostedGatherings,
  listGatherings,
  listProposals,
  proposeGathering,
  registerForGathering,
  revokeCalendarFeed,
  standIn,
  unregisterFromGathering,
} from '@unspoken/contract/gatherings';
import type { Clock } from '../platform/clock.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Calendars } from './calendars.ts';
import type { GatheringDecisions } from './decisions.ts';
import { gatheringLimits } from './limits.ts';
import type { Proposals } from './proposals.ts';
import type { Gatherings } from './service.ts';

export interface GatheringRoutesOptions {
  readonly gatherings: Gatherings;
  readonly calendars: Calendars;
  readonly proposals: Proposals;
  readonly decisions: GatheringDecisions;
  readonly limits: Limits;
  readonly clock: Clock;
}

export function gatheringRoutes(router: Router, options: GatheringRoutesOptions): void {
  const { gatherings, calendars, limits, clock } = options;
  hostRoutes(router, options);
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

/** The calls of hosts, and of administrators about what they propose. */
function hostRoutes(router: Router, { proposals, decisions, limits }: GatheringRoutesOptions): void {
  router.on(proposeGathering, async ({ caller, body }) => {
    // A slip in the form is not one of the proposals of a day.
    proposals.check(body);
    await limits.use(gatheringLimits.proposalPerAccount, caller.accountId);
    return { gathering: await proposals.propose(caller.accountId, body) };
  });
  router.on(editGathering, async ({ caller, body: { gatheringID, ...body } }) => ({
    gathering: await proposals.edit(caller.accountId, gatheringID, body),
  }));
  router.on(cancelGathering, async ({ caller, body }) => {
    await decisions.cancel(caller, body.gatheringID);
    return { success: true };
  });
  router.on(listProposals, async ({ caller }) => ({ gatherings: await decisions.waiting(caller.accountId) }));
  router.on(decideGathering, async ({ caller, body }) => {
    await decisions.decide(caller.accountId, body);
    return { success: true };
  });
  router.on(hostedGatherings, ({ caller }) => proposals.hosted(caller.accountId));
}
