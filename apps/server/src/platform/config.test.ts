import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const [REDIS_URL, DATABASE_URL, SECRET] = ['redis://localhost', 'postgres://localhost/unspoken', 'x'.repeat(32)];

test.each([
  ['REDIS_URL without a PostgreSQL', { REDIS_URL, SECRET }, /^DATABASE_URL must be set beside REDIS_URL/],
  ['REDIS_URL without the shared SECRET', { REDIS_URL, DATABASE_URL }, /^SECRET must be set beside REDIS_URL/],
  ['a worker role for the only process', { PROCESS_ROLE: 'worker' }, /^PROCESS_ROLE cannot be worker without REDIS_URL/],
  ['an unknown role', { REDIS_URL, DATABASE_URL, SECRET, PROCESS_ROLE: 'cook' }, /^PROCESS_ROLE must be all or web or worker/],
  [
    'a REDIS_URL that is not a Redis address',
    { REDIS_URL: 'http://localhost', DATABASE_URL, SECRET },
    /^REDIS_URL must be an address/,
  ],
  ['a REDIS_SPACE with a blank in it', { REDIS_URL, DATABASE_URL, SECRET, REDIS_SPACE: 'a b' }, /^REDIS_SPACE must be a word/],
])('[OPS-6] a process does not start with %s', (_, environment, why) => {
  expect(() => readConfig(environment)).toThrow(why);
});

test('[OPS-6] a process starts alone, and as one of several', () => {
  expect(readConfig({})).toMatchObject({ redisUrl: undefined, role: 'all' });
  expect(readConfig({ REDIS_URL, DATABASE_URL, SECRET, PROCESS_ROLE: 'web' })).toMatchObject({
    redisUrl: REDIS_URL,
    role: 'web',
  });
});

test('[PLA-3] TRUST_PROXY gives the number of proxies as on, off or a digit', () => {
  const proxies = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).proxies;
  expect([proxies(), proxies('off'), proxies('on'), proxies('2')]).toEqual([0, 0, 1, 2]);
  expect(() => proxies('all')).toThrow(/^TRUST_PROXY must be on or off/);
});

const stripeTest = { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a' };
const stripeLive = { STRIPE_SECRET_KEY: 'rk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' };
const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', SECRET };
const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const turn = { TURN_URLS: 'turn:relay.example:3478', TURN_SECRET: 'x'.repeat(24) };

test.each<[environment: Record<string, string>, refused: Record<string, string>, why: RegExp]>([
  [{ PORT: '65535' }, { PORT: '65536' }, /^PORT must be a whole number from 0 to 65535\.$/],
  [{ PORT: '0' }, { PORT: '-1' }, /^PORT must be/],
  [{ HOST: '::1' }, { HOST: 'a b' }, /^HOST must be a host name/],
  [{ SECRET }, { SECRET: 'x'.repeat(31) }, /^SECRET must have at least 32 characters/],
  [production, { ...production, SECRET: '' }, /^SECRET must be set in production/],
  [production, { ...production, SMTP_URL: '' }, /^SMTP_URL must be set in production/],
  [production, { ...production, LIMITS: 'off' }, /^LIMITS cannot be off in production/],
  [stripeTest, { ...stripeTest, STRIPE_SECRET_KEY: 'sk_live_a' }, /^STRIPE_SECRET_KEY is a live key/],
  [{ ...production, ...stripeLive }, stripeLive, /^STRIPE_SECRET_KEY is a live key/],
  [stripeTest, { ...stripeTest, STRIPE_SECRET_KEY: 'sk_prod_a' }, /^STRIPE_SECRET_KEY must be a secret key/],
  [stripeTest, { ...stripeTest, STRIPE_PUBLISHABLE_KEY: '' }, /^STRIPE_PUBLISHABLE_KEY must be set beside/],
  [{ STRIPE_API_URL: 'http://127.0.0.1:9' }, { STRIPE_API_URL: 'somewhere' }, /^STRIPE_API_URL must be/],
  [production, { ...production, STRIPE_API_URL: 'http://127.0.0.1:9' }, /^STRIPE_API_URL cannot name a stand-in in production/],
  [stripeTest, { ...stripeTest, STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }, /^STRIPE_PUBLISHABLE_KEY must be set beside/],
  [
    { STRIPE_WEBHOOK_SECRETS: 'whsec_a,whsec_b' },
    { STRIPE_WEBHOOK_SECRETS: 'a,b,c' },
    /^STRIPE_WEBHOOK_SECRETS must be one or two/,
  ],
  [{ DURATIONS: '{}' }, { ...production, DURATIONS: '{}' }, /^DURATIONS cannot be replaced in production/],
  [{ DURATIONS: '{"pairingTimeout":5}' }, { DURATIONS: '{' }, /^DURATIONS must be a JSON object of durations: /],
  [{ PRODUCT_NAME: 'x'.repeat(60) }, { PRODUCT_NAME: 'x'.repeat(61) }, /^PRODUCT_NAME must be one line/],
  [{ METRICS_TOKEN: 'x'.repeat(24) }, { METRICS_TOKEN: 'x'.repeat(23) }, /^METRICS_TOKEN must have at least 24 characters/],
  [{ ADMIN_EMAILS: 'a@example.org, b@example.org' }, { ADMIN_EMAILS: 'a@example.org,b' }, /^ADMIN_EMAILS holds "b"/],
  [{ SUPPORT_EMAIL: 'a@example.org' }, { SUPPORT_EMAIL: 'a' }, /^SUPPORT_EMAIL holds "a", which is not an email address/],
  [{ FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 's' }, { FACEBOOK_APP_ID: '1' }, /^FACEBOOK_APP_SECRET must be set beside/],
  [bucket, { ...bucket, S3_BUCKET: '' }, /^S3_ENDPOINT must be set together with S3_BUCKET/],
  [{}, { S3_SECRET_ACCESS_KEY: 'secret' }, /^S3_ENDPOINT must be set together/],
  [bucket, { ...bucket, S3_BUCKET: '../files' }, /^S3_BUCKET must be the name of a bucket/],
  [turn, { ...turn, TURN_SECRET: '' }, /^TURN_SECRET must be set beside TURN_URLS/],
  [{ ...production, ...turn }, { ...production, ...turn, TURN_SECRET: 'x'.repeat(23) }, /^TURN_SECRET must have at least 24/],
  [turn, { ...turn, TURN_URLS: 'turn:a.example,http://b.example' }, /^TURN_URLS holds "http:\/\/b.example", which is not/],
  [{ ...turn, RELAY: 'always' }, { RELAY: 'always' }, /^RELAY cannot be always without TURN_URLS/],
  [{ RELAY: 'never' }, { RELAY: 'sometimes' }, /^RELAY must be never or strangers or always/],
  [{ TRUST_PROXY: '9' }, { TRUST_PROXY: '10' }, /^TRUST_PROXY must be on or off/],
  [{ PUBLIC_URL: 'https://a.example/' }, { PUBLIC_URL: 'ftp://a.example' }, /^PUBLIC_URL must be an address that begins with/],
  [{ GATHERING_TIME: '23:59' }, { GATHERING_TIME: '24:00' }, /^GATHERING_TIME must be a time of day, as 20:00\.$/],
  [{ GATHERING_TIME: '00:00' }, { GATHERING_TIME: '8:00' }, /^GATHERING_TIME must be/],
  [{ GATHERING_ZONE: 'Asia/Tokyo' }, { GATHERING_ZONE: 'Asia/Edo' }, /^GATHERING_ZONE must be a time zone of the IANA database/],
  [{ GATHERING_ZONE: 'UTC' }, { GATHERING_ZONE: '+02:00' }, /^GATHERING_ZONE must be/],
  [
    { GATHERING_LENGTH: '300000' },
    { GATHERING_LENGTH: '299999' },
    /^GATHERING_LENGTH must be a number of milliseconds, from 5 to 120 minutes\.$/,
  ],
  [{ GATHERING_LENGTH: '7200000' }, { GATHERING_LENGTH: '7200001' }, /^GATHERING_LENGTH must be/],
  [{ GATHERING_LENGTH: '900000' }, { GATHERING_LENGTH: '15 min' }, /^GATHERING_LENGTH must be/],
  [
    { GATHERING_ANCHORS: 'Asia/Tokyo, Asia/Kolkata' },
    { GATHERING_ANCHORS: 'Asia/Tokyo,Asia/Edo' },
    /^GATHERING_ANCHORS holds "Asia\/Edo", which is not a time zone of the IANA database, as Europe\/Berlin\.$/,
  ],
  [{ GATHERING_ANCHORS: 'none' }, { GATHERING_ANCHORS: 'none,Asia/Tokyo' }, /^GATHERING_ANCHORS holds "none"/],
])('a process starts with %j, and not with %j', (accepted, refused, why) => {
  expect(() => readConfig(accepted)).not.toThrow();
  expect(() => readConfig(refused)).toThrow(why);
});

test.each<[environment: Record<string, string>, sentence: string]>([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
  [{ ADMIN_EMAILS: 'a@example.org,nobody' }, 'ADMIN_EMAILS holds "nobody", which is not an email address.'],
  [{ NODE_ENV: 'production' }, 'SMTP_URL must be set in production, or nobody could confirm an address.'],
  [{ NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', LIMITS: 'off' }, 'LIMITS cannot be off in production.'],
  [{ NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', DURATIONS: '{}' }, 'DURATIONS cannot be replaced in production.'],
  [{ SECRET: 'short' }, 'SECRET must have at least 32 characters.'],
  [
    { NODE_ENV: 'production', SMTP_URL: 'smtp://localhost' },
    'SECRET must be set in production: 32 characters or more that nobody can guess.',
  ],
  [
    { DURATIONS: '{"connectionDuration":-1}' },
    'DURATIONS must be a JSON object of durations: the duration connectionDuration must be a number of milliseconds.',
  ],
])('%j is refused with one sentence', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(new ConfigError(sentence));
});

test('an unset variable has its default, and an empty variable counts as unset', () => {
  const empty = Object.fromEntries(['PORT', 'HOST', 'SECRET', 'LIMITS', 'RELAY', 'TRUST_PROXY'].map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({})).toMatchObject({
    ...{ port: 3000, host: '127.0.0.1', dataDir: './data', publicUrl: 'http://localhost:3000', production: false },
    ...{ limits: true, waitingList: false, pause: 'off', productName: 'Unspoken', proxies: 0, facebook: undefined },
    ...{ stripe: undefined, webhookSecrets: [] },
    relay: { policy: 'never', stunUrls: [], turnUrls: [], turnSecret: '' },
  });
  expect(readConfig(turn).relay.policy).toBe('strangers');
  expect(readConfig({ PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example');
  expect(readConfig({ ADMIN_EMAILS: ' Ann@Example.org ' }).adminEmails).toEqual(['ann@example.org']);
});

test('[GAT-40] regular gatherings take place at 20:00 in Berlin, and by default six further zones can have one', () => {
  const anchors = [
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Kolkata',
    'America/Sao_Paulo',
    'America/New_York',
    'America/Los_Angeles',
  ];
  expect(readConfig({}).gatherings).toEqual({ time: '20:00', zone: 'Europe/Berlin', length: 900_000, anchors });
});

test('[GAT-40] the zone that always has a gathering is no anchor, and none is named twice', () => {
  const anchors = (environment: Record<string, string>) => readConfig(environment).gatherings.anchors;
  expect(anchors({ GATHERING_ANCHORS: 'Asia/Tokyo,Europe/Berlin,Asia/Tokyo' })).toEqual(['Asia/Tokyo']);
  expect(anchors({ GATHERING_ZONE: 'Asia/Tokyo', GATHERING_ANCHORS: 'Asia/Tokyo,Europe/Berlin' })).toEqual(['Europe/Berlin']);
  expect(anchors({ GATHERING_ANCHORS: 'none' })).toEqual([]);
});

test('[WEB-240] all additions are offered but the guard, which an operator has to name', () => {
  const additions = (ADDITIONS?: string) => readConfig({ ADDITIONS }).additions;
  expect(additions()).toEqual([
    ...['window', 'veil', 'signs', 'soft', 'ownPicture', 'sounds'],
    ...['short', 'welcomers', 'feelings'],
  ]);
  expect([additions('none'), additions('veil,guard')]).toEqual([[], ['veil', 'guard']]);
  expect(() => additions('watch')).toThrow(/^ADDITIONS must be none, or some of window, .*, guard/);
});
