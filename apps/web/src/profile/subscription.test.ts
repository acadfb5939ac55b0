import type { Subscription } from '@unspoken/contract/accounts';
import { expect, test } from 'vitest';
import { subscriptionState } from './subscription.ts';

const none: Subscription = {
  subscriptionAmount: null,
  initialPaymentSucceeded: false,
  trialUsed: false,
  activeSubscription: false,
  freeExperienceUsed: false,
  pendingInvoice: false,
  subscriptionCancelsAt: null,
  trialEnds: null,
};
const some = { ...none, subscriptionAmount: 500 };
const date = '2027-01-02T03:04:05.000Z';

test.each([
  [none, { state: 'free' }],
  [some, { state: 'initialPending' }],
  [{ ...some, activeSubscription: true }, { state: 'initialPending' }],
  [{ ...none, subscriptionAmount: 0, activeSubscription: true }, { state: 'trial' }],
  [
    { ...none, subscriptionAmount: 0, activeSubscription: true, trialEnds: date },
    { state: 'trialUntil', until: date },
  ],
  [{ ...some, activeSubscription: true, initialPaymentSucceeded: true, pendingInvoice: true }, { state: 'actionRequired' }],
  [
    { ...some, activeSubscription: true, initialPaymentSucceeded: true, subscriptionCancelsAt: date },
    { state: 'cancelled', until: date },
  ],
  [{ ...some, activeSubscription: true, initialPaymentSucceeded: true }, { state: 'active' }],
  [{ ...some, initialPaymentSucceeded: true }, { state: 'free' }],
])('%o is shown as %o', (subscription, state) => expect(subscriptionState(subscription)).toEqual(state));
