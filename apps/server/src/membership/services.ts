import type { Accounts } from '../accounts/service.ts';
import type { Books } from '../books/service.ts';
import type { PaymentsModule } from '../payments/module.ts';
import type { Payments } from '../payments/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import { Applying } from './applying.ts';
import type { Suspension } from './chart.ts';
import { Due, type SuspendedAmong } from './due.ts';
import { Dunning } from './dunning.ts';
import { MembershipMails, type MembershipMailsOptions } from './mails.ts';
import { Managing } from './managing.ts';
import type { MembershipRows } from './membership-store.ts';
import type { PlaceStore } from './place-store.ts';
import { Places, type PlacesOptions } from './places.ts';
import { Membership } from './service.ts';
import type { MembershipStore } from './store.ts';
import { Subscriptions } from './subscriptions.ts';

/** How accounts stand. Moderation knows it, which this domain does not depend on. */
export interface Conduct {
  readonly suspendedAmong: SuspendedAmong;
  readonly reversedSuspensions: (accountId: string) => Promise<readonly Suspension[]>;
  readonly standing: (accountId: string) => Promise<{ readonly conduct: string }>;
}

export interface MembershipServicesNeeds
  extends Pick<MembershipMailsOptions, 'mailTemplates' | 'publicUrl'>,
    Pick<PlacesOptions, 'trialDays' | 'trialHash'> {
  readonly rows: MembershipRows;
  readonly store: MembershipStore;
  readonly openPlaces: PlaceStore;
  readonly payments: Payments;
  readonly refunds: Pick<PaymentsModule['refunds'], 'decide'>;
  readonly disputes: Pick<PaymentsModule['refundRows'], 'isDisputed' | 'hasOpenDispute'>;
  readonly books: Pick<Books, 'givePlace'>;
  readonly accounts: Pick<Accounts, 'known' | 'byId' | 'lock' | 'write'>;
  readonly conduct: Conduct;
  readonly hasCompletedMinute: (accountId: string) => Promise<boolean>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  readonly fault: (error: unknown) => void;
}

/** The parts of this domain, wired: the same over PostgreSQL, and over memory in the simulation. */
export function membershipServices(needs: MembershipServicesNeeds) {
  const { rows, store, openPlaces, payments, refunds, disputes, books, accounts, conduct, hasCompletedMinute } = needs;
  const { mailTemplates, publicUrl, trialDays, trialHash, clock, random, fault } = needs;
  const { suspendedAmong } = conduct;
  const isSuspended = async (accountId: string, from?: Database) => (await suspendedAmong([accountId], from)).has(accountId);
  const membership = new Membership({
    ...{ store, places: openPlaces, clock, providerAccount: () => payments.account, isSuspended, trialHash },
    async paid(accountId, from) {
      const { account } = payments;
      return account === undefined ? undefined : rows.live(accountId, account, from);
    },
  });
  const mails = new MembershipMails({ accounts, mailTemplates, payments, clock, publicUrl });
  const dunning = new Dunning({ rows, mails });
  const common = { rows, payments, mails, dunning, clock, random, changed: membership.changed };
  const applying = new Applying({ ...common, isDisputed: disputes.isDisputed });
  const due = new Due({
    ...{ ...common, applying, suspendedAmong, fault },
    reversedSuspensions: (accountId) => conduct.reversedSuspensions(accountId),
    isBanned: async (accountId) => (await conduct.standing(accountId)).conduct === 'banned',
    decideRefund: refunds.decide.bind(refunds),
  });
  payments.reading.subscribe(async (tx, payer, reads) => {
    await applying.apply(tx, payer, reads);
    const accountId = await payments.accountOf(payer.id, tx);
    return accountId === undefined ? undefined : () => membership.changed(accountId);
  });
  payments.subscribeToDeclines((tx, payerId) => applying.endUnpaid(tx, payerId));
  return {
    ...{ membership, applying, due, isSuspended },
    managing: new Managing({ ...common, applying }),
    subscriptions: new Subscriptions({ ...common, hasOpenDispute: disputes.hasOpenDispute }),
    places: new Places({
      ...{ ...common, store: openPlaces, books, accounts, hasCompletedMinute, suspendedAmong, publicUrl, trialDays, trialHash },
    }),
  };
}
