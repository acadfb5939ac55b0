/** The payment provider, in the words of the product. Amounts in whole cents of euro. */

/** Whose bill it is. Postal code and country decide taxes, the language those mails of the provider that cannot be switched off. */
export interface Customer {
  readonly email: string;
  readonly name: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly language: string;
}

/** How far a payment is: nothing paid yet, or declined; the bank asks the holder; a debit is processed; paid; given up. */
export type IntentState = 'unpaid' | 'confirming' | 'settling' | 'paid' | 'cancelled';

export interface IntentRead {
  readonly ref: string;
  readonly state: IntentState;
  readonly cents: number;
  /** What the holder's page confirms the payment with. Not stored. */
  readonly clientSecret: string;
  /** What the provider said when it was last declined, in its words. */
  readonly failure: string | undefined;
}

/** A bill for a period of a subscription. */
export interface InvoiceRead {
  readonly ref: string;
  readonly state: 'open' | 'paid' | 'void';
  readonly createdAt: Date;
  readonly intent: IntentRead | undefined;
}

/** `trialing` is read, and never begun. */
export type SubscriptionStatus = 'incomplete' | 'trialing' | 'active' | 'pastDue' | 'ended';

export interface SubscriptionRead {
  readonly ref: string;
  readonly paymentRecordId: string | undefined;
  readonly status: SubscriptionStatus;
  readonly itemRef: string;
  /** What the next invoice is about. */
  readonly cents: number;
  readonly createdAt: Date;
  readonly periodEndsAt: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly endedAt: Date | undefined;
  /** Its invoices are given up instead of collected. */
  readonly isPaused: boolean;
  readonly invoice: InvoiceRead | undefined;
}

export interface MethodRead {
  readonly ref: string;
  readonly type: 'card' | 'debit' | 'other';
  /** The brand of a card, as `visa`. */
  readonly brand: string | undefined;
  readonly last4: string;
  /** `MM/YYYY` of a card. */
  readonly expires: string | undefined;
}

/** A movement on the provider's balance, and what it belongs to. */
export interface MovementRead {
  readonly ref: string;
  readonly at: Date;
  readonly cents: number;
  readonly feeCents: number;
  readonly kind:
    | 'charge'
    | 'refund'
    | 'refund failed'
    | 'bounced'
    | 'dispute'
    | 'dispute won'
    | 'payout'
    | 'payout failed'
    | 'fee'
    | 'unknown';
  /** The payment that it belongs to. */
  readonly intentRef: string | undefined;
  /** The movement of the refund that has failed. */
  readonly refundRef: string | undefined;
  /** When the payment was collected; a debit settles days later. */
  readonly collectedAt: Date | undefined;
  /** The country of the card or of the account that paid, ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
}

/** That something happened; what is true now is read. */
export interface Signal {
  readonly id: string;
  readonly type: string;
  /** The object that it is about, and whose. */
  readonly objectRef: string;
  readonly customerRef: string | undefined;
  readonly at: Date;
}

export interface DisputeRead {
  readonly ref: string;
  readonly intentRef: string | undefined;
  readonly cents: number;
  /** An inquiry may become a dispute, and takes no money. */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  readonly openedAt: Date;
  /** Until when evidence counts. */
  readonly dueAt: Date | undefined;
}

export interface RefundRead {
  readonly ref: string;
  readonly state: 'pending' | 'done' | 'failed';
}

/** What a page confirms, and where it is filed. */
export interface Started {
  readonly subscriptionRef: string | undefined;
  readonly intentRef: string;
  readonly clientSecret: string;
}

/** The provider cannot be reached, or does not answer as it should; whether it has executed the request is not known. */
export class ProviderUnavailable extends Error {}

/** The provider has refused a request, for good. `code` is its own word. */
export class ProviderRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * What the product asks of a payment provider. Every request that changes something takes a key: repeated under the same key, it is
 * executed once. Throws `ProviderUnavailable` or `ProviderRefusal`. Requests that end something succeed if it has ended already.
 */
export interface PaymentProvider {
  readonly publishableKey: string;
  /** Its id for our account. */
  account(): Promise<string>;

  createCustomer(customer: Customer, key: string): Promise<string>;
  updateCustomer(ref: string, customer: Customer, key: string): Promise<void>;
  /** Removes name, e-mail and address of a customer; language and what was paid stay. */
  forgetCustomer(ref: string, key: string): Promise<void>;

  startSubscription(of: { customerRef: string; cents: number; paymentRecordId: string }, key: string): Promise<Started>;
  startDonation(of: { customerRef: string; cents: number; paymentRecordId: string }, key: string): Promise<Started>;
  /** Begins to add a payment method. */
  startMethod(of: { customerRef: string; paymentRecordId: string }, key: string): Promise<Started>;

  subscriptions(customerRef: string): Promise<readonly SubscriptionRead[]>;
  intent(ref: string): Promise<IntentRead>;
  /** The payments of a customer that belong to no subscription, by the id of their record. */
  intentsOf(customerRef: string): Promise<ReadonlyMap<string, IntentRead>>;
  /** The subscription whose invoice an intent pays; undefined if it pays none. */
  subscriptionOf(intentRef: string): Promise<string | undefined>;

  /** A new price from the next invoice on. */
  changePrice(subscription: Pick<SubscriptionRead, 'ref' | 'itemRef'>, cents: number, key: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionRef: string, key: string): Promise<void>;
  resume(subscriptionRef: string, key: string): Promise<void>;
  pause(subscriptionRef: string, key: string): Promise<void>;
  unpause(subscriptionRef: string, key: string): Promise<void>;
  /** Ends it at once, with its open invoice and what can still be stopped of its payment. */
  end(subscriptionRef: string, key: string): Promise<void>;
  /** Gives up a payment that has not been made. */
  cancelIntent(ref: string, key: string): Promise<void>;

  methods(customerRef: string): Promise<readonly MethodRead[]>;
  /** The method by which a subscription is paid. */
  defaultMethod(subscriptionRef: string): Promise<string | undefined>;
  setDefaultMethod(subscriptionRef: string, methodRef: string, key: string): Promise<void>;
  deleteMethod(methodRef: string, key: string): Promise<void>;

  refund(of: { intentRef: string; cents: number; refundId: string }, key: string): Promise<RefundRead>;
  refundState(ref: string): Promise<RefundRead>;
  /** The refunds of a payment, by the ids that were given to them. */
  refundsOf(intentRef: string): Promise<ReadonlyMap<string, RefundRead>>;
  dispute(ref: string): Promise<DisputeRead>;

  /** What has moved since an instant, the earliest first. */
  movementsSince(at: Date): Promise<readonly MovementRead[]>;
  /** What has happened since an instant, the earliest first. */
  signalsSince(at: Date): Promise<readonly Signal[]>;
  /** What is on the balance. */
  balance(): Promise<number>;

  /**
   * The signal in a webhook; undefined if its signature is not by one of the secrets, or older or newer than 300 s. `receivedAt` in
   * epoch ms.
   */
  signalIn(payload: Buffer, signature: string, receivedAt: number): Signal | undefined;
}
