import type { TestMethodName } from '@unspoken/stripe-stand-in/test-methods';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Customer, type PaymentProvider, ProviderRefusal, type SubscriptionRead } from './provider.ts';

/** A provider, and what happens there without us: its customers, their banks, and time. */
export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  /** The holder confirms a payment with a test card or account. */
  readonly pay: (clientSecret: string, method: TestMethodName) => Promise<void>;
  /** The holder confirms with their bank, or does not. */
  readonly authenticate: (clientSecret: string, isConfirmed: boolean) => Promise<void>;
  /** Lets so many days pass for a customer. */
  readonly pass: (days: number) => Promise<void>;
  /** Absent where nobody can dispute a payment at will. */
  readonly dispute?: (intentRef: string) => Promise<void>;
}

const customer: Customer = {
  ...{ email: 'ada@example.org', name: 'Ada Example', postalCode: '10115', country: 'DE', language: 'de' },
};

/** What every provider does, whether it is Stripe or stands in for it. */
export function providerContract(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`[PAY-1] ${name}`, () => {
    let it: ProviderUnderTest;
    let provider: PaymentProvider;
    let keys = 0;
    const key = () => `key-${keys++}-${name}`;
    const record = () => `record-${keys++}`;
    const customerRef = () => provider.createCustomer(customer, key());
    const subscribe = async (of: string, cents = 500, paymentRecordId = record()) =>
      provider.startSubscription({ customerRef: of, cents, paymentRecordId }, key());
    const only = async (of: string): Promise<SubscriptionRead> => {
      const all = await provider.subscriptions(of);
      expect(all).toHaveLength(1);
      return all[0] as SubscriptionRead;
    };
    const paid = async (of: string, method: TestMethodName = 'visa') => {
      const started = await subscribe(of);
      await it.pay(started.clientSecret, method);
      return { ...started, ref: started.subscriptionRef as string };
    };
    beforeAll(async () => {
      it = await open();
      provider = it.provider;
    });

    test('a request that is repeated under its key is executed once', async () => {
      const [of, again, id] = [await customerRef(), key(), record()];
      const start = () => provider.startSubscription({ customerRef: of, cents: 700, paymentRecordId: id }, again);
      expect(await start()).toEqual(await start());
      expect(await only(of)).toMatchObject({ status: 'incomplete', cents: 700, paymentRecordId: id });
    });

    test('a customer whose details are changed or forgotten is charged as before', async () => {
      const of = await customerRef();
      const { ref } = await paid(of);
      await provider.updateCustomer(of, { ...customer, name: 'Another Name' }, key());
      const forget = key();
      for (let twice = 0; twice < 2; twice++) await provider.forgetCustomer(of, forget);
      expect(await only(of)).toMatchObject({ ref, status: 'active' });
      expect(await provider.methods(of)).toHaveLength(1);
    });

    test('a first payment is declined, then made on the same subscription', async () => {
      const of = await customerRef();
      const { clientSecret, intentRef } = await subscribe(of);
      await it.pay(clientSecret, 'declines');
      expect(await provider.intent(intentRef)).toMatchObject({ state: 'unpaid', failure: expect.stringMatching(/declined/) });
      expect(await only(of)).toMatchObject({ status: 'incomplete' });
      await it.pay(clientSecret, 'visa');
      expect(await only(of)).toMatchObject({ status: 'active', invoice: { state: 'paid', intent: { state: 'paid' } } });
      expect(await provider.defaultMethod((await only(of)).ref)).toBe((await provider.methods(of))[0]?.ref);
    });

    test('a bank asks the holder: confirmed it is paid, otherwise not', async () => {
      const of = await customerRef();
      const { clientSecret, intentRef } = await subscribe(of);
      await it.pay(clientSecret, 'authenticatesAlways');
      expect(await provider.intent(intentRef)).toMatchObject({ state: 'confirming' });
      await it.authenticate(clientSecret, false);
      expect(await provider.intent(intentRef)).toMatchObject({ state: 'unpaid', failure: expect.any(String) });
      await it.pay(clientSecret, 'authenticatesAlways');
      await it.authenticate(clientSecret, true);
      expect(await only(of)).toMatchObject({ status: 'active' });
    });

    test('a debit is processed for days, and settles or bounces', async () => {
      const [good, bad] = [await customerRef(), await customerRef()];
      await paid(good, 'debit');
      const bounced = await paid(bad, 'debitBounces');
      for (const each of [good, bad]) {
        const { status, invoice } = await only(each);
        expect(['incomplete', 'active']).toContain(status);
        expect(invoice?.intent?.state).toBe('settling');
      }
      await it.pass(8);
      expect(await only(good)).toMatchObject({ status: 'active', invoice: { state: 'paid' } });
      expect(await provider.intent(bounced.intentRef)).toMatchObject({ state: 'unpaid' });
    });

    test('what is not paid within 23 hours ends', async () => {
      const of = await customerRef();
      await subscribe(of);
      await it.pass(2);
      expect(await only(of)).toMatchObject({ status: 'ended', endedAt: expect.any(Date) });
    });

    test('a month later it is paid again, at the new price', async () => {
      const of = await customerRef();
      const { intentRef } = await paid(of);
      const before = await only(of);
      await provider.changePrice(before, 900, key());
      expect((await only(of)).cents).toBe(900);
      await it.pass(32);
      const after = await only(of);
      expect(after.periodEndsAt.getTime()).toBeGreaterThan(before.periodEndsAt.getTime());
      const renewal = after.invoice?.intent;
      expect(renewal).toMatchObject({ state: 'paid', cents: 900 });
      expect(await provider.subscriptionOf(renewal?.ref as string)).toBe(after.ref);
      expect(await provider.subscriptionOf(intentRef)).toBe(after.ref);
    });

    test('a renewal that fails is past due, and is ended without a debt', async () => {
      const of = await customerRef();
      const { ref } = await paid(of);
      const [method] = await provider.methods(of);
      await provider.deleteMethod(method?.ref as string, key());
      await it.pass(32);
      expect(await only(of)).toMatchObject({ status: 'pastDue', invoice: { state: 'open' } });
      const again = key();
      await provider.end(ref, again);
      await provider.end(ref, again);
      await provider.end(ref, key());
      expect(await only(of)).toMatchObject({ status: 'ended' });
    });

    test('it is cancelled at the end of its period, resumed, and paused', async () => {
      const of = await customerRef();
      const { ref } = await paid(of);
      await provider.cancelAtPeriodEnd(ref, key());
      expect(await only(of)).toMatchObject({ status: 'active', cancelsAtPeriodEnd: true });
      await provider.resume(ref, key());
      await provider.pause(ref, key());
      expect(await only(of)).toMatchObject({ cancelsAtPeriodEnd: false, isPaused: true });
      await it.pass(32);
      expect(await only(of)).toMatchObject({ status: 'active', invoice: { state: 'void' } });
      await provider.unpause(ref, key());
      await provider.cancelAtPeriodEnd(ref, key());
      await it.pass(32);
      expect(await only(of)).toMatchObject({ status: 'ended', isPaused: false });
      for (const late of ['cancelAtPeriodEnd', 'pause', 'unpause'] as const) await provider[late](ref, key());
      await expect(provider.resume(ref, key())).rejects.toThrow(ProviderRefusal);
    });

    test('a donation, its parts given back, and no more than was paid', async () => {
      const of = await customerRef();
      const paymentRecordId = record();
      const { clientSecret, intentRef } = await provider.startDonation({ customerRef: of, cents: 1_200, paymentRecordId }, key());
      const refund = (cents: number, refundId = record()) => provider.refund({ intentRef, cents, refundId }, key());
      await expect(refund(100)).rejects.toThrow(ProviderRefusal);
      await it.pay(clientSecret, 'visaGermany');
      expect(await provider.intentsOf(of)).toEqual(new Map([[paymentRecordId, await provider.intent(intentRef)]]));
      const { ref } = await refund(500);
      expect(await provider.refundState(ref)).toEqual({ ref, state: 'done' });
      await expect(refund(701)).rejects.toThrow(ProviderRefusal);
      await refund(700);
      await expect(refund(1)).rejects.toThrow(ProviderRefusal);
      expect(await provider.subscriptionOf(intentRef)).toBeUndefined();
    });

    test('a method is added without a payment, and becomes the default', async () => {
      const of = await customerRef();
      const { ref } = await paid(of);
      const { clientSecret, intentRef } = await provider.startMethod({ customerRef: of, paymentRecordId: record() }, key());
      await it.pay(clientSecret, 'debit');
      expect((await provider.intent(intentRef)).state).toBe('paid');
      const methods = await provider.methods(of);
      expect(methods.map(({ type, last4, brand }) => ({ type, last4, brand }))).toEqual(
        expect.arrayContaining([
          { type: 'card', last4: '4242', brand: 'visa' },
          { type: 'debit', last4: '3000', brand: undefined },
        ]),
      );
      const debit = methods.find(({ type }) => type === 'debit')?.ref as string;
      await provider.setDefaultMethod(ref, debit, key());
      expect(await provider.defaultMethod(ref)).toBe(debit);
    });

    test('every movement is listed once, with what it belongs to, and the balance is their sum', async () => {
      const since = (await provider.movementsSince(new Date(0))).length;
      const of = await customerRef();
      const { clientSecret, intentRef } = await provider.startDonation(
        { customerRef: of, cents: 2_000, paymentRecordId: record() },
        key(),
      );
      await it.pay(clientSecret, 'visaFrance');
      await provider.refund({ intentRef, cents: 300, refundId: record() }, key());
      await it.dispute?.(intentRef);
      const all = await provider.movementsSince(new Date(0));
      expect(all.slice(since)).toMatchObject([
        { kind: 'charge', cents: 2_000, intentRef, country: 'FR' },
        { kind: 'refund', cents: -300, intentRef },
        ...(it.dispute ? [{ kind: 'dispute', cents: -1_700, intentRef }] : []),
      ]);
      expect(new Set(all.map(({ ref }) => ref)).size).toBe(all.length);
      expect(await provider.balance()).toBe(all.reduce((sum, { cents, feeCents }) => sum + cents - feeCents, 0));
      const signals = await provider.signalsSince(new Date(0));
      expect(signals.map(({ type }) => type)).toEqual(expect.arrayContaining(['customer.subscription.created', 'invoice.paid']));
      if (!it.dispute) return;
      const opened = signals.find(({ type, objectRef }) => type === 'charge.dispute.created' && objectRef !== '');
      expect(await provider.dispute(opened?.objectRef as string)).toMatchObject({ intentRef, cents: 1_700, state: 'open' });
    });

    test('what does not exist is refused', async () => {
      await expect(provider.intent('pi_nothing')).rejects.toThrow(ProviderRefusal);
      await expect(subscribe('cus_nothing')).rejects.toThrow(ProviderRefusal);
      await expect(provider.refundState('re_nothing')).rejects.toThrow(ProviderRefusal);
    });
  });
}
