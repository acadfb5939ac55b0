import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@unspoken/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isThisMachine } from '../platform/http/this-machine.ts';
import type { Meters } from './meters.ts';

export interface ObservabilityOptions {
  readonly meters: Meters;
  /** What lets a collector in. */
  readonly token: string | undefined;
  /** Whether this machine may ask for figures where there is no token. */
  readonly openHere: boolean;
  /** What must answer before anybody is sent here, by name. Each throws if it does not. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** Whether this process is about to end, and takes nobody new. */
  readonly leaving: () => boolean;
}

/** Long enough for a database that is busy, short enough for whoever waits for the answer, ms. */
const patience = 2_000;

/** Buckets from a fast answer to one that nobody waits for, s. */
const answerBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const watched = new Set(['/healthz', '/readyz', '/metrics']);

/** Answers nothing but questions about how this process is: it serves nobody else. To be called before there are routes. */
export function serveMetricsOnly(http: FastifyInstance): void {
  http.addHook('onRequest', async (request) => {
    if (!watched.has(request.url.split('?')[0] ?? '')) throw new AppError('unavailable');
  });
}

/** Whether the process lives (`/healthz`), whether people may be sent to it (`/readyz`), and its figures (`/metrics`). */
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
    const answers = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const));
    const said = { ...Object.fromEntries(answers), leaving: leaving() };
    const ready = !said.leaving && answers.every(([, fine]) => fine);
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, ...said });
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

async function holds(check: () => Promise<unknown>): Promise<boolean> {
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

/** Compared by hashes, so that how long it takes tells nothing of the token. */
function bears(request: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${token}`));
}
