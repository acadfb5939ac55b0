import { shippedDurations } from '@unspoken/contract/durations';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer } from './server.ts';
import { UnidentifiedConnections } from './unidentified-connections.ts';

const payment = '/payment/0b6f8c1e-7d3a-4c58-9f21-5a4f0e9d7b36';
let http: FastifyInstance;
beforeAll(async () => {
  http = await createHttpServer({
    random: { id: () => 'x' } as never,
    durations: shippedDurations,
    unidentifiedConnections: new UnidentifiedConnections({ proxies: 0, on: true }),
    ...{ proxies: 0, secure: false, style: 'aGFzaA==' },
  });
  http.get('*', async (_request, reply) => reply.type('text/html').send('<p>'));
});
afterAll(() => http.close());

/** The policy of the document at this address, by directive, and its opener policy. */
async function policyOf(url: string) {
  const { headers } = await http.inject(url);
  const directives = String(headers['content-security-policy'])
    .split(';')
    .map((each) => each.trim().split(' '));
  return {
    policy: Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources])),
    opener: headers['cross-origin-opener-policy'],
  };
}

test('[PAY-12] the payment page allows the provider’s script, frames and calls, and nothing else besides', async () => {
  const { policy: ours, opener: oursOpener } = await policyOf('/about');
  for (const url of [payment, `${payment}?redirect_status=succeeded`]) {
    const { policy, opener } = await policyOf(url);
    const { 'require-trusted-types-for': _, 'trusted-types': __, ...kept } = ours;
    expect(policy).toEqual({
      ...kept,
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      'connect-src': ["'self'", 'ws:', 'wss:', 'https://api.stripe.com'],
    });
    expect(opener).toBe('same-origin-allow-popups');
  }
  expect(ours['require-trusted-types-for']).toEqual(["'script'"]);
  expect(oursOpener).toBe('same-origin');
});

test.each([
  '/',
  '/payment',
  '/payment/',
  '/payment/x',
  `${payment}/`,
  `${payment}/more`,
  `/x${payment}`,
  `/${payment}`,
  `/?${payment}`,
])('[PAY-12] %s has the policy of every page', async (url) => expect(await policyOf(url)).toEqual(await policyOf('/about')));
