import { type GatheringEvent, gatheringEvent } from '@unspoken/contract/gatherings';
import type { FastifyInstance } from 'fastify';
import type { MatchmakingModule } from '../matchmaking/module.ts';
import { every } from '../platform/every.ts';
import type { PreviewOf } from '../platform/http/pages.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { anchorStore } from './anchor-store.ts';
import { Anchors } from './anchors.ts';
import { attendanceRoutes } from './attendance-routes.ts';
import { serveCalendars } from './calendar-routes.ts';
import { Calendars } from './calendars.ts';
import type { CurrentGatherings } from './current.ts';
import { type FollowUpNeeds, followUp } from './follow-up.ts';
import { type HostingNeeds, hosting } from './hosting.ts';
import { GatheringMails } from './mails.ts';
import { Phases } from './phases.ts';
import { PoolRules } from './pool-rules.ts';
import { Previews } from './previews.ts';
import { Reminders } from './reminders.ts';
import { gatheringRoutes } from './routes.ts';
import { Schedule } from './schedule.ts';
import { Gatherings } from './service.ts';
import { serveShareCards } from './share-card-routes.ts';
import { ShareCards } from './share-cards.ts';
import { gatheringStore } from './store.ts';
import { Upkeep } from './upkeep.ts';

interface GatheringsNeeds
  extends HostingNeeds,
    Pick<MatchmakingModule, 'matchmaking' | 'circumstancesBy' | 'groupSpaceBy'>,
    Omit<FollowUpNeeds, 'matchmaking'> {
  readonly http: FastifyInstance;
  readonly store: { metSince(accountId: string, since: number): Promise<ReadonlyMap<string, number>> };
}

export interface GatheringsModule extends Module {
  readonly previewOf: PreviewOf;
  /** How long the oldest reminder that is due has not been mailed, ms. */
  readonly overdueReminders: () => Promise<number>;
  readonly current: CurrentGatherings;
}

/** Gatherings: when they take place, who has registered, what is mailed about them, and what holds in their pools. */
export function gatheringsModule(platform: Platform, needs: GatheringsNeeds): GatheringsModule {
  const { db, clock, config, random, fault, limits, mailTemplates, gateway, sockets } = platform;
  const { accounts, matchmaking, http } = needs;
  const { durations, publicUrl, productName, supportEmail, gatherings: regular } = config;
  const store = gatheringStore(db);
  const openDates = (now: number) => anchors.openDates(now);
  const schedule = new Schedule({ store, clock, regular, openDates, interval: durations.settingsCheck, fault });
  const anchors = new Anchors({
    ...{ store: anchorStore(db), clock, zones: regular.anchors, time: regular.time },
    changed: () => schedule.refresh(),
  });
  const mails = new GatheringMails({ accounts, mailTemplates, publicUrl, productName, supportEmail });
  const gatherings = new Gatherings({
    ...{ store, schedule, mails, accounts, clock, durations },
    eligibilityChanged: (accountId) => matchmaking.eligibilityChanged(accountId),
  });
  const calendars = new Calendars({ store, schedule, mails, accounts, clock, random, publicUrl, productName });
  const phases = new Phases({
    ...{ store, schedule, clock, durations, fault },
    present: () => [...new Set(gateway.sessions().values())],
    socketsOf: (accountId) => gateway.of(accountId),
    send: (connections, event, payload) => sockets.send(connections, event, payload),
    refuseWhereShut: (isShut) => matchmaking.refuseWhereShut(isShut, 'gathering_over'),
  });
  const reminders = new Reminders({
    ...{ store, mails, accounts, clock, durations },
    moved: (gatheringID, accountIds) => {
      for (const accountId of accountIds)
        sockets.announce(accountId, gatheringEvent, { gatheringID, phase: 'changed' } satisfies GatheringEvent);
    },
  });
  const upkeep = new Upkeep({ store, clock, regular, openDates });
  const { came, attendance, surveys, records, forgetAnswers, current } = followUp(platform, { store, schedule }, needs);
  const rules = new PoolRules({ store, schedule, metSince: needs.store.metSince.bind(needs.store), came });
  needs.groupSpaceBy((accountId, pool, now) => rules.denial(accountId, pool, now));
  needs.circumstancesBy((accountId, pool, now) => rules.circumstances(accountId, pool, now));
  matchmaking.onEntered((...entries) => {
    for (const { accountId, pool } of entries) void rules.entered(accountId, pool, clock.now()).catch(fault);
  });
  const previews = new Previews({ schedule, mails });
  const cards = new ShareCards({ fault });
  const { proposals, decisions } = hosting(platform, needs, { gatherings: store, changed: () => schedule.refresh() });
  const stops: (() => void)[] = [];
  let firstUpkeep: Promise<unknown> = Promise.resolve();
  // In this order: what upkeep cancels must not be what anchors are about to open again.
  const keepUp = async () => {
    await anchors.sweep().catch(fault);
    await upkeep.sweep();
  };
  return {
    overdueReminders: () => reminders.overdue(),
    current,
    previewOf: (pathname, language) => previews.of(pathname, language),
    routes: (router) => {
      gatheringRoutes(router, { gatherings, calendars, proposals, decisions, limits, clock });
      attendanceRoutes(router, { attendance, surveys, limits });
    },
    async prepare() {
      serveCalendars(http, calendars, limits);
      serveShareCards(http, { previews, cards, limits, productName });
      await schedule.start();
    },
    serve: () => phases.start(),
    work() {
      // A new version of the software may bring other settings, or other data of the zones.
      firstUpkeep = keepUp().catch(fault);
      stops.push(
        // After an outage reminders are due already.
        every(clock, durations.gatheringSweep, () => reminders.sweep(), fault, { atOnce: true }),
        every(clock, durations.gatheringSweep, () => surveys.sweep(), fault),
        every(clock, durations.anchorSweep, keepUp, fault),
      );
    },
    stop() {
      for (const stop of stops) stop();
      phases.stop();
      schedule.stop();
    },
    async leave() {
      // A process that is stopped at once would close the database under it.
      await firstUpkeep;
      await cards.close();
    },
    personalData: [proposals, calendars, records],
    retention: {
      async gatherings(before) {
        await store.forget(before);
        await anchors.forget(before);
      },
      surveys: forgetAnswers,
    },
  };
}
