import type Stripe from 'stripe';
import { Billing } from './billing.ts';
import { type Context, emit, schedule, unschedule } from './context.ts';
import { missing, StripeFailure } from './failure.ts';
import { balanceOf, closeDispute, dispute, endPayout, failRefund, payOut } from './money.ts';
import { newMethod } from './objects.ts';
import { behaviourId, type State, type Task } from './state.ts';
import { type TestMethod, type TestMethodName, testMethods } from './test-methods.ts';

/**
 * What happens at Stripe, at a customer's bank and at the customer's page: everything that our own server does not ask for. It is a
 * model: which parts of it hold of Stripe itself is shown by the contract suite, run against Stripe.
 */
export class Engine {
  readonly #it: Context;
  readonly billing: Billing;
  #now: number;

  /** `now` is epoch s, `id` makes a new id with a prefix. */
  constructor(state: State, now: number, id: Context['id']) {
    this.#now = now;
    this.#it = { state, now: () => this.#now, id };
    this.billing = new Billing(this.#it);
  }

  get context(): Context {
    return this.#it;
  }

  /** Lets happen what has become due, in its order, each at its time. */
  catchUp(): void {
    const { state } = this.#it;
    const until = this.#now;
    for (;;) {
      const due = state.all('task').filter(({ at }) => at <= until);
      const next = due.toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      state.delete('task', next.id);
      this.#now = next.at;
      this.#run(next);
    }
    this.#now = until;
  }

  /** A payment method as Stripe's own form makes it of what the holder types in. */
  method(method: TestMethodName | TestMethod, billing: Partial<Stripe.PaymentMethod.BillingDetails> = {}): Stripe.PaymentMethod {
    const { state } = this.#it;
    const test = typeof method === 'string' ? testMethods[method] : method;
    const made = newMethod(this.#it, test);
    state.put('behaviour', { ...test, id: behaviourId(made.id), object: 'behaviour' });
    return state.put('payment_method', { ...made, billing_details: { ...made.billing_details, ...billing } });
  }

  /** The holder confirms an intent with a method, by the client secret that their page has. Its status afterwards. */
  confirm(clientSecret: string, method: Stripe.PaymentMethod): Stripe.PaymentIntent | Stripe.SetupIntent {
    const intent = this.#bySecret(clientSecret);
    if (intent.object === 'setup_intent') return this.#setUp(intent, method);
    if (!['requires_payment_method', 'requires_action'].includes(intent.status))
      throw new StripeFailure(400, { type: 'invalid_request_error', message: `This intent is ${intent.status}.` });
    return this.billing.paying.attempt(intent, method, 'present');
  }

  /** The holder confirms a payment with their bank, or does not. */
  authenticate(clientSecret: string, isConfirmed: boolean): Stripe.PaymentIntent | Stripe.SetupIntent {
    const intent = this.#bySecret(clientSecret);
    return intent.object === 'setup_intent' ? intent : this.billing.paying.authenticate(intent, isConfirmed);
  }

  /** How a method behaves from now on. */
  behave(method: string, behaviour: Partial<TestMethod>): void {
    this.#it.state.set('behaviour', behaviourId(method), behaviour);
  }

  dispute(charge: string): void {
    dispute(this.#it, this.#it.state.get('charge', charge));
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    closeDispute(this.#it, id, status);
  }

  failRefund(id: string): void {
    failRefund(this.#it, id);
  }

  payOut(): Stripe.Payout | undefined {
    return payOut(this.#it);
  }

  /** The payout fails instead of arriving. */
  failPayout(id: string): void {
    unschedule(this.#it, 'payout', id);
    endPayout(this.#it, id, 'failed');
  }

  bounceLater(charge: string, after: number): void {
    schedule(this.#it, 'bounce', charge, after);
  }

  /** What is on the balance, cents. */
  get balance(): number {
    return balanceOf(this.#it);
  }

  #bySecret(clientSecret: string): Stripe.PaymentIntent | Stripe.SetupIntent {
    const { state } = this.#it;
    const all = [...state.all('payment_intent'), ...state.all('setup_intent')];
    const found = all.find(({ client_secret }) => client_secret === clientSecret);
    if (!found) throw missing('intent', 'of this secret');
    return found;
  }

  #setUp(intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent {
    const { state } = this.#it;
    if (intent.status !== 'requires_payment_method')
      throw new StripeFailure(400, { type: 'invalid_request_error', message: `This intent is ${intent.status}.` });
    if (state.get('behaviour', behaviourId(method.id)).present === 'declines') {
      const message = 'Your card was declined.';
      const last_setup_error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message } as const;
      const failed = state.set('setup_intent', intent, {
        last_setup_error: last_setup_error as Stripe.SetupIntent.LastSetupError,
      });
      emit(this.#it, 'setup_intent.setup_failed', failed);
      return failed;
    }
    state.set('payment_method', method, { customer: intent.customer as string });
    const done = state.set('setup_intent', intent, { status: 'succeeded', payment_method: method.id });
    emit(this.#it, 'setup_intent.succeeded', done);
    return done;
  }

  #run({ kind, ref }: Task): void {
    const { billing } = this;
    const acts: Readonly<Record<Task['kind'], () => void>> = {
      renew: () => billing.renew(ref),
      finalize: () => billing.finalizeDue(ref),
      retry: () => billing.retry(ref),
      expire: () => billing.expire(ref),
      settle: () => billing.paying.settle(ref),
      bounce: () => billing.paying.bounce(ref),
      dispute: () => this.dispute(ref),
      payout: () => endPayout(this.#it, ref, 'paid'),
      refund: () => failRefund(this.#it, ref),
    };
    acts[kind]();
  }
}
