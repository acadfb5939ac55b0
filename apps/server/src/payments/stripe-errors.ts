import Stripe from 'stripe';
import { ProviderRefusal, ProviderUnavailable } from './provider.ts';

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? (error as { type?: string }).type ?? '';

/** What Stripe throws, in the words of the port. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal || error instanceof ProviderUnavailable) throw error;
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const status = error.statusCode ?? 0;
    // Not the request is refused: the key is (401, 403), another request under its key is being executed (409), or there are too many (429).
    const isRefused = status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);
    throw isRefused ? new ProviderRefusal(codeOf(error), error.message) : new ProviderUnavailable(error.type);
  }
}
