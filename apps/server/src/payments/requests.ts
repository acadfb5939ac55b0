import type { Clock } from '../platform/clock.ts';
import type { ProviderAccount } from './account.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';
import type { Reading } from './reading.ts';
import type { PaymentStore, RequestRow } from './store.ts';
import type { RequestKind } from './tables.ts';

interface RequestsOptions {
  readonly store: PaymentStore;
  readonly provider: ProviderAccount;
  readonly reading: Pick<Reading, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly fault: (error: unknown) => void;
}

/** After how many payers for whom it does not answer the provider counts as away. */
export const mostUnavailable = 3;

const acts: Readonly<Record<RequestKind, (provider: PaymentProvider, ref: string, key: string) => Promise<void>>> = {
  cancel: (provider, ref, key) => provider.cancelAtPeriodEnd(ref, key),
  end: (provider, ref, key) => provider.end(ref, key),
  pause: (provider, ref, key) => provider.pause(ref, key),
  unpause: (provider, ref, key) => provider.unpause(ref, key),
  'cancel intent': (provider, ref, key) => provider.cancelIntent(ref, key),
  'forget customer': (provider, ref, key) => provider.forgetCustomer(ref, key),
};

/** Does at the provider what was accepted, and repeats it until it is done. Source: requirements/membership 4.6. */
export class ProviderRequests {
  readonly #options: RequestsOptions;
  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Does what is open, each payer's in its order. What the provider refuses is left open and reported, each time. */
  async run(): Promise<void> {
    const { store, fault } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    const stuck = new Set<string>();
    let unavailable = 0;
    for (const request of await store.openRequests(account)) {
      if (stuck.has(request.payerId)) continue;
      try {
        await this.#do(provider, request);
      } catch (error) {
        // The next of this payer must not be done before it.
        stuck.add(request.payerId);
        // A fault of the provider's own may be remembered for one request, and must not hold up everybody's.
        if (!(error instanceof ProviderUnavailable)) fault(error);
        else if (++unavailable === mostUnavailable) return;
      }
    }
  }

  async #do(provider: PaymentProvider, { id, kind, objectRef, payerId }: RequestRow): Promise<void> {
    const { store, reading, clock } = this.#options;
    if ((await store.requestState(id)) !== 'open') return;
    await acts[kind](provider, objectRef, `request:${id}`);
    // 'done' means that another process has completed the same request, which must not be undone.
    if (kind === 'cancel' && (await store.requestState(id)) === 'taken back')
      await provider.resume(objectRef, `request:${id}:undone`);
    await store.transaction((tx) => store.closeRequest(tx, id, new Date(clock.now())));
    await reading.read(payerId);
  }
}
