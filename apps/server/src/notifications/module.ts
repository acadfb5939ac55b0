import { callingEvent, type PushPayload, ringEvent } from '@unspoken/contract/notifications';
import type { Accounts } from '../accounts/service.ts';
import type { GatheringsModule } from '../gatherings/module.ts';
import type { MatchmakingModule } from '../matchmaking/module.ts';
import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import type { PushResult } from '../platform/push/push-sender.ts';
import type { RendezvousModule } from '../rendezvous/module.ts';
import { Bell } from './bell.ts';
import { Delivery } from './delivery.ts';
import { openDevices } from './open-devices.ts';
import { RendezvousCalls } from './rendezvous-calls.ts';
import { notificationRoutes } from './routes.ts';
import { Notifications } from './service.ts';
import { notificationStore } from './store.ts';

interface NotificationsNeeds
  extends Pick<MatchmakingModule, 'matchmaking' | 'onAnswered'>,
    Pick<GatheringsModule, 'current'>,
    Pick<RendezvousModule, 'rendezvous'> {
  readonly accounts: Accounts;
  readonly productionTypes: () => readonly string[];
  readonly isPaused: () => boolean;
}

export interface NotificationsModule extends Module {
  /** The key to which browsers subscribe; undefined if nothing is sent by push services. */
  readonly publicKey: string | undefined;
  /** Calls the listener with what came of each message to a push service. */
  readonly onPushed: (listener: (result: PushResult) => void) => void;
}

/** Calls members who have asked for it while somebody waits. */
export async function notificationsModule(
  platform: Platform,
  { accounts, matchmaking, onAnswered, current, rendezvous, productionTypes, isPaused }: NotificationsNeeds,
): Promise<NotificationsModule> {
  const { db, clock, config, random, limits, shared, sockets, fault } = platform;
  const { durations } = config;
  const store = notificationStore(db);
  const { devices, publicKey, onPushed, close } = await openDevices(platform, accounts);
  const notifications = new Notifications({
    ...{ store, accounts, devices, clock, types: productionTypes },
    nextGathering: (now) => current.nextStart(now),
  });
  accounts.settings.onTimeZone.add((tx, accountId) => notifications.zoneChanged(tx, accountId));
  const delivery = new Delivery({ clock, durations, sockets, devices });
  const bell = new Bell({
    ...{ node: shared.bus.node, clock, random, durations, store, matchmaking, fault },
    isSilent: (pool, now) => isPaused() || current.isIn(pool, now),
    inGathering: (accountIds) => current.attending(accountIds),
    // Nobody is out of reach because a process does not answer.
    hasPage: async (accountId) => (await sockets.hasOpen(accountId)) ?? true,
    calling: (entry) => sockets.ofEntry(entry)?.send(callingEvent, { clickID: entry.clickID }),
    async deliver(accountId, ring, { isStillRelevant, asked }) {
      const at = clock.now();
      const push = (language: string): PushPayload => ({ kind: 'ring', ...ring, at, language });
      const news = { event: ringEvent, page: ring, push, until: ring.until, isStillRelevant };
      const channel = await delivery.deliver(accountId, news).catch((error: unknown) => {
        fault(error);
        return 'none' as const;
      });
      if (channel !== 'page') await store.recordChannel(ring.ringID, channel, asked);
      return channel !== 'none';
    },
  });
  const calls = new RendezvousCalls({
    ...{ clock, rendezvous, delivery, store, isPaused, fault },
    isBusy: async (accountId) => (await bell.isBusy(accountId)) || (await current.attending([accountId])).has(accountId),
  });
  let stopCalls = () => {};
  onAnswered((accountId, ringID) => void notifications.answered(accountId, ringID).catch(fault));
  let isServing = false;
  matchmaking.onEntered((...entries) => {
    if (isServing) for (const entry of entries) bell.entered(entry);
  });
  return {
    ...{ publicKey, onPushed },
    routes: (router) => notificationRoutes(router, { notifications, devices, limits }),
    connections: [
      {
        opened: ({ accountId }) => void store.reachable([accountId], true).catch(fault),
      },
    ],
    serve() {
      isServing = true;
    },
    work() {
      stopCalls = every(clock, durations.rendezvousSweep, () => calls.sweep(), fault);
    },
    stop() {
      isServing = false;
      stopCalls();
      bell.stop();
    },
    async leave() {
      close();
    },
    personalData: [notifications, devices],
    retention: { rings: (before) => notifications.forget(before) },
  };
}
