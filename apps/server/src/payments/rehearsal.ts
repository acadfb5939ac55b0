import { AppError } from '@unspoken/contract/errors';
import type { rehearsedMethods } from '@unspoken/contract/payments';
import type { Engine } from '@unspoken/stripe-stand-in/engine';
import { StripeFailure } from '@unspoken/stripe-stand-in/failure';
import type { StandIn } from '@unspoken/stripe-stand-in/stand-in';
import type { Payments } from './service.ts';

interface Attempt {
  readonly clientSecret: string;
  /** With which test card or account; undefined to answer for the bank. */
  readonly method: (typeof rehearsedMethods)[number] | undefined;
  readonly isConfirmed: boolean;
}

/** Payments by test cards, in which no money moves. Source: requirements/membership 3.8. */
export class Rehearsal {
  readonly #options: { readonly standIn: () => Promise<StandIn>; readonly payments: Pick<Payments, 'payerOf'> };
  constructor(options: { readonly standIn: () => Promise<StandIn>; readonly payments: Pick<Payments, 'payerOf'> }) {
    this.#options = options;
  }

  /** Confirms a payment of the account's own. Its status at the provider, and what that says of a declined attempt. */
  async attempt(accountId: string, { clientSecret, method, isConfirmed }: Attempt): Promise<{ status: string; error?: string }> {
    const customer = (await this.#options.payments.payerOf(accountId))?.customerRef;
    const act = (engine: Engine) => {
      const intents = [...engine.context.state.all('payment_intent'), ...engine.context.state.all('setup_intent')];
      const own = intents.find((each) => each.client_secret === clientSecret && each.customer === customer);
      if (!own || !customer) throw new AppError('payment_not_found');
      if (!method) return engine.authenticate(clientSecret, isConfirmed);
      return engine.confirm(clientSecret, engine.method(method));
    };
    try {
      const intent = await (await this.#options.standIn()).act(act);
      const failure = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error;
      return { status: intent.status, ...(failure?.message && { error: failure.message }) };
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      return { status: 'requires_payment_method', error: error.message };
    }
  }
}
