import type { Accounts } from '../accounts/service.ts';
import type { Books } from '../books/service.ts';
import type { PaymentsModule } from '../payments/module.ts';
import type { Database } from '../platform/database/database.ts';
import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Applying } from './applying.ts';
import type { Suspension } from './chart.ts';
import { declarationRoutes } from './declaration-routes.ts';
import { declarationStore } from './declaration-store.ts';
import { Declarations, type DeclarationsOptions } from './declarations.ts';
import { Due, type SuspendedAmong } from './due.ts';
import { Dunning } from './dunning.ts';
import { MembershipMails } from './mails.ts';
import { Managing } from './managing.ts';
import { membershipRows } from './membership-store.ts';
import { paidMemberships } from './personal-records.ts';
import { type PlaceStore, placeStore } from './place-store.ts';
import { openPlace, Places } from './places.ts';
import { membershipRoutes } from './routes.ts';
import { Membership } from './service.ts';
import { membershipStore } from './store.ts';
import { Subscriptions } from './subscriptions.ts';

export interface MembershipModule extends Module {
  readonly membership: Membership;
  readonly placeCounts: PlaceStore['counts'];
}

interface MembershipNeeds extends Pick<PaymentsModule, 'payments' | 'refunds' | 'isDisputed' | 'hasOpenDispute'> {
  readonly books: Pick<Books, 'receipts' | 'givePlace'>;
  readonly ledger: { readonly append: DeclarationsOptions['record'] };
  readonly hasCompletedMinute: (accountId: string) => Promise<boolean>;
  readonly accounts: Pick<Accounts, 'known' | 'byId' | 'byEmail' | 'lock' | 'write'>;
  /** How accounts stand. Moderation knows it, which this domain does not depend on. */
  readonly conduct: {
    readonly suspendedAmong: (accountIds: readonly string[], tx: Database) => Promise<ReadonlySet<string>>;
    readonly reversedSuspensions: (accountId: string) => Promise<readonly Suspension[]>;
    readonly standing: (accountId: string) => Promise<{ readonly conduct: string }>;
    readonly subscribe: (listener: (accountId: string) => Promise<void>) => unknown;
  };
}

/** Gives memberships without a payment, for the command line beside the server; `record` acts in the same transaction. */
export function giftsBeside({ db, clock, random }: Platform) {
  const store = placeStore(db);
  return (accountId: string, days: number, record: (tx: Database) => Promise<void>): Promise<void> =>
    store.transaction(async (tx) => {
      await openPlace({ store, clock, random }, tx, { accountId, kind: 'gift', days });
      await record(tx);
    });
}

/** Paid membership. */
export function membershipModule(platform: Platform, needs: MembershipNeeds): MembershipModule {
  const { db, clock, random, limits, config, fault, mailTemplates, mayMail, jobs, keys } = platform;
  const { payments, refunds, isDisputed, hasOpenDispute, books, accounts, conduct, ledger, hasCompletedMinute } = needs;
  const suspendedAmong: SuspendedAmong = async (accountIds, from = db) =>
    accountIds.length === 0 ? new Set() : conduct.suspendedAmong(accountIds, from);
  const rows = membershipRows(db);
  const isSuspended = async (accountId: string, from?: Database) => (await suspendedAmong([accountId], from)).has(accountId);
  const openPlaces = placeStore(db);
  const membership = new Membership({
    ...{ store: membershipStore(db), places: openPlaces, clock, providerAccount: () => payments.account },
    async paid(accountId, from) {
      const { account } = payments;
      return account === undefined ? undefined : rows.live(accountId, account, from);
    },
    isSuspended,
  });
  const decideRefund = refunds.decide.bind(refunds);
  const { publicUrl } = config;
  const mails = new MembershipMails({ accounts, mailTemplates, payments, clock, publicUrl });
  const dunning = new Dunning({ rows, mails });
  const common = { rows, payments, mails, dunning, clock, random, hasOpenDispute, changed: membership.changed };
  const applying = new Applying({ ...common, isDisputed });
  const managing = new Managing({ ...common, applying });
  const subscriptions = new Subscriptions(common);
  const places = new Places({
    ...{ store: openPlaces, rows, books, payments, accounts, hasCompletedMinute, suspendedAmong, clock, random, publicUrl },
    ...{ changed: membership.changed, trialDays: config.membershipTrialDays },
  });
  const declared = declarationStore(db);
  const declarations = new Declarations({
    ...{ store: declared, rows, managing, payments, accounts, mailTemplates, mayMail, jobs, keys, random, clock, publicUrl },
    ...{ isSuspended, record: ledger.append },
  });
  const isBanned = async (accountId: string) => (await conduct.standing(accountId)).conduct === 'banned';
  const reversedSuspensions = (accountId: string) => conduct.reversedSuspensions(accountId);
  const due = new Due({ ...common, applying, reversedSuspensions, suspendedAmong, isBanned, decideRefund, fault });
  payments.reading.subscribe(async (tx, payer, reads) => {
    await applying.apply(tx, payer, reads);
    const accountId = await payments.accountOf(payer.id, tx);
    return accountId === undefined ? undefined : () => membership.changed(accountId);
  });
  conduct.subscribe(() => due.run().catch((error) => void fault(error)));
  const run = async () => {
    // Each by itself: a fault of one must not hold up the others.
    for (const step of [() => due.run(), () => places.run(), () => declarations.escalate()])
      await step().catch((error: unknown) => void fault(error));
  };
  let stop = () => {};
  return {
    ...{ membership, placeCounts: openPlaces.counts },
    prepare: () => declarations.prepare(),
    routes(router) {
      membershipRoutes(router, {
        ...{ membership, places, managing, subscriptions, rows, payments, books, limits, clock, suspendedAmong },
        languageOf: async (accountId) => (await accounts.known(accountId)).language,
      });
      declarationRoutes(router, { declarations, store: declared, limits });
    },
    work() {
      stop = every(clock, config.durations.membershipDue, run, fault);
    },
    stop: () => stop(),
    personalData: [membership, paidMemberships({ rows, applying, payments, books, declarations: declared })],
    retention: {
      dunningMails: (before) => rows.forgetDunning(before),
      declarations: (before) => declared.forget(before),
    },
  };
}
