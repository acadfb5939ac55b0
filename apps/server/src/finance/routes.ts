import * as contract from '@unspoken/contract/finance';
import type { FastifyInstance } from 'fastify';
import type { Payments } from '../payments/service.ts';
import type { Router } from '../platform/http/routes.ts';
import { csvOf, type Figures } from './figures.ts';
import type { Money } from './money.ts';

interface FinanceRoutesOptions {
  readonly figures: Figures;
  readonly money: Money;
  readonly payments: Pick<Payments, 'account' | 'mode'>;
}

const none = { periods: [], hasMore: false };
const figuresOf = async ({ figures, payments: { account } }: Pick<FinanceRoutesOptions, 'figures' | 'payments'>) =>
  account === undefined ? none : figures.read(account);

export function financeRoutes(router: Router, options: FinanceRoutesOptions): void {
  const { money, payments } = options;
  router.on(contract.publicMoney, async () => {
    const { periods, hasMore } = await figuresOf(options);
    return { periods: [...periods], hasMore, rehearsal: payments.mode === 'rehearsal' };
  });
  router.on(contract.moneyOverview, ({ caller }) => money.overview(caller.accountId));
  router.on(contract.findReceipt, ({ caller, body }) => money.receipt(caller.accountId, body.number));
  router.on(contract.refundPayment, async ({ caller, body: { id, number, amount: cents, reason } }) => ({
    state: await money.refund(caller.accountId, { id, number, cents, reason }),
  }));
  router.on(contract.approveRefund, async ({ caller, body }) => {
    await money.approve(caller.accountId, body.id);
    return { success: true };
  });
  router.on(contract.rejectRefund, async ({ caller, body }) => {
    await money.reject(caller.accountId, body.id);
    return { success: true };
  });
  router.on(contract.bookCost, async ({ caller, body: { id, name, amount: cents } }) => {
    await money.cost(caller.accountId, { id, name, cents });
    return { success: true };
  });
}

/** The public figures for spreadsheets. */
export function serveFiguresAsCsv(http: FastifyInstance, options: Pick<FinanceRoutesOptions, 'figures' | 'payments'>): void {
  http.get(`${contract.publicMoney.path}.csv`, async (_request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-disposition', 'attachment; filename="money.csv"')
      .send(csvOf(await figuresOf(options))),
  );
}
