import { readFileSync } from 'node:fs';
import type { StandInHttpClient } from '@unspoken/stripe-stand-in/http-client';
import type { StandIn } from '@unspoken/stripe-stand-in/stand-in';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/service.ts';
import { type Books, issuerOf, sellerFile, taxFor } from '../books/service.ts';
import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { ProviderAccount, type ProviderChoice } from './account.ts';
import { mailReceipt } from './receipt-mail.ts';
import { type RefundStore, refundStore } from './refund-store.ts';
import type { Refunds } from './refunds.ts';
import { Rehearsal } from './rehearsal.ts';
import { paymentRoutes, serveWebhook } from './routes.ts';
import { SandboxStore } from './sandbox-store.ts';
import { sellerPath } from './seller-path.ts';
import type { Payments } from './service.ts';
import { paymentServices } from './services.ts';
import { paymentStore } from './store.ts';
import { isLive } from './stripe-reads.ts';

export interface PaymentsModule extends Module {
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly refundRows: RefundStore;
  /** For how long the provider has not answered, and something has been waiting to be done there, ms; 0 where payments are closed. */
  readonly silentFor: () => Promise<number>;
  readonly undoneFor: () => Promise<number>;
}

export interface PaymentsNeeds {
  readonly http: FastifyInstance;
  readonly books: Books;
  readonly accounts: Pick<Accounts, 'lock'>;
  /** What carries the requests of a rehearsal, given the client that carries them to its stand-in. */
  readonly through?: ((client: StandInHttpClient) => StandInHttpClient) | undefined;
}

/** Payments through the provider that is configured; a rehearsal without one, and in production none. */
export function paymentsModule(
  platform: Platform,
  { http, books, accounts, through = (client) => client }: PaymentsNeeds,
): PaymentsModule {
  const { db, clock, random, config, jobs, limits, fault, mailTemplates } = platform;
  const { production, stripe, webhookSecrets, productName, publicUrl, durations } = config;
  const seller = sellerFile.parse(JSON.parse(readFileSync(sellerPath, 'utf8')));
  const store = paymentStore(db);
  const refundRows = refundStore(db);
  /** Made once, when it is first needed. */
  let made: Promise<StandIn> | undefined;
  const standIn = () => {
    made ??= import('@unspoken/stripe-stand-in/stand-in').then(
      ({ StandIn: Made }) =>
        new Made({
          ...{ store: new SandboxStore(db), now: () => clock.now() },
          id: (prefix) => `${prefix}${random.id().replaceAll('-', '')}`,
        }),
    );
    return made;
  };
  const choose = (): ProviderChoice => {
    if (stripe && !(production && seller.sample === true)) {
      const load = async () => {
        const { StripeProvider } = await import('./stripe.ts');
        return new StripeProvider({ ...stripe, webhookSecrets, productName });
      };
      return { mode: 'open', provider: load, secretKey: stripe.secretKey, isLive: isLive(stripe.secretKey) };
    }
    if (production || stripe) return { mode: 'closed' };
    const keys = { secretKey: 'sk_test_rehearsal', publishableKey: 'pk_test_rehearsal', webhookSecrets };
    const load = async () => {
      const [{ httpClient }, { StripeProvider }] = await Promise.all([standIn(), import('./stripe.ts')]);
      return new StripeProvider({ ...keys, productName, httpClient: through(httpClient) });
    };
    return { mode: 'rehearsal', provider: load };
  };
  const provider = new ProviderAccount(choose(), store);
  const { payments, refunds, signals, settle, listen, reconcile } = paymentServices({
    ...{ store, refundRows, provider, books, accounts, jobs, clock, random, fault },
    receiptIssued: (tx, payment, receipt) => mailReceipt({ store, mailTemplates, publicUrl }, tx, payment, receipt),
    seller: { issuer: issuerOf(seller), taxFor: (country, at) => taxFor(seller, country, at) },
  });
  const isOpen = provider.mode !== 'closed';
  const since = (at: Date | undefined) => (at === undefined ? 0 : Math.max(0, clock.now() - at.getTime()));
  const ofAccount = async (look: (account: string) => Promise<Date | undefined>) =>
    provider.name === undefined ? 0 : since(await look(provider.name));
  const stops: (() => void)[] = [];
  const isRehearsed = provider.mode === 'rehearsal';
  return {
    ...{ payments, refunds, refundRows },
    silentFor: () => ofAccount((account) => store.cursor(account, 'heard')),
    undoneFor: () => ofAccount((account) => store.oldestUndone(account)),
    routes(router) {
      paymentRoutes(router, { payments, limits, rehearsal: isRehearsed ? new Rehearsal({ standIn, payments }) : undefined });
      serveWebhook(http, { signals, limits });
    },
    async prepare() {
      await signals.prepare();
      await provider.remember();
    },
    serve() {
      // A process that was started before the account was known learns of it.
      if (provider.mode === 'open') stops.push(every(clock, durations.catchUp, () => provider.remember(), fault));
    },
    work() {
      if (!isOpen) return;
      stops.push(every(clock, durations.catchUp, () => settle().then(listen), fault));
      stops.push(every(clock, durations.reconcile, reconcile, fault));
    },
    stop() {
      for (const stop of stops) stop();
    },
    personalData: [payments],
    retention: { providerEvents: (before) => store.forgetEvents(before) },
  };
}
