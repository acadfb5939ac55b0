import type { AccountsModule } from '../accounts/module.ts';
import type { Database } from '../platform/database/database.ts';
import { Signal } from '../platform/listeners.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { type CaseStore, caseStore } from './case-store.ts';
import { type CasesOptions, caseDependencies } from './dependencies.ts';
import { moderationLimits } from './limits.ts';
import { moderationRoutes } from './routes.ts';
import {
  type CaseDependencies,
  Cases,
  Conduct,
  Decisions,
  Intake,
  Moderation,
  type ModerationOptions,
  Notices,
} from './service.ts';
import { moderationStore } from './store.ts';

export interface ConductModule extends Module {
  readonly ledger: CaseDependencies;
  readonly conduct: Conduct;
  readonly notices: Notices;
  /** Processes each new report. */
  readonly intake: Intake;
  /** Calls the listener for each case that the moderators are alerted to. */
  readonly onAlert: (listener: () => void) => void;
}

interface ConductNeeds extends Pick<AccountsModule, 'accounts' | 'guardAccounts'> {
  /** The recorded encounters of an account. */
  readonly encounters: CasesOptions['encounters'];
  readonly veiledBy: CasesOptions['veiledBy'];
}

/** Cases, decisions, appeals and notices. */
export function conductModule(
  platform: Platform,
  { accounts, guardAccounts, encounters, veiledBy }: ConductNeeds,
): ConductModule {
  const { db, clock, random, keys, mayMail, mailTemplates, limits } = platform;
  const { publicUrl, supportEmail } = platform.config;
  const alarms = new Signal<[]>();
  const store: CaseStore = caseStore(db);
  const ledger = caseDependencies({
    ...{ store, accounts, mailTemplates, keys, clock, random, publicUrl, supportEmail, mayMail, encounters, veiledBy },
    isWithinDay: (reporter) => limits.allows(moderationLimits.reportPerAccount, reporter),
    alerted: alarms.emit,
  });
  const cases = new Cases(ledger);
  const conduct = new Conduct(ledger);
  const decisions = new Decisions(ledger, cases);
  const notices = new Notices(ledger);
  guardAccounts({
    isBarred: (addressKey, facebookId) => conduct.isBarred(addressKey, facebookId),
    suspendedAmong: (accountIds, tx) => conduct.suspendedAmong(accountIds, tx),
  });
  return {
    ledger,
    conduct,
    notices,
    intake: new Intake(ledger),
    onAlert: alarms.add,
    routes: (router) => moderationRoutes(router, { conduct, cases, decisions, notices, limits }),
    personalData: [conduct],
    retention: {
      reports: (before) => conduct.forgetReports(before),
      ledger: (before) => conduct.forgetLines(before),
      networks: (before) => conduct.forgetNetworks(before),
      formerPeople: (before) => conduct.forgetFormerPeople(before),
    },
  };
}

type Separating = ModerationOptions['separateFurther'];
type RecognisedAs = NonNullable<ModerationOptions['recognisedAs']>;

export interface ModerationModule extends Module {
  readonly moderation: Moderation;
  /** Adds what ends another connection between two people, in the transaction that separates them. */
  readonly whenSeparating: (part: Separating) => void;
  /** Adds a way to recognise a guest: it returns the accounts whose separations also apply to the guest. */
  readonly recogniseBy: (recognisedAs: RecognisedAs) => void;
}

interface ModerationNeeds extends Pick<AccountsModule, 'guardAccounts'> {
  readonly accounts: Pick<AccountsModule['accounts'], 'lockAgainstDeletion'>;
  readonly intake?: ModerationOptions['intake'];
  /** Called with the account that a report has put on hold. */
  readonly onHeld?: ModerationOptions['onHeld'];
}

/** Reports, blocks and separations. */
export function moderationModule(
  { db, clock, random, keys, config }: Pick<Platform, 'db' | 'clock' | 'random' | 'keys' | 'config'>,
  { accounts, guardAccounts, intake, onHeld: held }: ModerationNeeds,
  { store = moderationStore(db) }: { readonly store?: ModerationOptions['store'] } = {},
): ModerationModule {
  const separating: Separating[] = [];
  const recognisers: RecognisedAs[] = [];
  const moderation = new Moderation({
    ...{ store, clock, random, separationsRetention: config.durations.separationsRetention },
    ...(intake && { intake }),
    ...(held && { onHeld: held }),
    lockExisting: (tx, accountIds) => accounts.lockAgainstDeletion(tx, accountIds),
    hash: (identity) => keys.hash('separation', identity),
    async separateFurther(tx: Database, by, other) {
      const afterCommit: (() => Promise<void>)[] = [];
      for (const each of separating) afterCommit.push(await each(tx, by, other));
      return async () => {
        for (const each of afterCommit) await each();
      };
    },
    recognisedAs: async (accountId) => {
      const accountIds: string[] = [];
      for (const each of recognisers) accountIds.push(...(await each(accountId)));
      return accountIds;
    },
  });
  guardAccounts({ recognise: (tx, identified) => moderation.recognise(tx, identified) });
  return {
    moderation,
    whenSeparating: (part) => void separating.push(part),
    recogniseBy: (recognisedAs) => void recognisers.push(recognisedAs),
    personalData: [moderation],
    retention: { separations: (before) => moderation.forgetSeparations(before) },
  };
}
