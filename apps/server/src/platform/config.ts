import { type Pause, pauses } from '@unspoken/contract/configuration';
import { type Durations, durationsWith } from '@unspoken/contract/durations';
import { email, emailKey } from '@unspoken/contract/fields';

/** Facebook, or whatever speaks its protocol. */
export interface FacebookConfig {
  readonly appId: string;
  readonly appSecret: string;
  readonly dialogUrl: string;
  readonly graphUrl: string;
}

/** Whether two people's machines may learn each other's network addresses, and the servers that help them meet. */
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
  readonly publicUrl: string;
  readonly smtpUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  /** What several processes share; without it there is one process. */
  readonly redisUrl: string | undefined;
  /** What stands in front of every key in Redis. */
  readonly redisSpace: string;
  /** What this process is for: serving people, working through what is to be done later, or both. */
  readonly role: 'all' | 'web' | 'worker';
  /** What the keys are made of; without it one is made up and kept in `dataDir`. */
  readonly secret: string | undefined;
  readonly productName: string;
  readonly supportEmail: string;
  /** As addresses are compared. */
  readonly adminEmails: readonly string[];
  readonly waitingList: boolean;
  readonly pause: Pause;
  readonly facebook: FacebookConfig | undefined;
  readonly relay: RelayConfig;
  readonly limits: boolean;
  /** What lets a collector of figures on another machine in. */
  readonly metricsToken: string | undefined;
  /** The collector that traces are told to. */
  readonly tracesUrl: string | undefined;
  /** How many proxies stand in front of the process. */
  readonly proxies: number;
  readonly durations: Durations;
}

/** A wrong value in the environment: one sentence that names it. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (name: string, why: string): never => {
  throw new ConfigError(`${name} ${why}.`);
};

function url(environment: Environment, name: string, protocols: readonly string[]): string | undefined {
  const value = environment[name];
  if (value === undefined || value === '') return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol))
    refuse(name, `must be an address that begins with ${protocols.join('// or ')}//`);
  return value.replace(/\/+$/, '');
}

function oneOf<T extends string>(environment: Environment, name: string, values: readonly T[], otherwise: T): T {
  const value = environment[name] || otherwise;
  return values.find((each) => each === value) ?? refuse(name, `must be ${values.join(' or ')}`);
}

function port(environment: Environment): number {
  const value = environment.PORT || '3000';
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) refuse('PORT', 'must be a whole number from 0 to 65535');
  return number;
}

function address(name: string, value: string): string {
  const parsed = email.safeParse(value);
  return parsed.success ? parsed.data : refuse(name, `holds "${value}", which is not an email address`);
}

function proxies({ TRUST_PROXY: value = '' }: Environment): number {
  if (!/^(|off|on|[0-9])$/.test(value)) refuse('TRUST_PROXY', 'must be on or off, or how many proxies stand in front');
  if (value === 'on') return 1;
  return Number(value === 'off' ? 0 : value);
}

function durations(environment: Environment, production: boolean): Durations {
  const value = environment.DURATIONS;
  if (!value) return durationsWith({});
  if (production) refuse('DURATIONS', 'cannot be replaced in production');
  try {
    return durationsWith(JSON.parse(value));
  } catch (error) {
    return refuse('DURATIONS', `must be a JSON object of durations: ${(error as Error).message}`);
  }
}

function facebook(environment: Environment): FacebookConfig | undefined {
  const appId = environment.FACEBOOK_APP_ID;
  if (!appId) return undefined;
  if (!/^\w{1,64}$/.test(appId)) refuse('FACEBOOK_APP_ID', 'must be the number Facebook gave to the app');
  const appSecret = environment.FACEBOOK_APP_SECRET || refuse('FACEBOOK_APP_SECRET', 'must be set beside FACEBOOK_APP_ID');
  const web = ['https:', 'http:'];
  return {
    appId,
    appSecret,
    dialogUrl: url(environment, 'FACEBOOK_DIALOG_URL', web) ?? 'https://www.facebook.com/v24.0/dialog/oauth',
    graphUrl: url(environment, 'FACEBOOK_GRAPH_URL', web) ?? 'https://graph.facebook.com/v24.0',
  };
}

function secret(environment: Environment, production: boolean): string | undefined {
  const value = environment.SECRET || undefined;
  if (value !== undefined && value.length < 32) refuse('SECRET', 'must have at least 32 characters');
  if (production && value === undefined)
    refuse('SECRET', 'must be set in production: 32 characters or more that nobody can guess');
  return value;
}

const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

function metricsToken(environment: Environment): string | undefined {
  const value = environment.METRICS_TOKEN || undefined;
  if (value !== undefined && !/^[\x21-\x7e]{24,}$/.test(value))
    refuse('METRICS_TOKEN', 'must have at least 24 characters, without spaces');
  return value;
}

function relay(environment: Environment, production: boolean): RelayConfig {
  const urls = (name: string, schemes: RegExp) =>
    listOf(environment[name]).map((each) =>
      schemes.test(each) ? each : refuse(name, `holds "${each}", which is not the address of such a server (RFC 7064, RFC 7065)`),
    );
  const stunUrls = urls('STUN_URLS', /^stuns?:[\w.:[\]-]+$/);
  const turnUrls = urls('TURN_URLS', /^turns?:[\w.:[\]-]+(\?transport=(udp|tcp))?$/);
  const turnSecret = environment.TURN_SECRET ?? '';
  if (turnUrls.length > 0 && turnSecret === '') refuse('TURN_SECRET', 'must be set beside TURN_URLS: the secret coturn shares');
  if (production && turnUrls.length > 0 && turnSecret.length < 24) refuse('TURN_SECRET', 'must have at least 24 characters');
  const policy = oneOf(environment, 'RELAY', ['never', 'strangers', 'always'], turnUrls.length > 0 ? 'strangers' : 'never');
  if (policy !== 'never' && turnUrls.length === 0) refuse('RELAY', `cannot be ${policy} without TURN_URLS`);
  return { policy, stunUrls, turnUrls, turnSecret };
}

/** What several processes need: one Redis, one PostgreSQL and one secret for all of them. */
function processes(environment: Environment): Pick<Config, 'redisUrl' | 'redisSpace' | 'role'> {
  const redisUrl = url(environment, 'REDIS_URL', ['redis:', 'rediss:']);
  const redisSpace = environment.REDIS_SPACE || 'unspoken';
  if (!/^[\w.-]{1,64}$/.test(redisSpace)) refuse('REDIS_SPACE', 'must be a word of letters, digits, dots and dashes');
  const role = oneOf(environment, 'PROCESS_ROLE', ['all', 'web', 'worker'], 'all');
  if (redisUrl === undefined && role !== 'all') refuse('PROCESS_ROLE', `cannot be ${role} without REDIS_URL`);
  if (redisUrl !== undefined && !environment.DATABASE_URL)
    refuse('DATABASE_URL', 'must be set beside REDIS_URL: the embedded database serves one process only');
  if (redisUrl !== undefined && !environment.SECRET)
    refuse('SECRET', 'must be set beside REDIS_URL, to the same for every process');
  return { redisUrl, redisSpace, role };
}

/** Reads and checks the environment. Throws a `ConfigError` with one sentence for the first wrong value. */
export function readConfig(environment: Environment): Config {
  const production = oneOf(environment, 'NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const smtpUrl = url(environment, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (production && !smtpUrl) refuse('SMTP_URL', 'must be set in production, or nobody could confirm an address');
  const limits = oneOf(environment, 'LIMITS', ['on', 'off'], 'on') === 'on';
  if (production && !limits) refuse('LIMITS', 'cannot be off in production');
  const productName = environment.PRODUCT_NAME?.trim() || 'Unspoken';
  if (productName.length > 60 || /\p{Cc}/u.test(productName)) refuse('PRODUCT_NAME', 'must be one line of at most 60 characters');
  const chosenPort = port(environment);
  const host = environment.HOST || '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) refuse('HOST', 'must be a host name or a network address');
  return {
    production,
    port: chosenPort,
    host,
    dataDir: environment.DATA_DIR || './data',
    publicUrl: url(environment, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${chosenPort}`,
    smtpUrl,
    databaseUrl: url(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    productName,
    supportEmail: address('SUPPORT_EMAIL', environment.SUPPORT_EMAIL || 'hello@unspoken.example'),
    adminEmails: listOf(environment.ADMIN_EMAILS).map((each) => emailKey(address('ADMIN_EMAILS', each))),
    pause: oneOf(environment, 'PAUSE', pauses, 'off'),
    waitingList: oneOf(environment, 'WAITING_LIST', ['on', 'off'], 'off') === 'on',
    facebook: facebook(environment),
    relay: relay(environment, production),
    limits,
    metricsToken: metricsToken(environment),
    tracesUrl: url(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    proxies: proxies(environment),
    durations: durations(environment, production),
    secret: secret(environment, production),
    ...processes(environment),
  };
}
