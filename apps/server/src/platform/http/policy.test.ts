import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bareHttpServer } from '@unspoken/testing/http-server';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDetector, serveWeb } from './static.ts';

const payment = '/payment/0b6f8c1e-7d3a-4c58-9f21-5a4f0e9d7b36';
const newServer = () => bareHttpServer({ style: 'aGFzaA==' });
let http: FastifyInstance;
beforeAll(async () => {
  http = await newServer();
  http.get('*', async (_request, reply) => reply.type('text/html').send('<p>'));
});
afterAll(() => http.close());

/** The policy of the document at this address, by directive, and its opener policy. */
async function policyOf(url: string, server = http) {
  const { headers } = await server.inject(url);
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

test('[WEB-242] [WEB-243] the guard’s worker reaches nothing, and a detector only its own folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspoken-static-'));
  const files = ['web/pages/en/shell.html', ...['guard', 'detector', 'window'].map((name) => `web/assets/${name}-worker-x.js`)];
  for (const file of [...files, 'guard/detector.js', 'guard/README.md', 'guard/models/small.onnx']) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), 'x');
  }
  const server = await newServer();
  await serveDetector(server, join(folder, 'guard'));
  const installation = {
    productName: 'x',
    supportEmail: 'x',
    origin: 'https://unspoken.example',
    configuration: { samples: false },
  };
  await serveWeb(server, join(folder, 'web'), installation, async () => undefined);
  const worker = async (name: string) => (await policyOf(`/assets/${name}-worker-x.js`, server)).policy;
  expect(await worker('guard')).toEqual({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
  const own = 'https://unspoken.example/guard/';
  expect(await worker('detector')).toEqual({
    'default-src': ["'none'"],
    'script-src': [own, "'wasm-unsafe-eval'"],
    'connect-src': [own],
    'frame-ancestors': ["'none'"],
  });
  expect(await worker('window')).toEqual((await policyOf('/about')).policy);
  const statusOf = async (url: string) => (await server.inject(url)).statusCode;
  expect(
    await Promise.all(
      ['detector.js', 'models/small.onnx', 'README.md', 'other.js', ''].map((name) => statusOf(`/guard/${name}`)),
    ),
  ).toEqual([200, 200, 404, 404, 404]);
  await server.close();
  await rm(folder, { recursive: true });
});
