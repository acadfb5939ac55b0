import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Addition, additions, type Pause, pauses } from '@unspoken/contract/configuration';
import { type Durations, durationsWith } from '@unspoken/contract/durations';
import { addressKeyOf, email } from '@unspoken/contract/fields';
import { gatheringLimits } from '@unspoken/contract/gatherings';
import * as z from 'zod';
import type { S3Settings } from './files/s3.ts';
import { knownPushHosts } from './push/endpoint.ts';
import { isZone } from './zones.ts';

/** Facebook, or a stand-in with the same protocol. */
export interface FacebookConfig {
  readonly appId: string;
  readonly appSecret: string;
  readonly dialogUrl: string;
  readonly graphUrl: string;
}

/** Whether two people's devices may learn each other's network addresses, and the STUN and TURN servers that connect them. */
export interface RelayConfig {
  readonly policy: 'never' | 'strangers' | 'always';
  readonly stunUrls: readonly string[];
  readonly turnUrls: readonly string[];
  readonly turnSecret: string;
}

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where uploaded and imported files are stored, if not in a bucket; every process must see the same folder. */
  readonly filesDir: string;
  readonly s3: S3Settings | undefined;
  /** The content with which an empty catalogue begins; undefined for none. */
  readonly contentDir: string | undefined;
  /** The folder of the built web application. */
  readonly webDir: string;
  /** Folder of the operator's own detector, which may be missing or without one. */
  readonly guardDir: string;
  readonly publicUrl: string;
  readonly smtpUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  /** The Redis that several processes share; without it there is one process. */
  readonly redisUrl: string | undefined;
  /** The prefix of every key in Redis. */
  readonly redisSpace: string;
  /** What this process does: it serves users (`web`), does background jobs (`worker`), or both (`all`). */
  readonly role: 'all' | 'web' | 'worker';
  /** The secret from which the keys are derived; if unset, one is generated and kept in `dataDir`. */
  readonly secret: string | undefined;
  readonly productName: string;
  readonly supportEmail: string;
  /** As address keys. */
  readonly adminEmails: readonly string[];
  readonly waitingList: boolean;
  readonly pause: Pause;
  readonly additions: readonly Addition[];
  readonly facebook: FacebookConfig | undefined;
  readonly relay: RelayConfig;
  readonly limits: boolean;
  /** The bearer token with which a metrics collector on another machine is admitted. */
  readonly metricsToken: string | undefined;
  /** The collector to which traces are exported. */
  readonly tracesUrl: string | undefined;
  /** The number of trusted proxies in front of the process. */
  readonly proxies: number;
  readonly gatherings: GatheringConfig;
  /** The push services to which calls are sent, as `endpointOf` reads them; none: nobody is called by push. */
  readonly pushHosts: readonly string[];
  /** Undefined for none: payments are rehearsed, and in production they are closed. */
  readonly stripe: StripeConfig | undefined;
  /** What webhooks of the payment provider are signed with; two while one replaces the other; none: it is only asked. */
  readonly webhookSecrets: readonly string[];
  /** How long the trial of a membership lasts, days; 0 for none. */
  readonly membershipTrialDays: number;
  readonly durations: Durations;
}

/** The payment provider, Stripe. */
export interface StripeConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Where a stand-in for its API is, in tests. */
  readonly apiUrl: string | undefined;
}

/** When regular gatherings take place, and the further zones that can have one at the same wall time. */
export interface GatheringConfig {
  /** `HH:MM` */
  readonly time: string;
  readonly zone: string;
  /** ms */
  readonly length: number;
  readonly anchors: readonly string[];
}

/** A wrong value in the environment; the message is one sentence that names the variable. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, { error: `must be ${values.join(' or ')}` });

const onOff = oneOf(['on', 'off']).transform((value) => value === 'on');

/** An address without the slashes at its end. */
const url = (...protocols: readonly string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that begins with ${protocols.join('// or ')}//`,
    })
    .transform((value) => value.replace(/\/+$/, ''));

const webUrl = url('http:', 'https:');

const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });

const mailAddress = z.string().transform((value, context) => {
  const parsed = email.safeParse(value);
  if (parsed.success) return parsed.data;
  context.addIssue(`holds "${value}", which is not an email address`);
  return z.NEVER;
});

/** Comma-separated values. */
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
);

/** Addresses of STUN or TURN servers. Source: RFC 7064, RFC 7065. */
const servers = (pattern: RegExp) =>
  list
    .refine((urls) => urls.every((each) => pattern.test(each)), {
      error: ({ input }) =>
        `holds "${(input as string[]).find((each) => !pattern.test(each))}", which is not the address of such a server (RFC 7064, RFC 7065)`,
    })
    .default([]);

const isLengthOfGathering = (length: number): boolean =>
  length >= gatheringLimits.leastLength * 60_000 && length <= gatheringLimits.greatestLength * 60_000;

const isNoZone = (name: string): boolean => !isZone(name);

/** Zones of the IANA database, or `none`. */
const zones = list
  .transform((names) => (names.join() === 'none' ? [] : names))
  .refine((names) => names.every(isZone), {
    error: ({ input }) =>
      `holds "${(input as string[]).find(isNoZone)}", which is not a time zone of the IANA database, as Europe/Berlin`,
  });

const hostPattern = /^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]*$/;
const standInOrigin = /^http:\/\/(localhost|127\.0\.0\.1):\d+$/;

/** Names of push services, or origins of stand-ins on this machine; or `none`. */
const pushHosts = list
  .transform((names) => (names.join() === 'none' ? [] : names))
  .refine((names) => names.every((name) => hostPattern.test(name) || standInOrigin.test(name)), {
    error: 'must be names of push services, as *.push.apple.com, separated by commas, or none',
  });

const durations = z.string().transform((value, context) => {
  try {
    return durationsWith(JSON.parse(value));
  } catch (error) {
    context.addIssue(`must be a JSON object of durations: ${(error as Error).message}`);
    return z.NEVER;
  }
});

const settings = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  PORT: z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) <= 65_535, { error: 'must be a whole number from 0 to 65535' })
    .transform(Number)
    .default(3000),
  HOST: matching(/^[\w.:-]+$/, 'must be a host name or a network address').default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  FILES_DIR: z.string().optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: matching(/^[\w-]{1,64}$/, 'must be the name of a region').default('us-east-1'),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CONTENT_DIR: z.string().default(fileURLToPath(new URL('../../../../brand/experiences', import.meta.url))),
  WEB_DIR: z
    .string()
    .default(fileURLToPath(new URL('../../../web/dist', import.meta.url)))
    .transform((path) => resolve(path)),
  GUARD_DIR: z
    .string()
    .default(fileURLToPath(new URL('../../../../brand/guard', import.meta.url)))
    .transform((path) => resolve(path)),
  PUBLIC_URL: webUrl.optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  REDIS_SPACE: matching(/^[\w.-]{1,64}$/, 'must be a word of letters, digits, dots and dashes').default('unspoken'),
  PROCESS_ROLE: oneOf(['all', 'web', 'worker']).default('all'),
  SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  PRODUCT_NAME: z
    .string()
    .trim()
    .refine((value) => value.length <= 60 && !/\p{Cc}/u.test(value), { error: 'must be one line of at most 60 characters' })
    .transform((value) => value || 'Unspoken')
    .default('Unspoken'),
  SUPPORT_EMAIL: mailAddress.default('hello@unspoken.example'),
  ADMIN_EMAILS: list.pipe(z.array(mailAddress.transform(addressKeyOf))).default([]),
  WAITING_LIST: onOff.default(false),
  PAUSE: oneOf(pauses).default('off'),
  ADDITIONS: list
    .transform((names) => (names.join() === 'none' ? [] : names))
    .pipe(z.array(z.enum(additions, { error: `must be none, or some of ${additions.join(', ')}` })))
    // The guard is off until an operator has measured it. Source: requirements/looking 3.4.
    .default(additions.filter((each) => each !== 'guard')),
  FACEBOOK_APP_ID: matching(/^\w{1,64}$/, 'must be the number Facebook gave to the app').optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_DIALOG_URL: webUrl.default('https://www.facebook.com/v24.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: webUrl.default('https://graph.facebook.com/v24.0'),
  STUN_URLS: servers(/^stuns?:[\w.:[\]-]+$/),
  TURN_URLS: servers(/^turns?:[\w.:[\]-]+(\?transport=(udp|tcp))?$/),
  TURN_SECRET: z.string().default(''),
  RELAY: oneOf(['never', 'strangers', 'always']).optional(),
  LIMITS: onOff.default(true),
  METRICS_TOKEN: matching(/^[\x21-\x7e]{24,}$/, 'must have at least 24 characters, without spaces').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  TRUST_PROXY: matching(/^(off|on|[0-9])$/, 'must be on or off, or how many proxies stand in front')
    .transform((value) => Number({ on: '1', off: '0' }[value] ?? value))
    .default(0),
  GATHERING_TIME: matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, as 20:00').default('20:00'),
  GATHERING_ZONE: z
    .string()
    .refine(isZone, { error: 'must be a time zone of the IANA database, as Europe/Berlin' })
    .default('Europe/Berlin'),
  GATHERING_LENGTH: z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && isLengthOfGathering(Number(value)), {
      error: `must be a number of milliseconds, from ${gatheringLimits.leastLength} to ${gatheringLimits.greatestLength} minutes`,
    })
    .transform(Number)
    .default(900_000),
  GATHERING_ANCHORS: zones.default([
    ...['Pacific/Auckland', 'Asia/Tokyo', 'Asia/Kolkata', 'America/Sao_Paulo', 'America/New_York', 'America/Los_Angeles'],
  ]),
  PUSH_HOSTS: pushHosts.default([...knownPushHosts]),
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe, as sk_test_...').optional(),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_(test|live)_\w+$/, 'must be a publishable key of Stripe, as pk_test_...').optional(),
  STRIPE_API_URL: webUrl.optional(),
  MEMBERSHIP_TRIAL_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int('must be a whole number of days')
    .min(0, 'must be 0 or more')
    .max(365, 'must be 365 at most')
    .default(0),
  STRIPE_WEBHOOK_SECRETS: list
    .refine((all) => all.length <= 2 && all.every((each) => /^whsec_\w+$/.test(each)), {
      error: 'must be one or two signing secrets, as whsec_..., separated by commas',
    })
    .default([]),
  DURATIONS: durations.optional(),
});
type Settings = z.infer<typeof settings>;

const isLiveKey = (key: string | undefined): boolean => key?.includes('_live_') ?? false;

/** Dependencies between settings: the first condition that is true refuses its setting. */
const refusals = (it: Settings): readonly (readonly [name: keyof Settings, condition: boolean, why: string])[] => {
  const production = it.NODE_ENV === 'production';
  const hasRelay = it.TURN_URLS.length > 0;
  const s3 = [it.S3_ENDPOINT, it.S3_BUCKET, it.S3_ACCESS_KEY_ID, it.S3_SECRET_ACCESS_KEY].map((each) => each !== undefined);
  return [
    ['SMTP_URL', production && !it.SMTP_URL, 'must be set in production, or nobody could confirm an address'],
    ['LIMITS', production && !it.LIMITS, 'cannot be off in production'],
    ['DURATIONS', production && it.DURATIONS !== undefined, 'cannot be replaced in production'],
    ['SECRET', production && !it.SECRET, 'must be set in production: 32 characters or more that nobody can guess'],
    ['FACEBOOK_APP_SECRET', it.FACEBOOK_APP_ID !== undefined && !it.FACEBOOK_APP_SECRET, 'must be set beside FACEBOOK_APP_ID'],
    ['TURN_SECRET', hasRelay && it.TURN_SECRET === '', 'must be set beside TURN_URLS: the secret coturn shares'],
    ['TURN_SECRET', production && hasRelay && it.TURN_SECRET.length < 24, 'must have at least 24 characters'],
    [
      'S3_ENDPOINT',
      s3.includes(true) && s3.includes(false),
      'must be set together with S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    ],
    ['PUSH_HOSTS', production && it.PUSH_HOSTS.some((host) => standInOrigin.test(host)), 'cannot name a stand-in in production'],
    [
      'STRIPE_SECRET_KEY',
      !production && isLiveKey(it.STRIPE_SECRET_KEY),
      'is a live key, which would move real money: outside production it must be a test key',
    ],
    [
      'STRIPE_PUBLISHABLE_KEY',
      it.STRIPE_SECRET_KEY !== undefined &&
        (!it.STRIPE_PUBLISHABLE_KEY || isLiveKey(it.STRIPE_PUBLISHABLE_KEY) !== isLiveKey(it.STRIPE_SECRET_KEY)),
      'must be set beside STRIPE_SECRET_KEY, in the same mode',
    ],
    ['STRIPE_API_URL', production && it.STRIPE_API_URL !== undefined, 'cannot name a stand-in in production'],
    ['RELAY', (it.RELAY ?? 'never') !== 'never' && !hasRelay, `cannot be ${it.RELAY} without TURN_URLS`],
    ['PROCESS_ROLE', it.PROCESS_ROLE !== 'all' && !it.REDIS_URL, `cannot be ${it.PROCESS_ROLE} without REDIS_URL`],
    [
      'DATABASE_URL',
      it.REDIS_URL !== undefined && !it.DATABASE_URL,
      'must be set beside REDIS_URL: the embedded database serves one process only',
    ],
    ['SECRET', it.REDIS_URL !== undefined && !it.SECRET, 'must be set beside REDIS_URL, to the same for every process'],
  ];
};

function bucketOf({
  S3_ENDPOINT,
  S3_REGION,
  S3_BUCKET,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: Settings): S3Settings | undefined {
  if (S3_ENDPOINT === undefined || S3_BUCKET === undefined) return undefined;
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) return undefined;
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  return { endpoint: S3_ENDPOINT, region: S3_REGION, bucket: S3_BUCKET, ...keys };
}

/** An empty variable counts as unset. */
const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

/** Reads and checks the environment. Throws a `ConfigError` with one sentence for the first wrong value. */
export function readConfig(environment: Environment): Config {
  const { data: it, error } = settings.safeParse(withoutEmpty(environment));
  const issue = error?.issues[0];
  if (!it) throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  const refused = refusals(it).find(([, condition]) => condition);
  if (refused) throw new ConfigError(`${refused[0]} ${refused[2]}.`);
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret = '' } = it;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = it;
  return {
    production: it.NODE_ENV === 'production',
    port: it.PORT,
    host: it.HOST,
    dataDir: it.DATA_DIR,
    filesDir: resolve(it.FILES_DIR ?? join(it.DATA_DIR, 'files')),
    s3: bucketOf(it),
    contentDir: it.CONTENT_DIR === 'none' ? undefined : it.CONTENT_DIR,
    webDir: it.WEB_DIR,
    guardDir: it.GUARD_DIR,
    publicUrl: it.PUBLIC_URL ?? `http://localhost:${it.PORT}`,
    smtpUrl: it.SMTP_URL,
    databaseUrl: it.DATABASE_URL,
    redisUrl: it.REDIS_URL,
    redisSpace: it.REDIS_SPACE,
    role: it.PROCESS_ROLE,
    secret: it.SECRET,
    productName: it.PRODUCT_NAME,
    supportEmail: it.SUPPORT_EMAIL,
    adminEmails: it.ADMIN_EMAILS,
    waitingList: it.WAITING_LIST,
    pause: it.PAUSE,
    additions: it.ADDITIONS,
    facebook:
      appId === undefined ? undefined : { appId, appSecret, dialogUrl: it.FACEBOOK_DIALOG_URL, graphUrl: it.FACEBOOK_GRAPH_URL },
    relay: {
      policy: it.RELAY ?? (it.TURN_URLS.length > 0 ? 'strangers' : 'never'),
      stunUrls: it.STUN_URLS,
      turnUrls: it.TURN_URLS,
      turnSecret: it.TURN_SECRET,
    },
    limits: it.LIMITS,
    metricsToken: it.METRICS_TOKEN,
    tracesUrl: it.OTEL_EXPORTER_OTLP_ENDPOINT,
    proxies: it.TRUST_PROXY,
    gatherings: {
      ...{ time: it.GATHERING_TIME, zone: it.GATHERING_ZONE, length: it.GATHERING_LENGTH },
      anchors: [...new Set(it.GATHERING_ANCHORS)].filter((zone) => zone !== it.GATHERING_ZONE),
    },
    pushHosts: it.PUSH_HOSTS,
    stripe: secretKey === undefined ? undefined : { secretKey, publishableKey, apiUrl: it.STRIPE_API_URL },
    webhookSecrets: it.STRIPE_WEBHOOK_SECRETS,
    membershipTrialDays: it.MEMBERSHIP_TRIAL_DAYS,
    durations: it.DURATIONS ?? durationsWith({}),
  };
}
