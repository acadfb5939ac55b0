import type { FastifyRequest } from 'fastify';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a request comes from this very machine, and was passed on by nobody from another. */
export const isThisMachine = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) &&
  loopback.test(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined;
