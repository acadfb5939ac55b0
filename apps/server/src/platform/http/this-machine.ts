import type { FastifyRequest } from 'fastify';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** What a proxy says of whom it passes on. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a request comes from this very machine, as far as one can tell: a proxy that says nothing of others looks like it. */
export const isThisMachine = (request: FastifyRequest): boolean =>
  loopback.test(request.ip) &&
  loopback.test(request.socket.remoteAddress ?? '') &&
  passedOn.every((name) => request.headers[name] === undefined);
