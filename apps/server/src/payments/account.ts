import { createHash } from 'node:crypto';
import { AppError } from '@unspoken/contract/errors';
import { type PaymentProvider, ProviderRefusal, ProviderUnavailable } from './provider.ts';
import type { PaymentStore } from './store.ts';

/** A provider with the name under which its rows are stored: `sandbox`, or its account with its mode. */
export interface OpenProvider {
  readonly provider: PaymentProvider;
  readonly account: string;
}

/** Which provider is configured. */
export type ProviderChoice =
  | { readonly mode: 'closed' }
  | { readonly mode: 'rehearsal'; readonly provider: Load }
  | { readonly mode: 'open'; readonly provider: Load; readonly secretKey: string; readonly isLive: boolean };

/** Loads the provider when it is first needed: its library takes half a second. */
type Load = () => Promise<PaymentProvider>;

/** The configured provider, and our account there, which is asked once and then remembered. */
export class ProviderAccount {
  readonly #choice: ProviderChoice;
  readonly #store: Pick<PaymentStore, 'identity' | 'setIdentity'>;
  #provider: Promise<PaymentProvider> | undefined;
  #account: string | undefined;
  constructor(choice: ProviderChoice, store: Pick<PaymentStore, 'identity' | 'setIdentity'>) {
    this.#choice = choice;
    this.#store = store;
  }

  get mode(): ProviderChoice['mode'] {
    return this.#choice.mode;
  }

  /** Throws `payments_closed` if there is none, and `unavailable` if it is not known and does not answer. */
  async open(): Promise<OpenProvider> {
    const choice = this.#choice;
    if (choice.mode === 'closed') throw new AppError('payments_closed');
    this.#provider ??= choice.provider();
    const provider = await this.#provider;
    this.#account ??= choice.mode === 'rehearsal' ? 'sandbox' : await this.#identify(choice, provider);
    return { provider, account: this.#account };
  }

  /** The name of the account; undefined while it is not known, or there is none. Asks nobody. */
  get name(): string | undefined {
    return this.#choice.mode === 'rehearsal' ? 'sandbox' : this.#account;
  }

  /** Remembers the account of an earlier start. */
  async remember(): Promise<void> {
    const choice = this.#choice;
    if (choice.mode !== 'open' || this.#account !== undefined) return;
    this.#account = await this.#store.identity(hashOf(choice.secretKey));
  }

  async #identify({ secretKey, isLive }: Extract<ProviderChoice, { mode: 'open' }>, provider: PaymentProvider): Promise<string> {
    const keyHash = hashOf(secretKey);
    const known = await this.#store.identity(keyHash);
    if (known !== undefined) return known;
    const account = `${await answered(() => provider.account())}:${isLive ? 'live' : 'test'}`;
    await this.#store.setIdentity(keyHash, account);
    return account;
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What the provider answers to a person's request; `unavailable` if it does not, or refuses, which the operator should know. */
export async function answered<T>(ask: () => Promise<T>, fault: (error: unknown) => void = () => {}): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal) fault(error);
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefusal) throw new AppError('unavailable');
    throw error;
  }
}
