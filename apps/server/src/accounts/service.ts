import { createHash } from 'node:crypto';
import { isLanguage, policyVersions, type registerBody } from '@unspoken/contract/accounts';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { emailKey } from '@unspoken/contract/fields';
import type * as z from 'zod/mini';
import type { Chance } from '../platform/chance.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { composeMail, mailTexts } from './mails.ts';
import type { PasswordHasher, Turnstile } from './passwords.ts';
import {
  confirmationLife,
  replacedTokenGrace,
  sessionIsLive,
  sessionLife,
  sessionsKept,
  tokenIsDueForReplacement,
  useIsWorthNoting,
} from './rules.ts';
import type { Account, AccountStore, Credential } from './store.ts';

export type { Account };

/**
 * People and how they prove who they are. Registering makes an account, a signed-in session and a mailed link in
 * one transaction; the link confirms the address. A session is known by opaque tokens of which only the hash is
 * kept. Whether an address is known can be told neither from what is answered nor from how long it takes.
 */
export interface AccountsOptions {
  readonly store: AccountStore;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly hasher: PasswordHasher;
  readonly turnstile: Turnstile;
  readonly productName: string;
  readonly publicUrl: string;
  readonly adminEmails: readonly string[];
  /** Whether this recipient may be mailed once more today; beyond it, notes nobody asked for are left out. */
  readonly mayMail: (recipientKey: string) => boolean;
}

export interface SignedIn {
  readonly account: Account;
  readonly token: string;
}

type Registration = z.output<typeof registerBody>;
interface Agent {
  readonly userAgent?: string | undefined;
  readonly timeZone?: string | undefined;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const secretBytes = 32;

export class Accounts {
  readonly #options: AccountsOptions;
  /** Verified against when an address is unknown, so that it takes as long as when it is known. */
  #decoy: Promise<string> | undefined;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Throws `registration_failed` for a taken address, whose owner gets a note; and `unavailable` under a flood. */
  async register(registration: Registration): Promise<SignedIn> {
    const { store, clock, chance, hasher, turnstile, outbox } = this.#options;
    const passwordHash = await turnstile.pass(() => hasher.hash(registration.password));
    const now = new Date(clock.now());
    const language = registration.language?.slice(0, 2).toLowerCase() ?? 'en';
    const accepted = registration.termsAccepted
      ? { termsVersion: policyVersions.terms, privacyVersion: policyVersions.privacy, termsAcceptedAt: now }
      : {};
    const row = {
      id: chance.id(),
      email: registration.email,
      emailKey: emailKey(registration.email),
      name: registration.name,
      passwordHash,
      language: isLanguage(language) ? language : 'en',
      solicitedEmails: registration.emailListRegistration ?? false,
      ...accepted,
      ...(registration.over18 && { over18At: now }),
      createdAt: now,
    };
    const token = await store.transaction(async (tx) => {
      if (!(await store.add(tx, row))) return undefined;
      await this.#mailConfirmation(tx, row);
      return this.#openSession(tx, row.id, registration);
    });
    if (token !== undefined) return { account: await this.#known(row.id), token };
    await this.#noteToOwner(row.emailKey, outbox);
    throw new AppError('registration_failed');
  }

  /** Throws `wrong_credentials`, whichever of the two is wrong. */
  async signIn(credentials: { email: string; password: string } & Agent): Promise<SignedIn> {
    const { store, hasher, turnstile } = this.#options;
    const account = await store.byEmail(emailKey(credentials.email));
    this.#decoy ??= hasher.hash('nobody has this password');
    const hash = account?.passwordHash ?? (await this.#decoy);
    const right = await turnstile.pass(() => hasher.verify(credentials.password, hash));
    if (!account?.passwordHash || !right) throw new AppError('wrong_credentials');
    const token = await store.transaction((tx) => this.#openSession(tx, account.id, credentials));
    return { account, token };
  }

  /** Whose live token this is, if anybody's. */
  async identify(token: string): Promise<Credential | undefined> {
    const { store, clock } = this.#options;
    const credential = await store.credential(hashOf(token));
    const now = clock.now();
    if (!credential || !sessionIsLive(credential.session, credential.token, credential.account.role, now)) return undefined;
    const at = new Date(now);
    if (!credential.token.usedAt) await store.firstUse(credential.token, at, new Date(now + replacedTokenGrace));
    if (useIsWorthNoting(credential.session, now)) await store.touch(credential.session.id, at);
    return credential;
  }

  /** Comes back with a stored token. An old one is replaced; it lives on until the new one has been used. */
  async comeBack(token: string): Promise<SignedIn> {
    const { store, clock, chance } = this.#options;
    const credential = await this.identify(token);
    if (!credential) throw new AppError('sign_in_required');
    const now = clock.now();
    const due = tokenIsDueForReplacement(credential.token, now) && !(await store.hasNewerToken(credential.token));
    if (!due) return { account: credential.account, token };
    const fresh = chance.secret(secretBytes);
    await store.addToken({
      hash: hashOf(fresh),
      sessionId: credential.session.id,
      createdAt: new Date(now),
      expiresAt: new Date(credential.session.createdAt.getTime() + sessionLife),
    });
    return { account: credential.account, token: fresh };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.#options.store.endSession(sessionId);
  }

  /** Confirms the address a link was mailed to. A second click changes nothing and is no error. */
  async confirmEmail(hash: string): Promise<Account> {
    const { store, clock, adminEmails } = this.#options;
    const confirmation = await store.confirmation(hashOf(hash));
    const account = confirmation && (await store.byId(confirmation.accountId));
    if (!confirmation || !account) throw new AppError('invalid_confirmation_link');
    if (account.verifiedAt) return account;
    const now = clock.now();
    if (confirmation.expiresAt.getTime() <= now) throw new AppError('invalid_confirmation_link');
    const admin = adminEmails.some((each) => emailKey(each) === account.emailKey);
    await store.update(account.id, { verifiedAt: new Date(now), ...(admin && { role: 'admin' }) });
    return this.#known(account.id);
  }

  /** Mails the link again; nothing happens for an address that is confirmed. */
  async resendConfirmation(accountId: string): Promise<void> {
    const account = await this.#known(accountId);
    if (account.verifiedAt) return;
    await this.#options.store.transaction((tx) => this.#mailConfirmation(tx, account));
  }

  async acceptGuidance(accountId: string): Promise<void> {
    await this.#options.store.update(accountId, { guidanceAcceptedAt: this.#now() });
  }

  async declineGuidance(accountId: string): Promise<void> {
    await this.#options.store.update(accountId, { guidanceDeclinedAt: this.#now() });
  }

  async hidePositionGuideline(accountId: string): Promise<void> {
    await this.#options.store.update(accountId, { positionGuidelineHidden: true });
  }

  async acceptTerms(accountId: string): Promise<void> {
    const now = this.#now();
    const { terms, privacy } = policyVersions;
    await this.#options.store.update(accountId, {
      termsVersion: terms,
      privacyVersion: privacy,
      termsAcceptedAt: now,
      over18At: now,
    });
  }

  /** Why this account may not connect now, if anything. Notes the first try. */
  async objectionToConnecting(accountId: string): Promise<ErrorCode | undefined> {
    const account = await this.#options.store.byId(accountId);
    if (!account) return 'sign_in_required';
    if (account.suspended) return 'account_suspended';
    if (!account.verifiedAt) return 'verification_required';
    if (!account.termsAcceptedAt || !account.over18At) return 'terms_not_accepted';
    if (!account.triedToConnectAt) await this.#options.store.noteTried(accountId, this.#now());
    return undefined;
  }

  async #known(id: string): Promise<Account> {
    const account = await this.#options.store.byId(id);
    if (!account) throw new AppError('sign_in_required');
    return account;
  }

  async #openSession(tx: Database, accountId: string, agent: Agent): Promise<string> {
    const { store, clock, chance } = this.#options;
    const token = chance.secret(secretBytes);
    const now = clock.now();
    const row = {
      id: chance.id(),
      accountId,
      createdAt: new Date(now),
      lastUsedAt: new Date(now),
      userAgent: agent.userAgent ?? null,
      timeZone: agent.timeZone ?? null,
    };
    await store.addSession(tx, row, { hash: hashOf(token), expiresAt: new Date(now + sessionLife) }, sessionsKept);
    return token;
  }

  async #mailConfirmation(tx: Database, to: { id: string; email: string; name: string; language: string }): Promise<void> {
    const { store, outbox, clock, chance, productName, publicUrl } = this.#options;
    const hash = chance.secret(secretBytes);
    const now = clock.now();
    await store.addConfirmation(tx, {
      hash: hashOf(hash),
      accountId: to.id,
      createdAt: new Date(now),
      expiresAt: new Date(now + confirmationLife),
    });
    const url = `${publicUrl}/confirmemail/${hash}`;
    await outbox.post(tx, composeMail(to.email, mailTexts(to.language).confirm({ product: productName, name: to.name, url })));
  }

  /** Somebody tried to register a known address: its owner is told, whoever tried is not. */
  async #noteToOwner(key: string, outbox: Outbox): Promise<void> {
    const { store, productName, publicUrl } = this.#options;
    const owner = await store.byEmail(key);
    if (!owner || !this.#options.mayMail(key)) return;
    const url = `${publicUrl}/?auth=signin`;
    const words = mailTexts(owner.language).taken({ product: productName, name: owner.name, url });
    await store.transaction((tx) => outbox.post(tx, composeMail(owner.email, words)));
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}
