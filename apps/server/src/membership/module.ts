import type { Accounts } from '../accounts/service.ts';
import type { Books } from '../books/service.ts';
import type { PaymentsModule } from '../payments/module.ts';
import type { Database } from '../platform/database/database.ts';
import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Applying } from './applying.ts';
import { declarationRoutes } from './declaration-routes.ts';
import { declarationStore } from './declaration-store.ts';
import { Declarations } from './declarations.ts';
import { Due, type SuspendedAmong } from './due.ts';
import { Dunning } from './dunning.ts';
import { MembershipMails } from './mails.ts';
import { Managing } from './managing.ts';
import { membershipRows } from './membership-store.ts';
import { paidMemberships } from './personal-records.ts';
import { membershipRoutes } from './routes.ts';
import { Membership } from './service.ts';
import { membershipStore } from './store.ts';
import { Subscriptions } from './subscriptions.ts';

export interface MembershipModule extends Module {
  readonly membership: Membership;
}

interface MembershipNeeds extends Pick<PaymentsModule, 'payments' | 'refunds' | 'isDisputed' | 'hasOpenDispute'> {
  readonly books: Pick<Books, 'receipts'>;
  readonly accounts: Pick<Accounts, 'known' | 'byId' | 'byEmail' | 'write'>;
  /** How accounts stand. Moderation knows it, which this domain does not depend on. */
  readonly conduct: {
    readonly suspendedAmong: (accountIds: readonly string[], tx: Database) => Promise<ReadonlySet<string>>;
    readonly standing: (accountId: string) => Promise<{ readonly conduct: string }>;
    readonly subscribe: (listener: (accountId: string) => Promise<void>) => unknown;
  };
}

/** Paid membership, without payments: for the command line beside the server. */
export function grantedMembership({ db, clock }: Pick<Platform, 'db' | 'clock'>): Module & { readonly membership: Membership } {
  const membership = new Membership({ store: membershipStore(db), clock });
  return { membership, personalData: [membership] };
}

/** Paid membership. */
export function membershipModule(platform: Platform, needs: MembershipNeeds): MembershipModule {
  const { db, clock, random, limits, config, fault, mailTemplates, mayMail, jobs, keys } = platform;
  const { payments, refunds, isDisputed, hasOpenDispute, books, accounts, conduct } = needs;
  const suspendedAmong: SuspendedAmong = async (accountIds, from = db) =>
    accountIds.length === 0 ? new Set() : conduct.suspendedAmong(accountIds, from);
  const rows = membershipRows(db);
  const membership = new Membership({
    ...{ store: membershipStore(db), clock },
    async paid(accountId, from) {
      const { account } = payments;
      const row = account === undefined ? undefined : await rows.live(accountId, account, from);
      const isSuspended = row !== undefined && (await suspendedAmong([accountId], from)).has(accountId);
      return { row, isSuspended };
    },
  });
  const decideRefund = refunds.decide.bind(refunds);
  const { publicUrl } = config;
  const mails = new MembershipMails({ accounts, mailTemplates, payments, clock, publicUrl });
  const dunning = new Dunning({ rows, mails });
  const common = { rows, payments, mails, dunning, clock, random, hasOpenDispute, changed: membership.changed };
  const applying = new Applying({ ...common, isDisputed });
  const managing = new Managing({ ...common, applying });
  const subscriptions = new Subscriptions(common);
  const declared = declarationStore(db);
  const declarations = new Declarations({
    ...{ store: declared, rows, managing, payments, accounts, mailTemplates, mayMail, jobs, keys, random, clock, publicUrl },
  });
  const isBanned = async (accountId: string) => (await conduct.standing(accountId)).conduct === 'banned';
  const due = new Due({ ...common, applying, suspendedAmong, isBanned, decideRefund, fault });
  payments.reading.subscribe(async (tx, payer, reads) => {
    await applying.apply(tx, payer, reads);
    const accountId = await payments.accountOf(payer.id, tx);
    return accountId === undefined ? undefined : () => membership.changed(accountId);
  });
  conduct.subscribe(() => due.run().catch((error) => void fault(error)));
  let stop = () => {};
  return {
    membership,
    prepare: () => declarations.prepare(),
    routes(router) {
      membershipRoutes(router, {
        ...{ membership, managing, subscriptions, rows, payments, books, limits, clock, suspendedAmong },
        languageOf: async (accountId) => (await accounts.known(accountId)).language,
      });
      declarationRoutes(router, { declarations, store: declared, limits });
    },
    work() {
      stop = every(clock, config.durations.membershipDue, () => due.run().finally(() => declarations.escalate()), fault);
    },
    stop: () => stop(),
    personalData: [membership, paidMemberships({ rows, applying, payments, books, declarations: declared })],
    retention: {
      dunningMails: (before) => rows.forgetDunning(before),
      declarations: (before) => declared.forget(before),
    },
  };
}
