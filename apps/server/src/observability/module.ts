import type { FastifyInstance } from 'fastify';
import type { EncountersModule } from '../encounters/module.ts';
import type { GatheringsModule } from '../gatherings/module.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { ConductModule } from '../moderation/module.ts';
import type { NotificationsModule } from '../notifications/module.ts';
import type { PaymentsModule } from '../payments/module.ts';
import { pause } from '../platform/clock.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import type { Presence } from '../presence/service.ts';
import type { WaitsModule } from '../waits/module.ts';
import type { Meters } from './meters.ts';
import {
  type AccountEvents,
  countAccounts,
  countAlarms,
  countDroppedWaits,
  countEncounters,
  countPushes,
  watch,
  watchParts,
  watchPayments,
  watchReminders,
} from './metrics.ts';
import { metricsRoutes } from './routes.ts';

/** For how long a process that is about to end reports so before it stops accepting requests, ms. */
const leavingNotice = 5_000;

export interface ObservabilityModule extends Module {
  /** Reports that the process is about to end, and waits until a load balancer can have noticed. */
  readonly announceEnd: () => Promise<void>;
}

interface ObservabilityNeeds
  extends AccountEvents,
    Pick<EncountersModule, 'onEvent'>,
    Pick<ConductModule, 'onAlert'>,
    Pick<WaitsModule, 'onWaitDropped'>,
    Pick<NotificationsModule, 'onPushed'>,
    Pick<PaymentsModule, 'silentFor' | 'undoneFor'>,
    Pick<GatheringsModule, 'overdueReminders'> {
  readonly http: FastifyInstance;
  readonly meters: Meters;
  readonly presence: Presence;
  readonly matchmaking: Matchmaking;
}

/** Metrics and health checks. */
export function observabilityModule(platform: Platform, needs: ObservabilityNeeds): ObservabilityModule {
  const { config, clock, database, shared, gateway, jobs } = platform;
  const { http, meters, presence, matchmaking, onEvent, onAlert: onAlarm, onWaitDropped } = needs;
  let isLeaving = false;
  onEvent(countEncounters(meters));
  onAlarm(countAlarms(meters));
  countAccounts(meters, needs);
  onWaitDropped(countDroppedWaits(meters));
  needs.onPushed(countPushes(meters));
  watchReminders(meters, needs.overdueReminders);
  watchPayments(meters, needs);
  const unwatch = watch(meters, { presence, matchmaking, gateway, jobs });
  // A client that keeps asking over one connection should open another, which can lead to another process.
  http.addHook('onSend', async (_request, reply) => {
    if (isLeaving) void reply.header('connection', 'close');
  });
  // Without Redis pages, sign-in and reports still work: only the database decides whether the process is ready.
  const checks = { database: () => database.pool.query('select 1') };
  const { node } = shared;
  watchParts(meters, { ...checks, ...(node && { redis: () => node.redis.client.ping() }) });
  metricsRoutes(http, {
    ...{ meters, checks, token: config.metricsToken, openHere: !config.production },
    leaving: () => isLeaving,
  });
  return {
    async announceEnd() {
      isLeaving = true;
      unwatch();
      if (config.production) await pause(clock, leavingNotice);
    },
  };
}
