import * as contract from '@unspoken/contract/administration';
import type { Router } from '../platform/http/routes.ts';
import type { Administration } from './service.ts';

const done = { success: true };

export function administrationRoutes(router: Router, office: Administration): void {
  router.on(contract.waitingList, async ({ caller }) => ({ waiting: await office.waiting(caller.accountId) }));
  router.on(contract.claimWaiting, async ({ caller, body }) => {
    await office.claimWaiting(caller.accountId, body.personID);
    return done;
  });
  router.on(contract.decideWaiting, async ({ caller, body: { personID, decision, words } }) => {
    await office.decideWaiting(caller.accountId, personID, decision, words);
    return done;
  });
  router.on(contract.searchPeople, async ({ caller, body }) => ({ people: await office.search(caller.accountId, body.words) }));
  router.on(contract.grantRole, async ({ caller, body }) => {
    await office.grant(caller.accountId, body.personID, body.role);
    return done;
  });
  router.on(contract.resetSecondFactor, async ({ caller, body }) => {
    await office.resetSecondFactor(caller.accountId, body.personID);
    return done;
  });
  router.on(contract.encounterHealth, () => office.encounters());
  router.on(contract.feedbackInbox, async () => ({ feedback: await office.feedback() }));
  router.on(contract.setPause, async ({ caller, body }) => {
    await office.setPause(caller.accountId, body.pause);
    return done;
  });
  router.on(contract.auditLog, async ({ body }) => ({ lines: await office.ledger(body.before) }));
}
