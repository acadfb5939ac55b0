import type { FastifyRequest } from 'fastify';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** What a proxy says of whom it passes on. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Names of this machine as a browser on it has them, with any port. */
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was made to this machine under its local name. A page elsewhere can have its own name lead here (DNS
 * rebinding), but the browser then sends that name.
 */
export const isForThisMachine = (request: FastifyRequest): boolean => localHost.test(request.headers.host ?? '');

/** Whether a request comes from this very machine, as far as one can tell: a proxy that says nothing of others looks like it. */
export const isThisMachine = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) &&
  loopback.test(request.socket.remoteAddress ?? '') &&
  passedOn.every((name) => request.headers[name] === undefined);
