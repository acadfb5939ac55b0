import * as contract from '@unspoken/contract/membership';
import { createPayment } from '@unspoken/contract/payments';
import type { BillingDetails } from '../payments/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { membershipLimits } from './limits.ts';
import type { Managing } from './managing.ts';
import { type OwnViewOptions, ownSubscriptionOf, receiptsOf } from './own-view.ts';
import type { Places } from './places.ts';
import type { Subscriptions } from './subscriptions.ts';

interface MembershipRoutesOptions extends Omit<OwnViewOptions, 'places'> {
  readonly places: Places;
  readonly managing: Managing;
  readonly subscriptions: Subscriptions;
  readonly limits: Limits;
  readonly languageOf: (accountId: string) => Promise<string>;
}

const success = { success: true } as const;

export function membershipRoutes(router: Router, options: MembershipRoutesOptions): void {
  const { managing, places, subscriptions, payments, limits, languageOf } = options;
  router.on(createPayment, async ({ caller: { accountId }, address, body }) => {
    await limits.use(membershipLimits.paymentsPerAccount, accountId);
    await limits.use(membershipLimits.paymentsPerNetwork, address);
    const { attemptID: attempt, amount: cents, paymentType, purpose = 'donation' } = body;
    const billing: BillingDetails = {
      ...{ email: body.email, firstName: body.first_name, lastName: body.last_name, postalCode: body.postal_code },
      ...{ country: body.country, language: await languageOf(accountId) },
    };
    const { clientSecret, intentRef, payment, publishableKey } =
      paymentType === 'subscription'
        ? await subscriptions.begin(accountId, { attempt, cents }, billing)
        : await payments.start(await payments.begin(accountId, { kind: 'donation', attempt, cents, purpose }, billing));
    return { client_secret: clientSecret, paymentId: intentRef, paymentRecordId: payment.id, publishableKey };
  });
  router.on(contract.ownSubscription, async ({ caller: { accountId } }) => {
    await limits.use(membershipLimits.membershipReadsPerAccount, accountId);
    return ownSubscriptionOf(accountId, options);
  });
  router.on(contract.ownReceipts, async ({ caller }) => ({ receipts: await receiptsOf(caller.accountId, options) }));

  const use = (accountId: string) => limits.use(membershipLimits.membershipChangesPerAccount, accountId);
  router.on(contract.askForPlace, async ({ caller: { accountId }, body }) => {
    await use(accountId);
    await (body.kind === 'trial' ? places.tryOut(accountId) : places.ask(accountId));
    return success;
  });
  router.on(contract.cancelSubscription, async ({ caller: { accountId } }) => {
    await use(accountId);
    await managing.cancel(accountId);
    return success;
  });
  router.on(contract.resumeSubscription, async ({ caller: { accountId } }) => {
    await use(accountId);
    await managing.resume(accountId);
    return success;
  });
  router.on(contract.updatePrice, async ({ caller: { accountId }, body }) => {
    await use(accountId);
    await managing.updatePrice(accountId, body.amount);
    return success;
  });
  router.on(contract.addPaymentMethod, async ({ caller: { accountId }, body }) => {
    await use(accountId);
    return { paymentRecordId: await managing.addMethod(accountId, body.attemptID) };
  });
  router.on(contract.setDefaultPaymentMethod, async ({ caller: { accountId }, body }) => {
    await use(accountId);
    await managing.setDefaultMethod(accountId, body.paymentMethodID);
    return success;
  });
  router.on(contract.deletePaymentMethod, async ({ caller: { accountId }, body }) => {
    await use(accountId);
    await managing.deleteMethod(accountId, body.paymentMethodID);
    return success;
  });
  router.on(contract.recoverSubscription, async ({ caller: { accountId } }) => {
    await use(accountId);
    return { paymentRecordId: await managing.recover(accountId) };
  });
  router.on(contract.withdrawSubscription, async ({ caller: { accountId } }) => {
    await use(accountId);
    await managing.withdraw(accountId);
    return success;
  });
}
