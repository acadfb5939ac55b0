import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const [REDIS_URL, DATABASE_URL, SECRET] = ['redis://localhost', 'postgres://localhost/unspoken', 'x'.repeat(32)];

test.each([
  ['REDIS_URL without a PostgreSQL', { REDIS_URL, SECRET }, /^DATABASE_URL must be set beside REDIS_URL/],
  ['REDIS_URL without the secret all share', { REDIS_URL, DATABASE_URL }, /^SECRET must be set beside REDIS_URL/],
  ['a role of its own for the only process', { PROCESS_ROLE: 'worker' }, /^PROCESS_ROLE cannot be worker without REDIS_URL/],
  [
    'a role nobody knows',
    { REDIS_URL, DATABASE_URL, SECRET, PROCESS_ROLE: 'cook' },
    /^PROCESS_ROLE must be all or web or worker/,
  ],
  ['a Redis that is none', { REDIS_URL: 'http://localhost', DATABASE_URL, SECRET }, /^REDIS_URL must be an address/],
  ['a space that is no word', { REDIS_URL, DATABASE_URL, SECRET, REDIS_SPACE: 'a b' }, /^REDIS_SPACE must be a word/],
])('[OPS-6] it does not start with %s', (_, environment, why) => {
  expect(() => readConfig(environment)).toThrow(why);
});

test('[OPS-6] it starts alone, and as one of many', () => {
  expect(readConfig({})).toMatchObject({ redisUrl: undefined, role: 'all' });
  expect(readConfig({ REDIS_URL, DATABASE_URL, SECRET, PROCESS_ROLE: 'web' })).toMatchObject({
    redisUrl: REDIS_URL,
    role: 'web',
  });
});

test('[PLA-3] how many proxies stand in front is said by on, off or a number', () => {
  const proxies = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).proxies;
  expect([proxies(), proxies('off'), proxies('on'), proxies('2')]).toEqual([0, 0, 1, 2]);
  expect(() => proxies('all')).toThrow(/^TRUST_PROXY must be on or off/);
});
