import type { FastifyInstance } from 'fastify';
import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { countEvery, Figures } from './figures.ts';
import { figuresStore } from './figures-store.ts';
import { Money, type MoneyOptions } from './money.ts';
import { financeRoutes, serveFiguresAsCsv } from './routes.ts';

interface FinanceNeeds extends Omit<MoneyOptions, 'clock' | 'transaction'> {
  readonly http: FastifyInstance;
}

/** What became of the money: in public, and for administrators. */
export function financeModule({ db, clock, fault }: Platform, { http, ...needs }: FinanceNeeds): Module {
  const figures = new Figures(figuresStore(db), clock);
  const money = new Money({ ...needs, clock, transaction: (run) => db.transaction(run) });
  const { payments } = needs;
  const renew = async () => {
    if (payments.account !== undefined) await figures.renew(payments.account);
  };
  let stop = () => {};
  return {
    work() {
      stop = every(clock, countEvery, renew, fault, { atOnce: true });
    },
    stop: () => stop(),
    routes(router) {
      financeRoutes(router, { figures, money, payments });
      serveFiguresAsCsv(http, { figures, payments });
    },
  };
}
