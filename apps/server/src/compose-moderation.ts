import type { Accounts } from './accounts/service.ts';
import { Circle } from './circle/service.ts';
import { circleStore } from './circle/store.ts';
import { SqlEncounterStore } from './encounters/store.ts';
import { recognisedAs } from './experiences/recognised.ts';
import { experienceStore } from './experiences/store.ts';
import { caseStore } from './moderation/case-store.ts';
import { Cases, Conduct, caseParts, Decisions, Intake, Moderation, Notices } from './moderation/service.ts';
import { moderationStore } from './moderation/store.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Keys } from './platform/keys.ts';
import type { MailTemplates } from './platform/mail/templates.ts';
import type { Random } from './platform/random.ts';

/**
 * Separations, circles and the moderation of an installation, for the server processes and for the commands that run
 * beside them.
 */
export function composeModeration(options: {
  readonly config: Config;
  readonly db: Database;
  readonly accounts: Accounts;
  readonly letters: MailTemplates;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  /** Counts a case that alarms the moderators. */
  readonly alarmed?: () => void;
}) {
  const { config, db, clock, random, ...rest } = options;
  const { publicUrl, supportEmail } = config;
  const encounterStore = new SqlEncounterStore(db);
  const ledger = caseParts({
    ...rest,
    store: caseStore(db),
    clock,
    random,
    publicUrl,
    supportEmail,
    encounters: (accountId) => encounterStore.history(accountId),
  });
  const cases = new Cases(ledger);
  const intake = new Intake(ledger);
  const separations = moderationStore(db);
  const circle = new Circle({
    store: circleStore(db),
    accounts: rest.accounts,
    separatedFrom: (accountId) => separations.separatedFrom(accountId),
    clock,
    random,
  });
  const moderation = new Moderation({
    store: separations,
    clock,
    random,
    intake,
    held: ledger.tell,
    stay: (tx, accountIds) => rest.accounts.stay(tx, accountIds),
    hash: (identity) => rest.keys.hash('separation', identity),
    separationsKept: config.durations.separationsKept,
    part: (tx, by, other) => circle.part(tx, by, other),
    recognisedAs: (accountId) => recognisedAs({ store: experienceStore(db), accounts: rest.accounts, clock }, accountId),
  });
  return {
    encounterStore,
    ledger,
    cases,
    conduct: new Conduct(ledger),
    decisions: new Decisions(ledger, cases),
    circle,
    moderation,
    notices: new Notices(ledger),
  };
}
