import { attemptStore } from './accounts/attempt-store.ts';
import { SignInAttempts } from './accounts/attempts.ts';
import { browserStore } from './accounts/browser-store.ts';
import { Browsers } from './accounts/browsers.ts';
import { facebook } from './accounts/facebook.ts';
import type { AccountPartsOptions, Identified } from './accounts/parts.ts';
import { Passwords, Turnstile } from './accounts/passwords.ts';
import { Accounts } from './accounts/service.ts';
import { sessionStore } from './accounts/session-store.ts';
import { AccountSessions, type EndedSessions } from './accounts/sessions.ts';
import { accountStore } from './accounts/store.ts';
import { hashesAtATime, hashPassword, verifyPassword } from './platform/argon2.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Keys } from './platform/keys.ts';
import { MailBudget } from './platform/mail/budget.ts';
import type { MailTemplates } from './platform/mail/templates.ts';
import type { Random } from './platform/random.ts';

/** The accounts of an installation, for the server processes and for the commands that run beside them. */
export function composeAccounts(options: {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Jobs;
  readonly letters: MailTemplates;
  readonly ended: (accountId: string, which: EndedSessions) => void;
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  readonly noteSignIn: (event: string) => void;
  readonly keys: Keys;
  readonly suspendedAmong: AccountPartsOptions['suspendedAmong'];
  readonly isKeptOut: (emailKey: string | undefined, facebookId: string | undefined) => Promise<boolean>;
  readonly recognise: (tx: Database, identified: Identified) => Promise<void>;
}): Accounts {
  const { config, db, clock, random, jobs, letters, ended, mayMail, noteSignIn, keys, suspendedAmong, isKeptOut, recognise } =
    options;
  const browsers = new Browsers({ store: browserStore(db), keys, clock });
  return new Accounts({
    store: accountStore(db),
    browsers,
    attempts: new SignInAttempts({ store: attemptStore(db), keys, clock, limited: config.limits }),
    mailBudget: new MailBudget({ keys, clock, limited: config.limits }),
    sessions: new AccountSessions({ store: sessionStore(db), browsers, clock, random, ended }),
    passwords: new Passwords({ hash: hashPassword, verify: verifyPassword }, new Turnstile(hashesAtATime, 50)),
    letters,
    jobs,
    clock,
    random,
    keys,
    suspendedAmong,
    isKeptOut,
    recognise,
    productName: config.productName,
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    adminEmails: config.adminEmails,
    waitingList: config.waitingList,
    social: config.facebook && facebook({ ...config.facebook, now: () => clock.now() }),
    mayMail,
    noteSignIn,
  });
}
