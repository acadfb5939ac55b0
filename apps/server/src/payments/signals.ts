import type { Clock } from '../platform/clock.ts';
import type { About, Jobs } from '../platform/jobs.ts';
import type { ProviderAccount } from './account.ts';
import type { Booking } from './booking.ts';
import { ProviderRefusal, ProviderUnavailable, type Signal } from './provider.ts';
import type { Reading } from './reading.ts';
import type { RefundStore } from './refund-store.ts';
import type { Refunds } from './refunds.ts';
import { type EventRow, isDecline, type PaymentStore } from './store.ts';

interface SignalsOptions {
  readonly store: PaymentStore;
  readonly refunds: Pick<Refunds, 'readAgain'>;
  readonly disputes: Pick<RefundStore, 'setDispute'>;
  readonly provider: ProviderAccount;
  readonly reading: Pick<Reading, 'read'>;
  /** Called after attempts of a payer were declined. */
  readonly onDeclined: (payerId: string) => Promise<void>;
  readonly booking: Pick<Booking, 'run'>;
  readonly jobs: Pick<Jobs, 'post' | 'define'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly fault: (error: unknown) => void;
}

const minute = 60_000;
const overlap = 10 * minute;
const job = 'provider-event';

interface EventJob extends About {
  /** Of the signal. */
  readonly id: string;
}

/**
 * What happens at the provider: by webhook, and by asking every minute for what may have been missed. A signal says where to look, and
 * nothing else. Source: requirements/membership 4.1, 12.3.
 */
export class Signals {
  readonly #options: SignalsOptions;
  constructor(options: SignalsOptions) {
    this.#options = options;
  }

  async prepare(): Promise<void> {
    await this.#options.jobs.define<EventJob>(job, async ({ id }) => {
      const event = await this.#options.store.event(id);
      if (event && !event.appliedAt) await this.#apply([event]);
    });
  }

  /** Stores the signal in a webhook with its job. False if it is not signed by the provider. */
  async receive(payload: Buffer, signature: string): Promise<boolean> {
    const { store, jobs, clock } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    const signal = provider.signalIn(payload, signature, clock.now());
    if (!signal) return false;
    await store.transaction(async (tx) => {
      for (const id of await store.addEvents(tx, [this.#row(account, signal)])) await jobs.post<EventJob>(tx, job, { id });
    });
    return true;
  }

  /** Looks for what was missed, and applies what has not been applied. Throws `ProviderUnavailable`. */
  async catchUp(): Promise<void> {
    const { store } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    const cursor = (await store.cursor(account, 'signals')) ?? new Date(this.#options.clock.now());
    const signals = await provider.signalsSince(new Date(cursor.getTime() - overlap));
    await store.transaction((tx) =>
      store.addEvents(
        tx,
        signals.map((signal) => this.#row(account, signal)),
      ),
    );
    await this.#apply(await store.unapplied(account));
    const latest = Math.max(cursor.getTime(), ...signals.map(({ at }) => at.getTime()));
    await store.setCursor(account, 'signals', new Date(latest));
  }

  #row(providerAccount: string, { id, type, objectRef, customerRef, at }: Signal): EventRow {
    const receivedAt = new Date(this.#options.clock.now());
    return {
      ...{ id, providerAccount, type, objectRef, created: at, receivedAt },
      customerRef: customerRef ?? null,
      appliedAt: null,
    };
  }

  /** Reads once what several signals are about. Unknown types are applied by doing nothing. */
  async #apply(events: readonly EventRow[]): Promise<void> {
    const { store, refunds, reading, booking, onDeclined, clock, fault } = this.#options;
    if (events.length === 0) return;
    const { account } = await this.#options.provider.open();
    const failed = new Set<string>();
    for (const customerRef of new Set(events.flatMap((event) => event.customerRef ?? []))) {
      const payer = await store.payerByCustomer(account, customerRef);
      try {
        if (payer) await reading.read(payer.id);
        const isDeclined = events.some((event) => event.customerRef === customerRef && isDecline(event));
        if (payer && isDeclined) await onDeclined(payer.id);
      } catch (error) {
        if (error instanceof ProviderUnavailable) throw error;
        // One payer's fault must not hold up the others; theirs are read again.
        failed.add(customerRef);
        fault(error);
      }
    }
    await booking.run();
    const refsOf = (type: RegExp) => new Set(events.filter((event) => type.test(event.type)).map(({ objectRef }) => objectRef));
    for (const ref of refsOf(/^refund\./)) await this.#unlessRefused(() => refunds.readAgain(ref));
    // Booked by now is the payment that is disputed.
    for (const ref of refsOf(/^charge\.dispute\./)) await this.#unlessRefused(() => this.#readDispute(ref));
    const applied = events.filter((event) => event.customerRef === null || !failed.has(event.customerRef));
    await store.applied(
      applied.map(({ id }) => id),
      new Date(clock.now()),
    );
  }

  async #unlessRefused(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      this.#options.fault(error);
    }
  }

  async #readDispute(ref: string): Promise<void> {
    const { store, disputes, reading } = this.#options;
    const { provider } = await this.#options.provider.open();
    const read = await provider.dispute(ref);
    const payment = read.intentRef === undefined ? undefined : await store.paymentOfIntent(read.intentRef);
    if (!payment) return;
    await store.transaction((tx) => disputes.setDispute(tx, payment.id, read));
    await reading.read(payment.payerId);
  }
}
