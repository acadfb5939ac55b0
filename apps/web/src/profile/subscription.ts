import type { Subscription } from '@unspoken/contract/accounts';

export type SubscriptionStateName =
  | 'free'
  | 'initialPending'
  | 'trial'
  | 'trialUntil'
  | 'actionRequired'
  | 'cancelled'
  | 'active';

/** The membership's name on the profile, and its last day if it has one. Source: requirements/membership 6. */
export function subscriptionState(subscription: Subscription): { state: SubscriptionStateName; until?: string } {
  const { subscriptionAmount, initialPaymentSucceeded, activeSubscription, pendingInvoice } = subscription;
  if (subscriptionAmount === null) return { state: 'free' };
  if (pendingInvoice) return { state: 'actionRequired' };
  if (subscription.subscriptionCancelsAt !== null) return { state: 'cancelled', until: subscription.subscriptionCancelsAt };
  // Without a payment of its own. A first debit that is processed gives the same rights, and is no trial.
  if (activeSubscription && subscriptionAmount === 0)
    return subscription.trialEnds === null ? { state: 'trial' } : { state: 'trialUntil', until: subscription.trialEnds };
  if (!initialPaymentSucceeded) return { state: 'initialPending' };
  return { state: activeSubscription ? 'active' : 'free' };
}
