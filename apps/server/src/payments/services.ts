import type { Accounts } from '../accounts/service.ts';
import type { Books } from '../books/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Random } from '../platform/random.ts';
import type { ProviderAccount } from './account.ts';
import { Booking, type BookingOptions } from './booking.ts';
import { ProviderUnavailable } from './provider.ts';
import { Reconciling } from './reconciling.ts';
import type { RefundStore } from './refund-store.ts';
import { Refunds } from './refunds.ts';
import { ProviderRequests } from './requests.ts';
import { Payments } from './service.ts';
import { Signals } from './signals.ts';
import type { PaymentStore } from './store.ts';

export interface PaymentServicesNeeds extends Pick<BookingOptions, 'receiptIssued' | 'seller'> {
  readonly store: PaymentStore;
  readonly refundRows: RefundStore;
  readonly provider: ProviderAccount;
  readonly books: Books;
  readonly accounts: Pick<Accounts, 'lock'>;
  readonly jobs: Pick<Jobs, 'post' | 'define'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  readonly fault: (error: unknown) => void;
}

/** The parts of this domain, wired: the same over PostgreSQL, and over memory in the simulation. */
export function paymentServices({ refundRows, accounts, books, jobs, receiptIssued, seller, ...rest }: PaymentServicesNeeds) {
  const { provider, store, clock, fault } = rest;
  const common = { ...rest, refunds: refundRows };
  const payments = new Payments({ ...common, accounts });
  const { reading } = payments;
  const booking = new Booking({ ...common, books, receiptIssued, seller });
  const requests = new ProviderRequests({ ...common, reading });
  const refunds = new Refunds(common);
  const onDeclined = async (payerId: string) => {
    await payments.endIfDeclinedOften(payerId);
    // At once: whoever tries out cards does not wait for the next minute.
    await requests.run();
  };
  const signals = new Signals({ ...common, reading, booking, onDeclined, refunds, disputes: refundRows, jobs });
  const reconciling = new Reconciling({ provider, books, booking });
  /** The provider may be away for days: that is seen by the age of the last signals, and is no fault. */
  const whileReachable = async (act: () => Promise<void>): Promise<void> => {
    try {
      await provider.open();
      await act();
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) && !isUnavailable(error)) throw error;
    }
  };
  return {
    ...{ payments, refunds, signals },
    /** What is done every minute: what was accepted, what has happened at the provider, and what goes back. */
    async settle(): Promise<void> {
      // Each by itself: a fault of one must not hold up the others.
      const steps = [
        ...[() => payments.giveUpAbandoned(), () => requests.run(), () => signals.catchUp(), () => booking.run()],
        () => refunds.run(),
      ];
      for (const step of steps) await whileReachable(step).catch((error) => void fault(error));
    },
    /** Notes that the provider answers. */
    listen: () =>
      whileReachable(async () => {
        const { provider: asked, account } = await provider.open();
        await asked.balance();
        await store.setCursor(account, 'heard', new Date(clock.now()));
      }),
    reconcile: () => whileReachable(() => reconciling.run()),
  };
}

const isUnavailable = (error: unknown): boolean => (error as { code?: string }).code === 'unavailable';
