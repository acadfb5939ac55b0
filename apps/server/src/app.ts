import type { FastifyInstance } from 'fastify';
import { accountsModule } from './accounts/module.ts';
import { administrationModule } from './administration/module.ts';
import { booksModule } from './books/module.ts';
import { circleModule } from './circle/module.ts';
import { clusterModule } from './cluster/module.ts';
import { healthOf } from './encounters/health-store.ts';
import { encountersModule } from './encounters/module.ts';
import { countInSpace, type SpacePeriod } from './encounters/space-store.ts';
import { SqlEncounterStore } from './encounters/store.ts';
import { experiencesModule } from './experiences/module.ts';
import { feedbackModule } from './feedback/module.ts';
import { feelingsModule } from './feelings/module.ts';
import { financeModule } from './finance/module.ts';
import { gatheringsModule } from './gatherings/module.ts';
import { invitationsModule } from './invitations/module.ts';
import { matchmakingModule } from './matchmaking/module.ts';
import { membershipModule } from './membership/module.ts';
import { conductModule, moderationModule } from './moderation/module.ts';
import { notificationsModule } from './notifications/module.ts';
import { Meters } from './observability/meters.ts';
import { observabilityModule } from './observability/module.ts';
import { serveMetricsOnly } from './observability/routes.ts';
import { keepTraces, untraced } from './observability/traces.ts';
import { type PaymentsNeeds, paymentsModule } from './payments/module.ts';
import type { Config } from './platform/config.ts';
import { listen } from './platform/http/listen.ts';
import { openHttp } from './platform/http/open.ts';
import { createRouter } from './platform/http/routes.ts';
import { endHttp } from './platform/http/server.ts';
import { Modules } from './platform/module.ts';
import { openPlatform, type Platform, type PlatformOptions } from './platform/platform.ts';
import { platformModule } from './platform/platform-module.ts';
import { presenceModule } from './presence/module.ts';
import { privacyModule } from './privacy/module.ts';
import { realtimeModule, revocationModule, snapshotModule } from './realtime/module.ts';
import { rendezvousModule } from './rendezvous/module.ts';
import { sessionModule } from './session/module.ts';
import { studioModule } from './studio/module.ts';
import { visitsModule } from './visits/module.ts';
import { waitingListModule } from './waiting-list/module.ts';
import { waitsModule } from './waits/module.ts';
import { websiteModule } from './website/module.ts';
import { welcomingModule } from './welcoming/module.ts';

/** A running Unspoken. */
export interface RunningApp {
  /** The origin that it listens on. */
  readonly origin: string;
  close(): Promise<void>;
}

/** What a test may replace of the environment. */
export interface AppOverrides extends Pick<PlatformOptions, 'clock' | 'passwordMemory'> {
  readonly log?: NodeJS.WritableStream;
  /** What carries the requests of rehearsed payments. */
  readonly rehearsalThrough?: PaymentsNeeds['through'];
}

/** Every domain of the product, each after those that it depends on. A new domain is added here. */
async function compose(platform: Platform, http: FastifyInstance, meters: Meters, { rehearsalThrough }: AppOverrides) {
  const modules = new Modules();
  const store = new SqlEncounterStore(platform.db);
  const history = (accountId: string) => store.history(accountId);
  const veiledBy = store.veiledBy.bind(store);
  const hasCompletedMinute = store.hasCompletedMinute.bind(store);
  const completedMinutes = store.completedMinutes.bind(store);
  const metSince = store.metSince.bind(store);
  const encounterHealth = (since: Date) => healthOf(platform.db, since);
  const joined = modules.add(accountsModule(platform));
  const { accounts, guardAccounts } = joined;
  const { revocation } = modules.add(revocationModule(platform, { accounts }));
  const { waitingList } = modules.add(waitingListModule(platform, { accounts }));
  const { invitations } = modules.add(invitationsModule(platform, { accounts }));
  const { feedback } = modules.add(feedbackModule(platform, { accounts }));
  const { books } = modules.add(booksModule(platform));
  modules.add(visitsModule(platform));
  const conducted = modules.add(conductModule(platform, { accounts, guardAccounts, encounters: history, veiledBy }));
  const { conduct, ledger, intake, onAlert } = conducted;
  const moderated = modules.add(moderationModule(platform, { accounts, guardAccounts, intake, onHeld: ledger.announceStanding }));
  const { welcoming } = modules.add(
    welcomingModule(platform, { accounts, conduct, ledger, completedMinutes, hasCompletedMinute }),
  );
  const partOf = (accountId: string) => welcoming.partOf(accountId);
  const paid = modules.add(paymentsModule(platform, { http, books, accounts, through: rehearsalThrough }));
  const { membership, placeCounts } = modules.add(
    membershipModule(platform, { ...paid, books, conduct, ledger, accounts, hasCompletedMinute }),
  );
  modules.add(financeModule(platform, { ...paid, http, books, placeCounts, ledger }));
  const circled = modules.add(circleModule(platform, { accounts, ...moderated }));
  const people = { accounts, conduct, moderation: moderated.moderation, ...circled };
  const administered = { accounts, waitingList, feedback, ledger, encounterHealth };
  const { pause } = modules.add(await administrationModule(platform, administered));
  const isSignedIn = revocation.admits.bind(revocation);
  const isPaused = () => pause.now === 'paused';
  const matched = modules.add(matchmakingModule(platform, { ...people, metSince, isSignedIn, isPaused, partOf }));
  const { matchmaking } = matched;
  const waited = modules.add(waitsModule(platform, { ...matched, isPaused }));
  const meeting = modules.add(encountersModule(platform, { ...people, matchmaking, store }));
  modules.add(feelingsModule(platform, { accounts, ...meeting }));
  const present = modules.add(presenceModule(platform, { ...circled, matchmaking }));
  const session = modules.add(sessionModule(platform, { ...people, ...meeting, waitingList, invitations, membership }));
  const known = { http, membership, store, ...people, ...moderated, ...matched, ...meeting, ...present, ...waited, ...session };
  const experiences = modules.add(experiencesModule(platform, known));
  modules.add(studioModule(platform, { ...experiences, accounts, ledger }));
  const inSpace = (of: SpacePeriod) => countInSpace(platform.db, of);
  const gathered = modules.add(gatheringsModule(platform, { ...known, ledger, countInSpace: inSpace }));
  const met = modules.add(rendezvousModule(platform, known));
  const notified = modules.add(await notificationsModule(platform, { ...known, ...experiences, ...gathered, ...met, isPaused }));
  const realtime = modules.add(realtimeModule(platform, { ...people, ...meeting }));
  modules.add(snapshotModule(platform, { ...meeting, matchmaking }));
  modules.add(privacyModule(platform, { accounts, modules, ...experiences }));
  modules.add(clusterModule(platform, { ...meeting, ...matched, store }));
  modules.add(platformModule(platform));
  const watched = { ...joined, ...paid, ...present, ...meeting, ...waited, ...notified, matchmaking, onAlert };
  const observed = modules.add(observabilityModule(platform, { http, meters, ...gathered, ...watched }));
  modules.add(websiteModule(platform, { http, pause, ...gathered, ...notified }));
  return { modules, identify: session.identify, openSockets: realtime.listen, announceEnd: observed.announceEnd };
}

/** Starts one process of the product. */
export async function startApp(config: Config, overrides: AppOverrides = {}): Promise<RunningApp> {
  const { clock, log, passwordMemory } = overrides;
  const roles = { isServing: config.role !== 'worker', isWorking: config.role !== 'web' };
  const { http, unidentifiedConnections } = await openHttp(config, log);
  const traces = config.tracesUrl ? await keepTraces(config.tracesUrl) : untraced;
  traces.ofCalls(http);
  if (!roles.isServing) serveMetricsOnly(http);
  const platform = await openPlatform(config, { log: http.log, clock, passwordMemory, opened: traces.ofQueries });
  const meters = new Meters(platform.fault);
  const { modules, identify, openSockets, announceEnd } = await compose(platform, http, meters, overrides);
  platform.gateway.add(modules);
  const marks = { secret: platform.random.secret, secure: config.publicUrl.startsWith('https:') };
  modules.routes(createRouter(http, identify, { marks, identified: (request) => unidentifiedConnections.identified(request) }));
  await modules.prepare();
  const port = await listen(http, config);
  const origin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const origins = [config.publicUrl, origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const socketServer = openSockets(roles.isServing ? http.server : undefined, unidentifiedConnections, origins);
  await modules.start(roles);
  return {
    origin,
    async close() {
      await announceEnd();
      // Only where others can take them: with a single process everybody waits for the next one anyway.
      if (platform.shared.node) await platform.dismissal.dismiss();
      modules.stop();
      // Together: `endHttp` turns further requests away, and closing the socket server waits until no request is open.
      await Promise.all([endHttp(http, platform.ownClock, config.durations.requestWhole), socketServer.close()]);
      await modules.leave();
      await platform.close();
      await meters.close();
      await traces.stop();
    },
  };
}
