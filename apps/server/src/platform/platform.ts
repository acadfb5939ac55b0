import type pg from 'pg';
import { hashPassword } from './argon2.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, type OpenDatabase, openDatabase, servingPatience } from './database/database.ts';
import { openFiles } from './files/open.ts';
import type { FileStore } from './files/store.ts';
import { type Jobs, openJobs } from './jobs.ts';
import { type Keys, keysOf } from './keys.ts';
import { Limits } from './limits.ts';
import { mailLimits } from './mail/limits.ts';
import { Outbox } from './mail/outbox.ts';
import { MailTemplates } from './mail/templates.ts';
import { mailboxTransport, smtpTransport } from './mail/transport.ts';
import { makePrivate } from './private-folder.ts';
import { type Random, systemRandom } from './random.ts';
import { framesOf, requestContext } from './request-context.ts';
import { isAway } from './retry-forever.ts';
import { ofOneProcess, overRedis, type Shared } from './shared.ts';
import { Dismissal } from './socket/dismissal.ts';
import { Gateway } from './socket/gateway.ts';
import { Sockets } from './socket/sockets.ts';

/** Writes log lines for the operator; they must not contain personal data. */
export interface Log {
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

/** What every module receives: the technical parts of one process, opened and ready. */
export interface Platform {
  readonly config: Config;
  /** Agreed with the other processes, where there are any. */
  readonly clock: Clock;
  /** The clock of this machine. */
  readonly ownClock: Clock;
  readonly random: Random;
  readonly keys: Keys;
  readonly log: Log;
  /** Logs a fault of the server, without its message, which may hold personal data. Returns the id of the log line. */
  readonly fault: (error: unknown) => string;
  readonly database: Pick<OpenDatabase, 'pool'>;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly mailTemplates: MailTemplates;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly limits: Limits;
  /** Counts one mail to this recipient; false if the limit of mails for today is reached. */
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  readonly shared: Shared;
  readonly gateway: Gateway;
  readonly sockets: Sockets;
  readonly dismissal: Dismissal;
}

export interface PlatformOptions {
  readonly log: Log;
  readonly clock?: Clock | undefined;
  /** A command that runs beside the server: it does no background work, joins no cluster, and applies no limits. */
  readonly beside?: boolean;
  /** The memory of a password's hash, KiB; by default what OWASP recommends. */
  readonly passwordMemory?: number | undefined;
  /** Called with the connection pool before it is used. */
  readonly opened?: (pool: pg.Pool) => void;
}

function faultLog(log: Log, random: Random): Platform['fault'] {
  return (error) => {
    const id = requestContext().reqId ?? random.id();
    const { name, code } = error as { name?: string; code?: string };
    // An unreachable service is not a fault of the code that reports it, and is logged many times.
    if (isAway(error)) {
      log.warn({ id, code, at: framesOf(error as Error)[0] }, 'unreachable');
      return id;
    }
    log.error({ id, fault: name, code, at: framesOf(error as Error) }, 'fault');
    return id;
  };
}

/** Opens what all modules run on. `close` is called last, when nothing uses it any more. */
export async function openPlatform(
  config: Config,
  { log, clock: ownClock = systemClock, beside = false, passwordMemory, opened }: PlatformOptions,
): Promise<Platform & { readonly close: () => Promise<void> }> {
  const random = systemRandom;
  const fault = faultLog(log, random);
  if (config.databaseUrl === undefined && !beside) makePrivate(config.dataDir);
  const { databaseUrl: url, dataDir } = config;
  const how = beside ? { beside } : { patience: servingPatience, ...(opened && { opened }) };
  const database = await openDatabase({ url, dataDir, fault, ...how });
  const { db } = database;
  const { jobs, stop } = await openJobs(database.pool, {
    fault,
    clock: ownClock,
    working: !beside && config.role !== 'web',
  });
  const keys = keysOf(config);
  const redisUrl = beside ? undefined : config.redisUrl;
  const shared =
    redisUrl === undefined ? ofOneProcess(ownClock) : overRedis({ config, clock: ownClock, random, keys, fault }, redisUrl);
  const { clock } = shared;
  const outbox = new Outbox(jobs);
  const sender = { name: config.productName, address: config.supportEmail };
  if (!beside) await outbox.start(config.smtpUrl ? smtpTransport(config.smtpUrl, sender) : mailboxTransport(db, clock, random));
  const limits = new Limits(shared.counters, config.limits && !beside);
  const gateway = new Gateway(fault);
  return {
    config,
    clock,
    ownClock,
    random,
    keys,
    log,
    fault,
    database,
    db,
    jobs,
    files: openFiles(config, random),
    mailTemplates: await MailTemplates.open(outbox, config.productName),
    hashPassword: (password) => hashPassword(password, passwordMemory),
    limits,
    mayMail: (addressKey) => limits.allows(mailLimits.mailPerRecipient, addressKey),
    shared,
    gateway,
    sockets: new Sockets(shared.bus, gateway),
    dismissal: new Dismissal({ bus: shared.bus, gateway, clock: ownClock }),
    async close() {
      await stop();
      shared.node?.redis.close();
      await database.close();
    },
  };
}
