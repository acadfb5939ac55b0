import { hashesAtATime, verifyPassword } from '../platform/argon2.ts';
import { Signal } from '../platform/listeners.ts';
import { MailBudget } from '../platform/mail/budget.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { attemptStore } from './attempt-store.ts';
import { SignInAttempts } from './attempts.ts';
import { browserStore } from './browser-store.ts';
import { Browsers } from './browsers.ts';
import { SignInChallenge } from './challenge.ts';
import type { AttemptResult } from './dependencies.ts';
import { facebook } from './facebook.ts';
import { AccountGuards } from './guards.ts';
import { accountLimits } from './limits.ts';
import { ConcurrencyLimiter, Passwords } from './passwords.ts';
import { accountRoutes } from './routes.ts';
import { Accounts } from './service.ts';
import { sessionStore } from './session-store.ts';
import { AccountSessions } from './sessions.ts';
import { accountStore } from './store.ts';

export interface AccountsModule extends Module {
  readonly accounts: Accounts;
  /** Adds what another domain decides about accounts. */
  readonly guardAccounts: AccountGuards['add'];
  /** Calls the listener for each attempt to sign in with a password. */
  readonly onSignInAttempt: (listener: (result: AttemptResult) => void) => void;
  /** Calls the listener for each registration that joins the waiting list because of very many others. */
  readonly onGatedRegistration: (listener: () => void) => void;
}

/** Accounts, their sessions, and how people prove who they are. */
export function accountsModule(platform: Platform): AccountsModule {
  const { config, db, clock, random, keys, jobs, mailTemplates, hashPassword, limits, mayMail, sockets, log } = platform;
  const { limits: limited, productName, publicUrl, supportEmail, adminEmails, waitingList } = config;
  const browsers = new Browsers({ store: browserStore(db), keys, clock });
  const guards = new AccountGuards();
  const attempted = new Signal<[result: AttemptResult]>();
  const gated = new Signal<[]>();
  const accounts = new Accounts({
    store: accountStore(db),
    browsers,
    attempts: new SignInAttempts({ store: attemptStore(db), keys, clock, limited }),
    challenge: new SignInChallenge(limits),
    mailBudget: new MailBudget({ keys, clock, limited }),
    sessions: new AccountSessions({
      ...{ store: sessionStore(db), browsers, clock, random },
      ended: (accountId, which) => sockets.evict(accountId, which),
    }),
    passwords: new Passwords({ hash: hashPassword, verify: verifyPassword }, new ConcurrencyLimiter(hashesAtATime, 50)),
    mailTemplates,
    ...{ jobs, clock, random, keys, mayMail, productName, publicUrl, supportEmail, adminEmails, waitingList },
    suspendedAmong: (accountIds, tx) => guards.suspendedAmong(accountIds, tx),
    isBarred: (addressKey, facebookId) => guards.isBarred(addressKey, facebookId),
    recognise: (tx, identified) => guards.recognise(tx, identified),
    social: config.facebook && facebook({ ...config.facebook, now: () => clock.now() }),
    async mayJoinAtOnce() {
      const isAllowed = await limits.allows(accountLimits.registerAltogether, 'all');
      if (!isAllowed) gated.emit();
      return isAllowed;
    },
    onAttempt: attempted.emit,
    noteSignIn: (event) => log.warn({ event }, 'sign-in'),
    // Without the link and the account: the request says when it was, and from which process.
    noteFailedConfirmation: () => log.warn({ event: 'invalid link' }, 'address not confirmed'),
  });
  return {
    accounts,
    guardAccounts: guards.add,
    onSignInAttempt: attempted.add,
    onGatedRegistration: gated.add,
    prepare: () => accounts.recovery.serve(),
    routes: (router) => accountRoutes(router, accounts, limits),
    retention: {
      sessions: (before) => accounts.forget(before),
      counts: (before) => accounts.forgetCounts(before),
      knownBrowsers: (before) => browsers.forget(before),
    },
  };
}
