import type { Books } from '../books/service.ts';
import type { ProviderAccount } from './account.ts';
import type { Booking } from './booking.ts';

/** The balance at the provider is not what the books say. */
export class BooksDiffer extends Error {}

interface ReconcilingOptions {
  readonly provider: ProviderAccount;
  readonly books: Pick<Books, 'balances'>;
  readonly booking: Pick<Booking, 'run'>;
}

/** Compares the books with the balance at the provider. Source: requirements/membership 12.5. */
export class Reconciling {
  readonly #options: ReconcilingOptions;
  constructor(options: ReconcilingOptions) {
    this.#options = options;
  }

  /** Throws `BooksDiffer`, or `ProviderUnavailable`. While money moves nothing can be compared: then it is for the next time. */
  async run(): Promise<void> {
    const { booking, books } = this.#options;
    const { provider, account } = await this.#options.provider.open();
    const before = await provider.balance();
    await booking.run();
    const booked = (await books.balances(account)).get('provider') ?? 0;
    if ((await provider.balance()) === before && booked !== before)
      throw new BooksDiffer(`${booked} cents are booked, and ${before} are there`);
  }
}
