import type { FastifyRequest } from 'fastify';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Headers by which a proxy describes the client that it forwards. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** The names of this machine in a browser that runs on it, with any port. */
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was made to this machine under its local name. A foreign page can make its own name resolve to this
 * machine (DNS rebinding), but the browser then sends that name.
 */
export const isForThisMachine = (request: FastifyRequest): boolean => localHost.test(request.headers.host ?? '');

/** Whether a request comes from this machine, as far as can be known: a local proxy that adds no headers looks the same. */
export const isThisMachine = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) &&
  loopback.test(request.socket.remoteAddress ?? '') &&
  forwardingHeaders.every((name) => request.headers[name] === undefined);
