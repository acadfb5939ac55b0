import type { Accounts } from '../accounts/service.ts';
import type { Books } from '../books/service.ts';
import type { PaymentsModule } from '../payments/module.ts';
import type { Database } from '../platform/database/database.ts';
import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { declarationRoutes } from './declaration-routes.ts';
import { declarationStore } from './declaration-store.ts';
import { Declarations, type DeclarationsOptions } from './declarations.ts';
import type { SuspendedAmong } from './due.ts';
import { membershipRows } from './membership-store.ts';
import { paidMemberships } from './personal-records.ts';
import { type PlaceStore, placeStore } from './place-store.ts';
import { openPlace } from './places.ts';
import { membershipRoutes } from './routes.ts';
import type { Membership } from './service.ts';
import { type Conduct, membershipServices } from './services.ts';
import { membershipStore } from './store.ts';

export interface MembershipModule extends Module {
  readonly membership: Membership;
  readonly placeCounts: PlaceStore['counts'];
}

interface MembershipNeeds extends Pick<PaymentsModule, 'payments' | 'refunds' | 'refundRows'> {
  readonly books: Pick<Books, 'receipts' | 'givePlace'>;
  readonly ledger: { readonly append: DeclarationsOptions['record'] };
  readonly hasCompletedMinute: (accountId: string) => Promise<boolean>;
  readonly accounts: Pick<Accounts, 'known' | 'byId' | 'byEmail' | 'lock' | 'write'>;
  readonly conduct: Omit<Conduct, 'suspendedAmong'> & {
    readonly suspendedAmong: (accountIds: readonly string[], tx: Database) => Promise<ReadonlySet<string>>;
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
  const { payments, refunds, refundRows: disputes, books, accounts, conduct, ledger, hasCompletedMinute } = needs;
  const suspendedAmong: SuspendedAmong = async (accountIds, from = db) =>
    accountIds.length === 0 ? new Set() : conduct.suspendedAmong(accountIds, from);
  const rows = membershipRows(db);
  const openPlaces = placeStore(db);
  const { publicUrl } = config;
  const { membership, applying, managing, subscriptions, places, due, isSuspended } = membershipServices({
    ...{ rows, store: membershipStore(db), openPlaces, payments, refunds, disputes, books, accounts, hasCompletedMinute },
    conduct: {
      suspendedAmong,
      reversedSuspensions: (accountId) => conduct.reversedSuspensions(accountId),
      standing: (accountId) => conduct.standing(accountId),
    },
    ...{ mailTemplates, publicUrl, trialDays: config.membershipTrialDays, clock, random, fault },
    trialHash: (addressKey) => keys.hash('trial', addressKey),
  });
  const declared = declarationStore(db);
  const declarations = new Declarations({
    ...{ store: declared, rows, managing, payments, accounts, mailTemplates, mayMail, jobs, keys, random, clock, publicUrl },
    ...{ isSuspended, record: ledger.append },
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
      formerTrials: (before) => openPlaces.forgetFormerTrials(before),
      declarations: (before) => declared.forget(before),
    },
  };
}
