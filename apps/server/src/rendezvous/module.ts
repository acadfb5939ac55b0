import { minuteType } from '@unspoken/contract/matchmaking';
import type { Accounts } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Conduct, Moderation } from '../moderation/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { nowOrLater } from '../platform/retry-forever.ts';
import type { WaitsModule } from '../waits/module.ts';
import { rendezvousRoutes } from './routes.ts';
import { Rendezvous } from './service.ts';
import { rendezvousStore } from './store.ts';

interface RendezvousNeeds extends Pick<WaitsModule, 'usualArrivals'> {
  readonly accounts: Accounts;
  readonly circle: Pick<Circle, 'matched'>;
  readonly moderation: Pick<Moderation, 'separatedFrom'>;
  readonly conduct: Pick<Conduct, 'subscribe'>;
  readonly matchmaking: Pick<Matchmaking, 'onEntered'>;
}

export interface RendezvousModule extends Module {
  readonly rendezvous: Rendezvous;
}

/** Quarters of an hour that gather the scattered into the same minute. */
export function rendezvousModule(
  { db, clock, random, limits, shared, fault }: Platform,
  { accounts, circle, moderation, conduct, matchmaking, usualArrivals: usual }: RendezvousNeeds,
): RendezvousModule {
  const rendezvous = new Rendezvous({
    ...{ store: rendezvousStore(db), accounts, clock, random, usual, fault },
    matched: (accountId) => circle.matched(accountId),
    separatedFrom: (accountId) => moderation.separatedFrom(accountId),
  });
  matchmaking.onEntered((...entries) => {
    for (const { accountId, node, pool } of entries) {
      const isHere = node === shared.bus.node && pool.experienceType === minuteType && pool.groupSpace === 'open';
      if (isHere && pool.poolType !== 'personalInvite') rendezvous.connected(accountId, pool.poolType).catch(fault);
    }
  });
  conduct.subscribe(async (accountId, { conduct: standing }) => {
    if (standing !== 'good') await nowOrLater(clock, fault, () => rendezvous.withdraw(accountId));
  });
  return {
    rendezvous,
    routes: (router) => rendezvousRoutes(router, { rendezvous, limits }),
    personalData: [rendezvous],
    retention: { rendezvous: (before) => rendezvous.forget(before) },
  };
}
