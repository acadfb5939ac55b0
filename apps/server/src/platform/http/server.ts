import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { Durations } from '@unspoken/contract/durations';
import { AppError, type ErrorAnswer, type ErrorCode } from '@unspoken/contract/errors';
import { limits } from '@unspoken/contract/limits';
import { isPaymentPath } from '@unspoken/contract/payment-path';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { networkKey, TooMany } from '../limits.ts';
import type { Random } from '../random.ts';
import { framesOf, requestContext, withRequestContext } from '../request-context.ts';
import { isAway } from '../retry-forever.ts';
import { isAsset } from './assets.ts';
import { permissionsPolicy, refuseUnparsed, responseWithHeaders, transportSecurity } from './base-headers.ts';
import { pagePolicy, paymentPolicy } from './policy.ts';
import { trusting } from './proxies.ts';
import type { UnidentifiedConnections } from './unidentified-connections.ts';

export interface HttpOptions {
  readonly random: Random;
  /** The number of proxies in front; each has added the address of its client to `X-Forwarded-For`. */
  readonly proxies: number;
  /** Whether the product is served over TLS: only then are browsers told to insist on it (HSTS). */
  readonly secure: boolean;
  /** The hash of the pages' inline style sheet (SHA-256, base64), if they are built. */
  readonly style?: string | undefined;
  /** How long the headers of a request, and the whole request, may take to arrive. */
  readonly durations: Pick<Durations, 'requestHeaders' | 'requestWhole'>;
  /** The connections that have not identified themselves. */
  readonly unidentifiedConnections: UnidentifiedConnections;
  /** Receives the log, one line of JSON at a time; standard output by default. */
  readonly log?: NodeJS.WritableStream | undefined;
}

/** After which time a request that failed because a service was away is worth another, s: PostgreSQL is back sooner than that after a crash. */
const outage = 5;

/** How often late requests are looked for, ms. */
const lateRequestsCheck = 250;

const codeOf = (error: FastifyError): ErrorCode => {
  if (error.statusCode === 413) return 'payload_too_large';
  if (error.statusCode === 415) return 'unsupported_media_type';
  if (error.statusCode !== undefined && error.statusCode < 500) return 'bad_request';
  return isAway(error) ? 'unavailable' : 'internal';
};

/** An HTTP server that answers every fault as the contract says and reveals no internals. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: 'warn', mixin: requestContext, ...(options.log && { stream: options.log }) },
    genReqId: () => options.random.id(),
    // The mixin adds the request id to every line, so that requests need no logger of their own.
    childLoggerFactory: (logger) => logger,
    trustProxy: trusting(options.proxies),
    bodyLimit: limits.body,
    routerOptions: { maxParamLength: 300, caseSensitive: true },
    requestTimeout: options.durations.requestWhole,
    http: {
      headersTimeout: options.durations.requestHeaders,
      requestTimeout: options.durations.requestWhole,
      connectionsCheckingInterval: lateRequestsCheck,
      ServerResponse: responseWithHeaders(options.secure),
    },
    clientErrorHandler: refuseUnparsed(options.secure),
    // A request that is refused before routing is answered like any other; the framework's own answer would repeat its address.
    frameworkErrors: (_error, _request, reply) => {
      const refused = new AppError('bad_request');
      void (reply as FastifyReply).status(refused.status).header('cache-control', 'no-store').send(refused.answer());
    },
  });
  app.addHook('onRequest', (request, _reply, done) => withRequestContext(request.id, done));
  options.unidentifiedConnections.follow(app.server);
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    // A page requests some sixty files at once, and each is answered at once: a few people behind one address would use up the limit.
    if (request.method === 'GET' && isAsset(path)) return;
    if (options.unidentifiedConnections.began(request.raw, reply.raw, networkKey(request.ip))) return;
    void reply.header('connection', 'close');
    throw new TooMany(1);
  });
  // A compressed body would be read as it came, and would be a bomb if it were not.
  app.addHook('onRequest', async ({ headers }) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('unsupported_media_type');
  });
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const known = error instanceof AppError ? error : new AppError(codeOf(error));
    const retryAfter = known instanceof TooMany ? known.retryAfter : known.code === 'unavailable' && outage;
    if (retryAfter) void reply.header('retry-after', retryAfter);
    const answer: ErrorAnswer = known.answer();
    // The message of a database error contains its parameters: the log gets the name, the code and the frames, never the message.
    const logged = { fault: error.name, code: (error as FastifyError).code, at: framesOf(error) };
    if (known.code === 'internal') {
      answer.requestId = request.id;
      request.log.error(logged, 'fault');
    } else if (known !== error && known.code === 'unavailable') request.log.warn(logged, 'unreachable');
    return reply.status(known.status).header('cache-control', 'no-store').send(answer);
  });
  await app.register(helmet, {
    contentSecurityPolicy: pagePolicy(options.style),
    strictTransportSecurity: options.secure && transportSecurity,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (!isPaymentPath(path)) return;
    // A bank's page may open in a window of its own.
    const crossOriginOpenerPolicy = { policy: 'same-origin-allow-popups' } as const;
    await reply.helmet({ contentSecurityPolicy: paymentPolicy(options.style), crossOriginOpenerPolicy });
  });
  let isEnding = false;
  app.addHook('preClose', async () => {
    isEnding = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', permissionsPolicy);
    // Otherwise a client keeps the connection for its next request, and the process from ending.
    if (isEnding) void reply.header('connection', 'close');
  });
  await app.register(formbody, { bodyLimit: limits.body });
  return app;
}

/**
 * Closes the server: open requests are answered, connections are closed after their answer, and after `patience` ms all that
 * are left are cut.
 */
export async function endHttp(app: FastifyInstance, clock: Clock, patience: number): Promise<void> {
  const cancel = clock.after(patience, () => app.server.closeAllConnections());
  await app.close();
  cancel();
}
