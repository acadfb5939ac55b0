import {
  cancelRendezvous,
  listRendezvous,
  makeRendezvous,
  moveRendezvous,
  rendezvousOffers,
} from '@unspoken/contract/rendezvous';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { rendezvousLimits } from './limits.ts';
import type { Rendezvous } from './service.ts';

interface RendezvousRoutesOptions {
  readonly rendezvous: Rendezvous;
  readonly limits: Limits;
}

export function rendezvousRoutes(router: Router, { rendezvous, limits }: RendezvousRoutesOptions): void {
  const use = (accountId: string) => limits.use(rendezvousLimits.rendezvousPerAccount, accountId);
  router.on(listRendezvous, ({ caller }) => rendezvous.list(caller.accountId));
  router.on(rendezvousOffers, async ({ caller: { accountId } }) => {
    await limits.use(rendezvousLimits.rendezvousOffersPerAccount, accountId);
    return {
      anyone: await rendezvous.offers(accountId, 'anyone'),
      myCircle: await rendezvous.offers(accountId, 'myCircle'),
    };
  });
  router.on(makeRendezvous, async ({ caller, body }) => {
    await use(caller.accountId);
    await rendezvous.make(caller.accountId, body.startsAt, body.poolType);
    return rendezvous.list(caller.accountId);
  });
  router.on(moveRendezvous, async ({ caller, body }) => {
    await use(caller.accountId);
    await rendezvous.move(caller.accountId, body.id, body.startsAt);
    return rendezvous.list(caller.accountId);
  });
  router.on(cancelRendezvous, async ({ caller, body }) => {
    await use(caller.accountId);
    await rendezvous.cancel(caller.accountId, body.id);
    return rendezvous.list(caller.accountId);
  });
}
