import * as contract from '@unspoken/contract/administration';
import type { Router } from '../platform/http/routes.ts';
import type { Administration } from './service.ts';

const done = { success: true };

export function administrationRoutes(router: Router, administration: Administration): void {
  router.on(contract.waitingList, async ({ caller }) => ({ waiting: await administration.waiting(caller.accountId) }));
  router.on(contract.claimWaiting, async ({ caller, body }) => {
    await administration.claimWaiting(caller.accountId, body.personID);
    return done;
  });
  router.on(contract.decideWaiting, async ({ caller, body: { personID, decision, words } }) => {
    await administration.decideWaiting(caller.accountId, personID, decision, words);
    return done;
  });
  router.on(contract.searchPeople, async ({ caller, body }) => ({
    people: await administration.search(caller.accountId, body.words),
  }));
  router.on(contract.grantRole, async ({ caller, body }) => {
    await administration.grant(caller.accountId, body.personID, body.role);
    return done;
  });
  router.on(contract.resetSecondFactor, async ({ caller, body }) => {
    await administration.resetSecondFactor(caller.accountId, body.personID);
    return done;
  });
  router.on(contract.encounterHealth, () => administration.encounters());
  router.on(contract.feedbackInbox, async () => ({ feedback: await administration.feedback() }));
  router.on(contract.setPause, async ({ caller, body }) => {
    await administration.setPause(caller.accountId, body.pause);
    return done;
  });
  router.on(contract.auditLog, async ({ body }) => ({ lines: await administration.ledger(body.before) }));
}
