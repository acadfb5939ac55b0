import { countries } from '@unspoken/contract/countries';
import { AppError } from '@unspoken/contract/errors';
import { paymentCountries, paymentStatus, rehearsePayment } from '@unspoken/contract/payments';
import type { FastifyInstance } from 'fastify';
import type { Router } from '../platform/http/routes.ts';
import { type Limits, networkKey } from '../platform/limits.ts';
import { paymentLimits } from './limits.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { Payments } from './service.ts';
import type { Signals } from './signals.ts';

interface PaymentRoutesOptions {
  readonly payments: Payments;
  readonly limits: Limits;
  /** Undefined where payments are real, or closed. */
  readonly rehearsal: Rehearsal | undefined;
}

const countriesList = countries.map(({ code, suggestions }) => ({ code, suggestions: [...suggestions] }));

export function paymentRoutes(router: Router, { payments, limits, rehearsal }: PaymentRoutesOptions): void {
  router.on(paymentCountries, async () => ({ countriesList, payments: payments.mode }));
  router.on(paymentStatus, async ({ caller, body }) => {
    await limits.use(paymentLimits.paymentStatusPerAccount, caller.accountId);
    const { payment, intent, beginsAgainAt, publishableKey } = await payments.status(caller.accountId, body.paymentRecordId);
    return {
      ...{ paymentSucceded: payment.state === 'paid', settling: payment.state === 'settling', over: payment.state === 'over' },
      ...(intent?.failure !== undefined && payment.state === 'open' && { error: intent.failure }),
      ...(intent && payment.state === 'open' && { client_secret: intent.clientSecret }),
      declined: payment.state === 'over' && payment.declinedAt !== null && payment.paidAt === null,
      ...(beginsAgainAt && { beginsAgainAt: beginsAgainAt.toISOString() }),
      ...{ publishableKey, kind: payment.kind, amount: payment.cents },
    };
  });
  router.on(rehearsePayment, async ({ caller, body }) => {
    await limits.use(paymentLimits.rehearsalsPerAccount, caller.accountId);
    if (!rehearsal) throw new AppError('payment_not_found');
    return rehearsal.attempt(caller.accountId, {
      ...{ clientSecret: body.client_secret, method: body.method, isConfirmed: body.confirmed ?? false },
    });
  });
}

/** The largest webhook that is read. Source: requirements/membership 10.20. */
const largestWebhook = 256_000;

/** The webhook takes the bytes as they came, because its signature is of them. */
export function serveWebhook(http: FastifyInstance, { signals, limits }: { signals: Signals; limits: Limits }): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestWebhook }, (_request, body, done) => done(null, body));
    scope.post('/api/v1/payments/webhook', { bodyLimit: largestWebhook }, async (request, reply) => {
      await limits.use(paymentLimits.webhooksPerAddress, networkKey(request.ip));
      const signature = request.headers['stripe-signature'];
      const isSigned = typeof signature === 'string' && Buffer.isBuffer(request.body);
      if (!isSigned || !(await signals.receive(request.body as Buffer, signature))) throw new AppError('bad_request');
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
