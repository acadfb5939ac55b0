import { type Ring, ringEvent } from '@unspoken/contract/notifications';
import type { Accounts } from '../accounts/service.ts';
import type { GatheringsModule } from '../gatherings/module.ts';
import type { MatchmakingModule } from '../matchmaking/module.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Bell } from './bell.ts';
import { notificationRoutes } from './routes.ts';
import { Notifications } from './service.ts';
import { notificationStore } from './store.ts';

interface NotificationsNeeds extends Pick<MatchmakingModule, 'matchmaking' | 'onAnswered'>, Pick<GatheringsModule, 'current'> {
  readonly accounts: Accounts;
  readonly productionTypes: () => readonly string[];
  readonly isPaused: () => boolean;
}

/** Calls members who have asked for it while somebody waits. */
export function notificationsModule(
  { db, clock, config: { durations }, random, limits, shared, sockets, fault }: Platform,
  { accounts, matchmaking, onAnswered, current, productionTypes, isPaused }: NotificationsNeeds,
): Module {
  const store = notificationStore(db);
  const notifications = new Notifications({
    ...{ store, accounts, clock, types: productionTypes },
    nextGathering: (now) => current.nextStart(now),
  });
  const bell = new Bell({
    ...{ node: shared.bus.node, clock, random, durations, store, matchmaking, fault },
    isSilent: (pool, now) => isPaused() || current.isIn(pool, now),
    inGathering: (accountIds) => current.attending(accountIds),
    deliver: (accountId, ring: Ring) => sockets.announce(accountId, ringEvent, ring),
  });
  onAnswered((accountId, ringID) => void notifications.answered(accountId, ringID).catch(fault));
  let isServing = false;
  matchmaking.onEntered((...entries) => {
    if (isServing) for (const entry of entries) bell.entered(entry);
  });
  return {
    routes: (router) => notificationRoutes(router, { notifications, limits }),
    serve() {
      isServing = true;
    },
    stop() {
      isServing = false;
      bell.stop();
    },
    personalData: [notifications],
    retention: { rings: (before) => notifications.forget(before) },
  };
}
