import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@unspoken/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isThisMachine } from '../platform/http/this-machine.ts';
import type { Meters } from './meters.ts';

export interface ObservabilityOptions {
  readonly meters: Meters;
  /** The bearer token that admits a metrics collector. */
  readonly token: string | undefined;
  /** Whether requests from this machine may read the metrics if there is no token. */
  readonly openHere: boolean;
  /** The checks that must succeed for the process to be ready, by name; each throws if it fails. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** Whether this process is about to end, and accepts no new users. */
  readonly leaving: () => boolean;
}

/** How long a check may take, ms: enough for a busy database, short enough for the caller of `/readyz`. */
const patience = 2_000;

/** Buckets of response times, s. */
const answerBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const watched = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses every request except health checks and metrics, for a process that serves no users. To be called before
 * routes are added.
 */
export function serveMetricsOnly(http: FastifyInstance): void {
  http.addHook('onRequest', async (request) => {
    if (!watched.has(request.url.split('?')[0] ?? '')) throw new AppError('unavailable');
  });
}

/** Whether the process is alive (`/healthz`), whether it is ready for users (`/readyz`), and its metrics (`/metrics`). */
export function metricsRoutes(app: FastifyInstance, { meters, token, openHere, checks, leaving }: ObservabilityOptions): void {
  const answered = meters.histogram(
    { name: 'http_duration_seconds', description: 'How long calls took, by route and status.' },
    answerBounds,
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    answered(reply.elapsedTime / 1_000, { method: request.method, route, status: reply.statusCode });
  });
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await succeeds(check)] as const),
    );
    const results = { ...Object.fromEntries(answers), leaving: leaving() };
    const ready = !results.leaving && answers.every(([, fine]) => fine);
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, ...results });
  });
  app.get('/metrics', async (request, reply) => {
    const allowed = token === undefined ? openHere && isThisMachine(request) : bears(request, token);
    if (!allowed) throw new AppError('not_found');
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await meters.text());
  });
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  const late = AbortSignal.timeout(patience);
  const tooLate = new Promise<boolean>((resume) => late.addEventListener('abort', () => resume(false), { once: true }));
  return Promise.race([
    check().then(
      () => true,
      () => false,
    ),
    tooLate,
  ]);
}

/** Compares hashes, so that the time it takes reveals nothing about the token. */
function bears(request: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${token}`));
}
