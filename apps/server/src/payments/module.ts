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
import { Booking } from './booking.ts';
import { ProviderUnavailable } from './provider.ts';
import { mailReceipt } from './receipt-mail.ts';
import { Reconciling } from './reconciling.ts';
import { type RefundStore, refundStore } from './refund-store.ts';
import { Refunds } from './refunds.ts';
import { Rehearsal } from './rehearsal.ts';
import { ProviderRequests } from './requests.ts';
import { paymentRoutes, serveWebhook } from './routes.ts';
import { SandboxStore } from './sandbox-store.ts';
import { sellerPath } from './seller-path.ts';
import { Payments } from './service.ts';
import { Signals } from './signals.ts';
import { paymentStore } from './store.ts';
import { isLive } from './stripe-reads.ts';

export interface PaymentsModule extends Module {
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly refundRows: RefundStore;
  readonly isDisputed: RefundStore['isDisputed'];
  readonly hasOpenDispute: RefundStore['hasOpenDispute'];
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
  const common = { store, provider, clock, random, fault, refunds: refundRows };
  const payments = new Payments({ ...common, accounts });
  const { reading } = payments;
  const booking = new Booking({
    ...{ ...common, books },
    receiptIssued: (tx, payment, receipt) => mailReceipt({ store, mailTemplates, publicUrl }, tx, payment, receipt),
    seller: { issuer: issuerOf(seller), taxFor: (country, at) => taxFor(seller, country, at) },
  });
  const requests = new ProviderRequests({ ...common, reading });
  const refunds = new Refunds(common);
  const signals = new Signals({ ...common, reading, booking, refunds, disputes: refundRows, jobs });
  const reconciling = new Reconciling({ provider, books, booking });
  const isOpen = provider.mode !== 'closed';
  /** The provider may be away for days: that is seen by the age of the last signals, and is no fault. */
  const whileReachable = async (act: () => Promise<void>) => {
    try {
      await provider.open();
      await act();
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) && !isUnavailable(error)) throw error;
    }
  };
  const settle = async () => {
    // Each by itself: a fault of one must not hold up the others.
    const steps = [
      ...[() => payments.giveUpAbandoned(), () => requests.run(), () => signals.catchUp(), () => booking.run()],
      () => refunds.run(),
    ];
    for (const step of steps) await whileReachable(step).catch((error) => void fault(error));
  };
  /** Notes that the provider answers. */
  const listen = () =>
    whileReachable(async () => {
      const { provider: asked, account } = await provider.open();
      await asked.balance();
      await store.setCursor(account, 'heard', new Date(clock.now()));
    });
  const since = (at: Date | undefined) => (at === undefined ? 0 : Math.max(0, clock.now() - at.getTime()));
  const ofAccount = async (look: (account: string) => Promise<Date | undefined>) =>
    provider.name === undefined ? 0 : since(await look(provider.name));
  const stops: (() => void)[] = [];
  const isRehearsed = provider.mode === 'rehearsal';
  return {
    ...{ payments, refunds, refundRows, isDisputed: refundRows.isDisputed, hasOpenDispute: refundRows.hasOpenDispute },
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
      stops.push(every(clock, durations.reconcile, () => whileReachable(() => reconciling.run()), fault));
    },
    stop() {
      for (const stop of stops) stop();
    },
    personalData: [payments],
    retention: { providerEvents: (before) => store.forgetEvents(before) },
  };
}

const isUnavailable = (error: unknown): boolean => (error as { code?: string }).code === 'unavailable';
