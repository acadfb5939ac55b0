import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@unspoken/contract/errors';
import type { FastifyInstance } from 'fastify';

const dist = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** Paths that are never a page: an unknown one of them is an error, not the application's shell. */
const notPages = ['/api/', '/socket.io/', '/dev/', '/assets/'];

/** Serves the built web application; every other path is its shell, which decides what it shows. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(dist, 'index.html'));
  if (built)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: ['index.html'],
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content; everything else may change under its name.
        const immutable = path.includes(join('dist', 'assets')) && !path.includes('.html');
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !notPages.some((each) => pathname.startsWith(each)) && !/\.\w+$/.test(pathname);
    if (isPage && built) return reply.header('cache-control', 'no-cache').type('text/html').sendFile('index.html');
    const error = new AppError('not_found');
    return reply.status(error.status).header('cache-control', 'no-store').send(error.answer());
  });
}
