import type { AddressInfo } from 'node:net';
import { configuration } from '@unspoken/contract/configuration';
import { AppError } from '@unspoken/contract/errors';
import { accountChanged } from '@unspoken/contract/presence';
import { accountRoutes } from './accounts/routes.ts';
import { administrationRoutes } from './administration/routes.ts';
import { Administration, PauseSwitch } from './administration/service.ts';
import { administrationStore } from './administration/store.ts';
import { circleRoutes } from './circle/routes.ts';
import { composeAccounts } from './compose-accounts.ts';
import { composeMeeting } from './compose-meeting.ts';
import { composeModeration } from './compose-moderation.ts';
import { composeShared } from './compose-shared.ts';
import { healthOf } from './encounters/health-store.ts';
import { Ice } from './encounters/ice.ts';
import { encounterRoutes } from './encounters/routes.ts';
import { encounterHandlers } from './encounters/socket.ts';
import { SqlEncounterStore } from './encounters/store.ts';
import { experienceRoutes } from './experiences/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { Feedback } from './feedback/service.ts';
import { feedbackStore } from './feedback/store.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { Invitations } from './invitations/service.ts';
import { invitationStore } from './invitations/store.ts';
import { matchmakingHandlers } from './matchmaking/socket.ts';
import { Membership } from './membership/service.ts';
import { membershipStore } from './membership/store.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { Meters } from './observability/meters.ts';
import { countAlarms, countEncounters, startObservability } from './observability/metrics.ts';
import { serveMetricsOnly } from './observability/routes.ts';
import { keepTraces, untraced } from './observability/traces.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase, servingPatience } from './platform/database/database.ts';
import { serveApiPages } from './platform/http/api-pages.ts';
import { createRouter } from './platform/http/routes.ts';
import { createHttpServer, endHttp } from './platform/http/server.ts';
import { serveWeb, styleHash } from './platform/http/static.ts';
import { UnnamedConnections } from './platform/http/unnamed.ts';
import { openJobs } from './platform/jobs.ts';
import { keysOf } from './platform/keys.ts';
import { Limits } from './platform/limits.ts';
import { mailboxRoutes } from './platform/mail/mailbox.ts';
import { Outbox } from './platform/mail/outbox.ts';
import { MailTemplates } from './platform/mail/templates.ts';
import { eraseFromMailbox, mailboxTransport, smtpTransport } from './platform/mail/transport.ts';
import { makePrivate } from './platform/private-folder.ts';
import { systemRandom } from './platform/random.ts';
import { framesOf, requestContext } from './platform/request-context.ts';
import { retryForever } from './platform/retry-forever.ts';
import { type Eviction, Gateway } from './platform/socket/gateway.ts';
import { type SocketServer, startSocketServer } from './platform/socket/socket-io.ts';
import { Sockets } from './platform/socket/sockets.ts';
import { presenceRoutes } from './presence/routes.ts';
import { Presence } from './presence/service.ts';
import { presenceHandlers } from './presence/socket.ts';
import { PersonalData } from './privacy/personal-data.ts';
import { Retention } from './privacy/retention.ts';
import { leavingRoutes } from './privacy/routes.ts';
import { pushAccountChanges } from './realtime/account-news.ts';
import { Revocation } from './realtime/revocation.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import { Sessions } from './realtime/snapshot.ts';
import { Tickets } from './realtime/tickets.ts';
import { identifyBy } from './session/identify.ts';
import { sessionRoutes } from './session/routes.ts';
import { describeUser } from './session/user.ts';
import { visitRoutes } from './visits/routes.ts';
import { Visits } from './visits/service.ts';
import { visitStore } from './visits/store.ts';

/** A running Unspoken. */
export interface RunningApp {
  /** The origin that it listens on. */
  readonly origin: string;
  close(): Promise<void>;
}

/** What a test may replace of the environment. */
export interface Surroundings {
  readonly clock?: Clock;
  readonly log?: NodeJS.WritableStream;
}

/** The composition root: every domain is wired by hand, in the order of their dependencies. */
export async function startApp(config: Config, { clock: ownClock = systemClock, log }: Surroundings = {}): Promise<RunningApp> {
  const random = systemRandom;
  const { durations } = config;
  const unnamed = new UnnamedConnections({ proxies: config.proxies, on: config.limits });
  const http = await createHttpServer({
    random,
    durations,
    unnamed,
    proxies: config.proxies,
    secure: config.publicUrl.startsWith('https:'),
    style: styleHash(),
    log,
  });
  const traces = config.tracesUrl ? await keepTraces(config.tracesUrl) : untraced;
  traces.ofCalls(http);
  const isServing = config.role !== 'worker';
  const isWorking = config.role !== 'web';
  if (!isServing) serveMetricsOnly(http);
  /** Logs a fault of the server, without its message, which may hold personal data. Returns the id of the log line. */
  const fault = (error: unknown): string => {
    const id = requestContext().reqId ?? random.id();
    // An unreachable service is no fault of the code that reports it, and is logged many times.
    if (error instanceof AppError && error.code === 'unavailable') {
      http.log.warn({ id, at: framesOf(error)[0] }, 'unreachable');
      return id;
    }
    const { name, code } = error as { name?: string; code?: string };
    http.log.error({ id, fault: name, code, at: framesOf(error as Error) }, 'fault');
    return id;
  };

  const meters = new Meters(fault);
  if (config.databaseUrl === undefined) makePrivate(config.dataDir);
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    fault,
    opened: traces.ofQueries,
    patience: servingPatience,
  });
  const { db } = database;
  const { jobs, stop: stopJobs } = await openJobs(database.pool, { fault, clock: ownClock, working: isWorking });
  const keys = keysOf(config);
  const encounterStore = new SqlEncounterStore(db);
  const shared = composeShared({ config, clock: ownClock, random, keys, encounterStore, fault });
  const { clock, bus } = shared;

  const mailbox = config.smtpUrl === undefined;
  const sender = { name: config.productName, address: config.supportEmail };
  const outbox = new Outbox(jobs);
  await outbox.start(config.smtpUrl ? smtpTransport(config.smtpUrl, sender) : mailboxTransport(db, clock, random));
  const letters = await MailTemplates.open(outbox, config.productName);

  const limits = new Limits(shared.counters, config.limits);
  const mayMail = (addressKey: string) => limits.allows('mailPerRecipient', addressKey);
  const accounts = composeAccounts({
    config,
    db,
    clock,
    random,
    jobs,
    letters,
    ended: (accountId, which) => evict(accountId, which),
    mayMail,
    noteSignIn: (event) => http.log.warn({ event }, 'sign-in'),
    keys,
    suspendedAmong: (accountIds, tx) => conduct.suspendedAmong(accountIds, tx),
    isKeptOut: (address, facebookId) => conduct.isKeptOut(address, facebookId),
    recognise: (tx, identified) => moderation.recognise(tx, identified),
  });
  await accounts.recovery.serve();
  const { publicUrl, supportEmail } = config;
  const invitations = new Invitations({
    store: invitationStore(db),
    accounts,
    jobs,
    letters,
    clock,
    random,
    publicUrl,
    mayMail,
  });
  await invitations.serve();
  const feedback = new Feedback({ store: feedbackStore(db), accounts, letters, clock, random, supportEmail });
  const visits = new Visits({ store: visitStore(db), clock, random });
  const pause = await PauseSwitch.open({
    store: administrationStore(db),
    clock,
    otherwise: config.pause,
    interval: durations.settingsCheck,
    fault,
  });
  const membership = new Membership(membershipStore(db));
  const alarmed = countAlarms(meters);
  const composed = composeModeration({ config, db, accounts, letters, keys, clock, random, mayMail, alarmed });
  const { ledger, cases, conduct, decisions, circle, moderation, notices } = composed;

  const sockets = new Sockets(bus, () => gateway);
  const revocation = new Revocation({
    sessions: accounts.sessions,
    gateway: () => gateway,
    clock,
    interval: durations.sessionCheck,
    fault,
  });
  const { matchmaking, held, inheritance, encounters, personalInvitations } = composeMeeting({
    config,
    db,
    bus,
    places: shared.places,
    sockets,
    accounts,
    circle,
    moderation,
    conduct,
    encounterStore,
    pause,
    limits,
    clock,
    random,
    isSignedIn: (connection) => revocation.admits(connection),
    reconnectSockets: (accountId) => evict(accountId, {}),
    erase: (account) => personal.erase(account),
    countersChanged: (...accountIds) => countersChanged(...accountIds),
    note: countEncounters(meters),
    fault,
  });
  const countersChanged = pushAccountChanges({
    ...{ accounts, circle, conduct },
    tell: (accountId) => crowd?.announce(accountId, accountChanged, {}),
  });
  const presence = new Presence({
    clock,
    durations,
    bus,
    waiting: () => matchmaking.counts(),
    matched: (accountId) => circle.matched(accountId),
    tell: (connections, event, payload) => crowd?.tell(connections, event, payload),
    fault,
  });
  circle.subscribe((one, other) => presence.circleChanged(one, other));
  /** Runs a task now, or else until it succeeds: a stored decision does not fail because a service is unreachable. */
  const nowOrLater = (task: () => Promise<void>): Promise<void> => task().catch(() => void retryForever(clock, fault, task));
  // An account that may not connect leaves the queue; it leaves a room only if a person has decided so, not for a hold.
  conduct.subscribe(async (accountId, { conduct: standing }) => {
    if (standing === 'good') return;
    await nowOrLater(() => matchmaking.withdraw(accountId, standing === 'held' ? 'account_held' : 'account_suspended'));
    if (standing !== 'held') await nowOrLater(() => encounters.withdraw(accountId));
  });
  const tickets = new Tickets({ clock, keys, once: shared.once, life: durations.ticketLife });
  const sessions = new Sessions({ encounters, matchmaking, fault });
  let crowd: SocketServer | undefined;
  // On this process at once, on the others as soon as they hear of it.
  const evict = (accountId: string, which: Eviction) => {
    gateway.evict(accountId, which);
    crowd?.evict(accountId, which);
  };
  const gateway: Gateway = new Gateway({
    handlers: [...presenceHandlers(presence, clock), ...matchmakingHandlers(matchmaking), ...encounterHandlers(encounters)],
    listeners: [presence, matchmaking, encounters, sessions, revocation],
    fault,
  });

  const watching = startObservability({ http, meters, config, clock, database, shared, presence, matchmaking, gateway, jobs });
  const router = createRouter(http, identifyBy(accounts, conduct), {
    marks: { secret: (bytes) => random.secret(bytes), secure: config.publicUrl.startsWith('https:') },
    named: (request) => unnamed.named(request),
  });
  const { productName } = config;
  const fixedSettings = {
    productName,
    supportEmail,
    durations,
    mailbox: mailbox && !config.production,
    facebook: config.facebook ? { appId: config.facebook.appId, dialogUrl: config.facebook.dialogUrl } : null,
  };
  const settings = () => ({ ...fixedSettings, pause: pause.now });
  router.on(configuration, async () => settings());
  const isExpected = (accountId: string) => personalInvitations.isExpected(accountId);
  sessionRoutes(router, { accounts, invitations, encounters, membership, circle, conduct, isExpected, limits });
  realtimeRoutes(router, { tickets, limits });
  moderationRoutes(router, { conduct, cases, decisions, notices, limits });
  accountRoutes(router, accounts, limits);
  invitationRoutes(router, invitations, limits);
  feedbackRoutes(router, feedback, limits);
  visitRoutes(router, visits, limits);
  const personal = new PersonalData({
    accounts,
    records: [
      invitations,
      feedback,
      membership,
      circle,
      moderation,
      conduct,
      personalInvitations,
      encounters,
      { erase: (tx, { accountId }) => encounterStore.erase(tx, accountId) },
      jobs,
      { erase: eraseFromMailbox },
    ],
    transaction: (run) => db.transaction(run),
    withdraw: (accountId) => nowOrLater(() => encounters.withdraw(accountId)),
  });
  administrationRoutes(
    router,
    new Administration({
      accounts,
      feedback,
      ledger,
      pause,
      clock,
      transaction: (run) => db.transaction(run),
      encounters: (since) => healthOf(db, since),
    }),
  );
  const retention = new Retention({
    clock,
    durations,
    fault,
    records: {
      encounters: (before) => encounterStore.forget(before.getTime()),
      reports: (before) => conduct.forgetReports(before),
      ledger: (before) => conduct.forgetLines(before),
      networks: (before) => conduct.forgetNetworks(before),
      formerPeople: (before) => conduct.forgetFormerPeople(before),
      separations: (before) => moderation.forgetSeparations(before),
      sessions: (before) => accounts.forget(before),
      counts: (before) => accounts.forgetCounts(before),
      knownBrowsers: (before) => accounts.browsers.forget(before),
      visits: (before) => visits.forget(before),
    },
  });
  leavingRoutes(router, accounts, personal, limits);
  presenceRoutes(router, presence);
  experienceRoutes(router, {
    invitations: personalInvitations,
    encounters,
    limits,
    productName: config.productName,
    describe: (account) => describeUser(account, { encounters, membership, circle, conduct }),
  });
  circleRoutes(router, { circle, presence, moderation });
  encounterRoutes(router, {
    encounters,
    ice: new Ice(config.relay, clock),
    limits,
    isWaiting: async (accountId) => (await matchmaking.waiting(accountId)) !== undefined,
    cameraFailed: (reason) => http.log.warn({ reason }, 'camera failure'),
  });

  await serveApiPages(http, config.productName);
  if (mailbox && !config.production) mailboxRoutes(http, db);
  const renewPages = await serveWeb(http, { productName, supportEmail, origin: config.publicUrl, configuration: settings() });
  pause.subscribe(() => renewPages(settings()));

  await shared.prepare();
  await http.listen({ port: config.port, host: config.host });
  const { port } = http.server.address() as AddressInfo;
  const origin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  crowd = startSocketServer({
    http: isServing ? http.server : undefined,
    gateway,
    clock,
    random,
    pingInterval: durations.socketPing,
    pingTimeout: durations.socketPingTimeout,
    origins: [config.publicUrl, origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`],
    limited: config.limits,
    naming: durations.socketNaming,
    unnamed,
    proxies: config.proxies,
    adapter: shared.adapter,
    identify: async (token) => {
      const holder = await tickets.redeem(token);
      return holder && (await accounts.sessions.lives(holder.sessionId)) ? holder : undefined;
    },
  });
  if (isServing) {
    presence.start();
    revocation.start();
    await shared.join({ held, inheritance, encounters, matchmaking });
  }
  if (isWorking) {
    personalInvitations.start();
    retention.start();
  }

  return {
    origin,
    async close() {
      await watching.leave();
      presence.stop();
      revocation.stop();
      personalInvitations.stop();
      retention.stop();
      pause.close();
      // Together: `endHttp` turns further requests away, and closing the socket server waits until no request is open.
      await Promise.all([endHttp(http, ownClock, durations.requestWhole), crowd?.close()]);
      await shared.leave();
      await held.settled();
      await stopJobs();
      shared.close();
      await database.close();
      await meters.close();
      await traces.stop();
    },
  };
}
