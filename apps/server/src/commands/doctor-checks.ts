import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { credentialsUntil, TurnClient, turnAddress } from '@unspoken/turn-client/turn-client';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { regularDates } from '../gatherings/service.ts';
import { wallTime } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { openFiles, placeOfFiles } from '../platform/files/open.ts';
import { systemRandom } from '../platform/random.ts';
import { startOf } from '../platform/zones.ts';

/** The result of a check of one part: fine, worth knowing, or to be fixed. */
export interface Finding {
  readonly about: string;
  readonly is: 'fine' | 'noted' | 'wrong';
  readonly says: string;
}

export const fine = (about: string, says: string): Finding => ({ about, is: 'fine', says });
export const noted = (about: string, says: string): Finding => ({ about, is: 'noted', says });
export const wrong = (about: string, says: string): Finding => ({ about, is: 'wrong', says });

/** A part that does not answer within this time counts as unreachable, ms. */
export const patience = 5_000;
/** The largest difference between two clocks that does not affect encounters and relay credentials, ms. */
const clockTolerance = 2_000;
/** Addresses that no relay may reach: its own machine, a network behind it, and the metadata service of cloud providers. */
const insideAddresses = ['127.0.0.2', '10.0.0.1', '169.254.169.254'];
/** Less free space than this is reported, bytes. */
const littleSpace = 2 * 2 ** 30;

const because = (error: unknown): string =>
  (error as Error).message.split('\n')[0] || (error as { code?: string }).code || 'no answer';

/** Compares the clock of `whose` with this machine's; the query was sent at `sentAt` and answered at `answeredAt`, epoch ms. */
function clockFinding(whose: string, theirs: number, sentAt: number, answeredAt: number): Finding {
  const difference = Math.abs(theirs - (sentAt + answeredAt) / 2);
  const seconds = `${(difference / 1_000).toFixed(1)} s`;
  if (difference <= clockTolerance + (answeredAt - sentAt) / 2) return fine('clock', `agrees with that of ${whose}`);
  return wrong(
    'clock',
    `this machine and ${whose} are ${seconds} apart. Have both follow a time server (chrony, systemd-timesyncd).`,
  );
}

export async function checkDatabase({ databaseUrl, dataDir, production }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined) {
    const says = `the embedded one in ${dataDir}: for one process, and not safe from a power cut. Set DATABASE_URL for more.`;
    return [production ? noted('database', says) : fine('database', says)];
  }
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: patience });
  client.on('error', () => {});
  try {
    await client.connect();
    const sentAt = wallTime();
    const { rows } = await client.query<{ version: string; number: number; now: Date; free: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number, clock_timestamp() as now,
              (current_setting('max_connections')::int - (select count(*) from pg_stat_activity))::int as free`,
    );
    const answeredAt = wallTime();
    const row = rows[0];
    if (!row) return [wrong('database', 'PostgreSQL returned no rows.')];
    return [
      row.number >= 150_000
        ? fine('database', `PostgreSQL ${row.version}`)
        : wrong('database', `PostgreSQL ${row.version} is too old: 15 or later is needed.`),
      ...(row.free < 20
        ? [noted('database', `only ${row.free} connections are free: raise max_connections before adding processes.`)]
        : []),
      clockFinding('PostgreSQL', row.now.getTime(), sentAt, answeredAt),
    ];
  } catch (error) {
    return [wrong('database', `PostgreSQL at DATABASE_URL: ${because(error)}. Is it running, and are name and password right?`)];
  } finally {
    await client.end().catch(() => {});
  }
}

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined) return [fine('Redis', 'not set: there is one process.')];
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: patience,
    commandTimeout: patience,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    const sentAt = wallTime();
    const [seconds, micros] = await redis.time();
    const answeredAt = wallTime();
    const info = await redis.info();
    const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
    const version = field('valkey_version') ?? field('redis_version') ?? 'unknown';
    const policy = field('maxmemory_policy');
    return [
      Number.parseFloat(version) >= 6.2
        ? fine('Redis', `${field('server_name') ?? 'redis'} ${version}`)
        : wrong('Redis', `${version} is too old: Redis 6.2 or Valkey 7.2 or later is needed.`),
      ...(field('maxmemory') !== '0' && policy !== 'noeviction'
        ? [wrong('Redis', `maxmemory-policy is ${policy}: queued users would be evicted. Set it to noeviction.`)]
        : []),
      clockFinding('Redis', Number(seconds) * 1_000 + Number(micros) / 1_000, sentAt, answeredAt),
    ];
  } catch (error) {
    return [wrong('Redis', `at REDIS_URL: ${because(error)}. Is it running, and is the password right?`)];
  } finally {
    redis.disconnect();
  }
}

export async function checkMail({ smtpUrl, production }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    const says = 'SMTP_URL is not set: mails go to /dev/mailbox on this machine.';
    return [production ? wrong('mail', says) : noted('mail', says)];
  }
  const transport = createTransport(
    `${smtpUrl}${smtpUrl.includes('?') ? '&' : '?'}connectionTimeout=${patience}&greetingTimeout=${patience}`,
  );
  try {
    await transport.verify();
    return [fine('mail', 'the server accepts the login.')];
  } catch (error) {
    return [wrong('mail', `the server at SMTP_URL: ${because(error)}. Are host, port, name and password right?`)];
  } finally {
    transport.close();
  }
}

export async function checkRelays({ relay, production }: Config): Promise<Finding[]> {
  const { turnUrls, turnSecret } = relay;
  if (turnUrls.length === 0) {
    const says =
      "no TURN server: strangers learn each other's network address, and behind strict networks nobody meets. Set TURN_URLS.";
    return [production ? wrong('relay', says) : noted('relay', says)];
  }
  const found = await Promise.all(turnUrls.map((url) => checkRelay(url, turnSecret)));
  const transports = new Set(turnUrls.map((url) => turnAddress(url).over));
  const missing = (['udp', 'tcp', 'tls'] as const).filter((transport) => !transports.has(transport));
  const says = `none over ${missing.join(', ')}: some networks let nothing else through.`;
  return [...found, ...(missing.length > 0 ? [noted('relay', says)] : [])];
}

async function checkRelay(url: string, secret: string): Promise<Finding> {
  let client: TurnClient | undefined;
  try {
    client = await TurnClient.open(turnAddress(url), credentialsUntil(secret, wallTime() / 1_000 + 600, 'doctor'));
    const refused = await client.allocate(4);
    if (refused === 401)
      return wrong(
        'relay',
        `${url} does not take our password: TURN_SECRET is not its static-auth-secret, or its clock is wrong.`,
      );
    if (refused !== 0) return wrong('relay', `${url} refuses the allocation with error ${refused}.`);
    for (const inside of insideAddresses)
      if ((await client.permission(inside)) === 0)
        return wrong(
          'relay',
          `${url} would carry anything to ${inside}: give coturn the denied-peer-ip list of deploy/coturn/turnserver.conf.`,
        );
    return fine('relay', `${url} allocates, and relays nothing to its internal networks.`);
  } catch (error) {
    return wrong('relay', `${url}: ${because(error)}. Is coturn running, and its port open in the firewall?`);
  } finally {
    await client?.close();
  }
}

export async function checkAddress({ publicUrl, production, proxies }: Config): Promise<Finding[]> {
  if (!publicUrl.startsWith('https:')) {
    const says = `PUBLIC_URL is ${publicUrl}: browsers open no camera without TLS, but on localhost.`;
    return [production ? wrong('address', says) : noted('address', says)];
  }
  const behind =
    proxies > 0
      ? []
      : [noted('address', 'TRUST_PROXY is off: behind a proxy all clients share its address, and therefore its limits.')];
  try {
    const response = await fetch(new URL('/healthz', publicUrl), { signal: AbortSignal.timeout(patience) });
    const says = `${publicUrl} answers, with a good certificate.`;
    return [response.ok ? fine('address', says) : wrong('address', `${publicUrl} answers ${response.status}.`), ...behind];
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    return [wrong('address', `${publicUrl}: ${because(cause)}. Is the proxy running, and its certificate valid?`), ...behind];
  }
}

export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const says = `${(free / 2 ** 30).toFixed(1)} GiB are free at DATA_DIR`;
    return [free < littleSpace ? wrong('disk', `${says}: make room.`) : fine('disk', says)];
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? [noted('disk', `${dataDir} is not there yet; it is made at the first start.`)]
      : [wrong('disk', `${dataDir}: ${because(error)}.`)];
  }
}

/** Whether files can be stored, and every file that the database lists is there: processes may be configured with different places. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config;
  const files = openFiles(config, systemRandom);
  const place = placeOfFiles(config);
  const probe = `${systemRandom.id().replaceAll('-', '')}.tmp`;
  try {
    await files.put(probe, new Uint8Array([1]));
    await files.remove(probe);
  } catch (error) {
    return [wrong('files', `${place} cannot be written: ${because(error)}.`)];
  }
  const named = databaseUrl === undefined ? [] : await filesNamedBy(databaseUrl).catch(() => []);
  const missing = [];
  for (const name of named) if ((await files.size(name)) === undefined) missing.push(name);
  if (missing.length === 0) return [fine('files', `can be stored in ${place}`)];
  const says = `${missing.length} of ${named.length} files that the database names are not in ${place}.`;
  return [wrong('files', `${says} Every process needs the same place; restore a backup if they are lost.`)];
}

async function filesNamedBy(connectionString: string): Promise<string[]> {
  const rows = await read<{ name: string }>(
    connectionString,
    `select id || '.' || format as name from media where state = 'ready'`,
  );
  return rows.map(({ name }) => name);
}

/** The rows of one query. */
async function read<Row extends object>(connectionString: string, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql, parameters)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** When the daily gathering takes place, and whether what is due about gatherings is being done. */
export async function checkGatherings({ gatherings, durations, databaseUrl }: Config): Promise<Finding[]> {
  const { time, zone, length, anchors } = gatherings;
  const now = wallTime();
  const next = regularDates(zone, now)
    .map(({ date }) => startOf(date, time, zone))
    .find((start) => start > now);
  const further = anchors.length > 0 ? `, and where enough people come ${anchors.join(', ')}` : '';
  const says = `daily at ${time} ${zone} for ${length / 60_000} min, next ${new Date(next ?? now).toISOString().slice(0, 16)}Z${further}`;
  const daily = fine('gatherings', says);
  if (databaseUrl === undefined) return [daily];
  const [found] = await read<{ overdue: number; proposed: number }>(databaseUrl, unfinished, [
    new Date(now),
    new Date(now + durations.gatheringReminderSoon - overdueAfter),
  ]).catch(() => []);
  return [
    daily,
    ...(found && found.overdue > 0
      ? [wrong('gatherings', `${found.overdue} reminders are overdue. Does a process with PROCESS_ROLE worker or all run?`)]
      : []),
    ...(found && found.proposed > 0 ? [noted('gatherings', `${found.proposed} await a decision in the console.`)] : []),
  ];
}

/** How long a reminder may be due before it is reported, ms. Source: requirements/gatherings, figures. */
const overdueAfter = 60_000;
/** Reminders that should have been mailed before an instant, and what administrators have to decide. */
const unfinished = `
  select (select count(*)::int from gathering_registration r join gathering g on g.id = r.gathering_id
          where r.left_at is null and r.reminded_soon_at is null and g.state = 'approved' and g.starts_at > $1 and g.starts_at < $2) as overdue,
         (select count(*)::int from gathering
          where starts_at > $1 and (state = 'proposed' or (state = 'approved' and pending is not null))) as proposed`;

/** Which rows and texts of law the built pages still show as they were shipped. Source: requirements/website 1.5. */
export async function checkSamples({ webDir, production }: Config): Promise<Finding[]> {
  try {
    const built: unknown = JSON.parse(await readFile(join(webDir, 'pages', 'samples.json'), 'utf8'));
    const { rows, texts } = built as { readonly rows: readonly string[]; readonly texts: Readonly<Record<string, string[]>> };
    const shown = production ? 'They are not shown.' : 'Production does not show them.';
    const named = Object.entries(texts).map(([name, languages]) => `${name} (${languages.join(', ')})`);
    const found = [
      ...(rows.length > 0 ? [noted('samples', `${rows.join(', ')}: replace them in brand/. ${shown}`)] : []),
      ...(named.length > 0 ? [noted('samples', `${named.join(', ')}: have your own checked by counsel. They are shown.`)] : []),
    ];
    return found.length > 0 ? found : [fine('samples', 'none are left.')];
  } catch (error) {
    const says = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no pages are built yet: npm run build.' : because(error);
    return [noted('samples', says)];
  }
}
