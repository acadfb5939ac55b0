import type Stripe from 'stripe';
import type { Behaviour } from './test-methods.ts';

/** Something that happens to an object at an instant, without a request. Times are epoch seconds, as everywhere in Stripe. */
export interface Task {
  readonly id: string;
  readonly object: 'task';
  readonly at: number;
  readonly kind: 'renew' | 'finalize' | 'retry' | 'expire' | 'settle' | 'bounce' | 'dispute' | 'payout' | 'refund';
  /** The object that it happens to. */
  readonly ref: string;
}

/** How a payment method behaves; no request shows it. */
export interface MethodBehaviour extends Behaviour {
  readonly id: string;
  readonly object: 'behaviour';
}

/** The answer to a request that was made under an idempotency key. */
export interface Remembered {
  readonly id: string;
  readonly object: 'remembered';
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** Every kind of object that the stand-in stores, by the name in its field `object`. References are stored as ids. */
export interface Kinds {
  customer: Stripe.Customer;
  product: Stripe.Product;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  balance_transaction: Stripe.BalanceTransaction;
  dispute: Stripe.Dispute;
  payout: Stripe.Payout;
  event: Stripe.Event;
  task: Task;
  behaviour: MethodBehaviour;
  remembered: Remembered;
}
export type Kind = keyof Kinds;
export type Stored = Kinds[Kind];

/** The id of how a payment method behaves. */
export const behaviourId = (method: string): string => `behaviour_${method}`;

/** The id of what a field refers to. */
export const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

/** All objects, in the order in which they were made. */
export class State {
  readonly #kinds = new Map<Kind, Map<string, Stored>>();
  readonly #changed = new Map<string, Stored | undefined>();

  constructor(objects: Iterable<Stored> = []) {
    for (const each of objects) this.#of(each.object).set(each.id, each);
  }

  #of(kind: Kind): Map<string, Stored> {
    const found = this.#kinds.get(kind) ?? new Map<string, Stored>();
    this.#kinds.set(kind, found);
    return found;
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.#of(kind).get(id) as Kinds[K] | undefined;
  }

  get<K extends Kind>(kind: K, reference: string | { id: string } | null): Kinds[K] {
    const found = reference === null ? undefined : this.find(kind, idOf(reference));
    if (!found) throw new Error(`no such ${kind}`);
    return found;
  }

  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#of(kind).values()] as Kinds[K][];
  }

  put<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K] {
    this.#of(kind).set(object.id, object);
    this.#changed.set(object.id, object);
    return object;
  }

  /** Replaces fields of an object. */
  set<K extends Kind>(kind: K, reference: string | { id: string } | null, fields: Partial<Kinds[K]>): Kinds[K] {
    return this.put(kind, { ...this.get(kind, reference), ...fields });
  }

  delete(kind: Kind, id: string): void {
    if (this.#of(kind).delete(id)) this.#changed.set(id, undefined);
  }

  /** Takes over what somebody else has changed. */
  restore(id: string, object: Stored | undefined): void {
    for (const kind of this.#kinds.values()) kind.delete(id);
    if (object) this.#of(object.object).set(id, object);
  }

  /** What has changed since the last call, by id; undefined for what was deleted. */
  takeChanges(): ReadonlyMap<string, Stored | undefined> {
    const changes = new Map(this.#changed);
    this.#changed.clear();
    return changes;
  }
}
