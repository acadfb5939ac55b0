import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@unspoken/contract/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keptForever, serveAssets } from './assets.ts';
import { type Installation, Pages, type PreviewOf } from './pages.ts';
import { workerPolicies } from './policy.ts';

/** Paths that are never pages: an unknown one is answered with an error, not with the application's shell. */
const notPages = ['/api/', '/socket.io/', '/dev/', '/assets/', '/pages/', '/guard/'];

/** Text files beside the pages, with their types. */
const beside = {
  'manifest.webmanifest': 'application/manifest+json',
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml',
} as const;

/** The hash of the pages' inline style sheet (SHA-256, base64); undefined if no page is built. Source: CSP level 3. */
export function styleHash(dist: string): string | undefined {
  const shell = join(dist, 'pages', 'en', 'shell.html');
  const style = existsSync(shell) && /<style>([\s\S]*?)<\/style>/.exec(readFileSync(shell, 'utf8'))?.[1];
  return style ? createHash('sha256').update(style).digest('base64') : undefined;
}

/** Serves the operator's own detector with what stands beside it. Source: requirements/looking 3.3. */
export async function serveDetector(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/guard/',
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['**/*.md'],
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
}

/**
 * Serves the web application built into the folder `dist`; every path that is not one of its files is a page of it. Returns
 * a function that rebuilds the pages for a changed configuration.
 */
export async function serveWeb(
  app: FastifyInstance,
  dist: string,
  installation: Installation,
  previewOf: PreviewOf,
): Promise<(configuration: Installation['configuration']) => Promise<void>> {
  const pages = join(dist, 'pages');
  const read = (configuration: Installation['configuration']) => Pages.read(pages, { ...installation, configuration });
  const policies = Object.entries(workerPolicies(installation.origin));
  let built = existsSync(pages) ? await read(installation.configuration) : undefined;
  const setPolicy = (reply: FastifyReply, name: string) => {
    const own = policies.find(([each]) => name.startsWith(each));
    if (own) void reply.header('content-security-policy', own[1]);
  };
  const assets = built ? await serveAssets(app, join(dist, 'assets'), setPolicy) : [];
  if (built)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      preCompressed: true,
      // Pages are sent with the values of the installation inserted, never as they were built.
      globIgnore: ['pages/**', ...assets.map((name) => `assets/${name}`)],
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ contain a hash of the content; any other file may change under its name.
        const immutable = path.startsWith(join(dist, 'assets'));
        reply.header('cache-control', immutable ? keptForever : 'no-cache');
      },
    });
  for (const [name, type] of Object.entries(beside))
    if (built)
      app.get(`/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(built?.file(name)));
  app.setNotFoundHandler((request, reply) => {
    const [pathname = ''] = request.url.split('?', 1);
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !notPages.some((each) => pathname.startsWith(each)) && !/\.\w+$/.test(pathname);
    if (isPage && built) return built.send(request, reply, previewOf);
    const error = new AppError('not_found');
    return reply.status(error.status).header('cache-control', 'no-store').send(error.answer());
  });
  return async (configuration) => {
    if (built) built = await read(configuration);
  };
}
