import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { calls } from '@unspoken/contract/calls';
import { configuration } from '@unspoken/contract/configuration';
import { PgBoss } from 'pg-boss';
import { Turnstile } from './accounts/passwords.ts';
import { accountRoutes } from './accounts/routes.ts';
import { Accounts } from './accounts/service.ts';
import { accountStore } from './accounts/store.ts';
import { encounterRoutes } from './encounters/routes.ts';
import { Encounters } from './encounters/service.ts';
import { encounterDoors } from './encounters/socket.ts';
import { SqlEncounterStore } from './encounters/store.ts';
import { MemoryPool } from './matchmaking/memory-pool.ts';
import { Matchmaking } from './matchmaking/service.ts';
import { matchmakingDoors } from './matchmaking/socket.ts';
import { hashesAtATime, hashPassword, verifyPassword } from './platform/argon2.ts';
import { systemChance } from './platform/chance.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import { createRouter } from './platform/http/routes.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveWeb } from './platform/http/static.ts';
import { Limits } from './platform/limits.ts';
import { mailboxRoutes } from './platform/mail/mailbox.ts';
import { Outbox } from './platform/mail/outbox.ts';
import { mailboxTransport, smtpTransport } from './platform/mail/transport.ts';
import { Gateway } from './platform/socket/gateway.ts';
import { startSocketServer } from './platform/socket/socket-io.ts';
import { presenceRoutes } from './presence/routes.ts';
import { Presence } from './presence/service.ts';
import { presenceDoors } from './presence/socket.ts';
import { sessionRoutes } from './session/routes.ts';
import { Sessions } from './session/service.ts';
import { Tickets } from './session/tickets.ts';

/** A running Unspoken. */
export interface RunningApp {
  /** Where it listens. */
  readonly origin: string;
  close(): Promise<void>;
}

/** The composition: every domain by hand, in the order in which they depend on each other. */
export async function startApp(config: Config): Promise<RunningApp> {
  const clock = systemClock;
  const chance = systemChance;
  const { durations } = config;
  const http = await createHttpServer({
    chance,
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
    logger: true,
  });
  /** Logs a fault that is nobody's input, without the words of it, which may hold personal data. */
  const fault = (error: unknown): string => {
    const id = chance.id();
    const { name, code, stack } = error as { name?: string; code?: string; stack?: string };
    http.log.error({ id, fault: name, code, at: stack?.split('\n').slice(1, 6) }, 'fault');
    return id;
  };

  if (config.databaseUrl === undefined) mkdirSync(config.dataDir, { recursive: true });
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, fault });
  const { db } = database;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', fault);
  await boss.start();

  const mailbox = config.smtpUrl === undefined;
  const sender = { name: config.productName, address: config.supportEmail };
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, sender) : mailboxTransport(db, clock, chance);
  const outbox = new Outbox(boss, transport);
  await outbox.start();

  const limits = new Limits(clock, config.limits);
  const accounts = new Accounts({
    store: accountStore(db),
    outbox,
    clock,
    chance,
    hasher: { hash: hashPassword, verify: verifyPassword },
    turnstile: new Turnstile(hashesAtATime, 50),
    productName: config.productName,
    publicUrl: config.publicUrl,
    adminEmails: config.adminEmails,
    mayMail: (recipient) => limits.allows('mailPerRecipient', recipient),
  });

  const encounterStore = new SqlEncounterStore(db);
  await encounterStore.closeOrphans(clock.now());
  const connection = (accountId: string, id: string) => gateway.find(accountId, id);
  const matchmaking = new Matchmaking({
    clock,
    durations,
    pool: new MemoryPool(),
    objection: async (accountId) => {
      limits.use('connectPerAccount', accountId);
      return accounts.objectionToConnecting(accountId);
    },
    metSince: (accountId, since) => encounterStore.metSince(accountId, since),
    connection,
    present: (accountId) => gateway.of(accountId).length > 0,
    fault,
  });
  const encounters = new Encounters({ clock, chance, durations, store: encounterStore, matchmaking, connection, fault });
  const presence = new Presence({ clock, durations, waiting: () => matchmaking.counts(), fault });
  const tickets = new Tickets({ clock, chance, life: durations.ticketLife });
  const sessions = new Sessions({ encounters, matchmaking, fault });
  const gateway: Gateway = new Gateway({
    doors: [...presenceDoors(presence, clock), ...matchmakingDoors(matchmaking), ...encounterDoors(encounters)],
    followers: [presence, matchmaking, encounters, sessions],
    fault,
  });

  const router = createRouter(http, async (token) => {
    const credential = await accounts.identify(token);
    return (
      credential && {
        accountId: credential.account.id,
        sessionId: credential.session.id,
        token,
        verified: credential.account.verifiedAt !== null,
      }
    );
  });
  router.on(configuration, async () => ({
    productName: config.productName,
    supportEmail: config.supportEmail,
    durations,
    mailbox: mailbox && !config.production,
  }));
  sessionRoutes(router, {
    accounts,
    sessions,
    tickets,
    limits,
    evict: (accountId, sessionId) => gateway.evict(accountId, sessionId),
  });
  accountRoutes(router, accounts, limits);
  presenceRoutes(router, presence);
  encounterRoutes(router, { encounters, cameraFailed: (reason) => http.log.warn({ reason }, 'camera failure') });

  const document = openApiDocument(calls, { title: config.productName, version: '1' });
  http.get('/api/v1/openapi.json', async (_request, reply) => reply.send(document));
  await http.register(swagger, { mode: 'static', specification: { document: document as never } });
  await http.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  if (mailbox && !config.production) mailboxRoutes(http, db);
  await serveWeb(http);

  await http.listen({ port: config.port, host: config.host });
  const { port } = http.server.address() as AddressInfo;
  const origin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const io = startSocketServer({
    http: http.server,
    gateway,
    clock,
    chance,
    pingInterval: durations.socketPing,
    pingTimeout: durations.socketPingTimeout,
    origins: [config.publicUrl, origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`],
    limited: config.limits,
    identify: async (token) => {
      const holder = tickets.redeem(token);
      if (holder) return holder;
      const credential = await accounts.identify(token);
      return credential?.account.verifiedAt ? { accountId: credential.account.id, sessionId: credential.session.id } : undefined;
    },
  });
  presence.start();

  return {
    origin,
    async close() {
      presence.stop();
      await io.close();
      await http.close();
      await encounters.settled();
      await boss.stop({ graceful: true, timeout: 5_000 });
      await database.close();
    },
  };
}
