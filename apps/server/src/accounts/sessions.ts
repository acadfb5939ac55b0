import { AppError } from '@unspoken/contract/errors';
import { guestLife } from '@unspoken/contract/experiences';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Random } from '../platform/random.ts';
import { isZone } from '../platform/zones.ts';
import type { Browsers } from './browsers.ts';
import {
  isSessionUnexpired,
  isUseDueForRecording,
  maxSessions,
  replacedTokenGrace,
  sessionIsLive,
  sessionLife,
  shortestIdle,
  tokenIsDueForReplacement,
} from './rules.ts';
import { hashOf, secretBytes } from './secrets.ts';
import type { Credential, Session, SessionStore } from './session-store.ts';
import type { Account } from './store.ts';

export interface SignedIn {
  readonly account: Account;
  readonly token: string;
}

/** What a browser reports about itself at sign-in. */
export interface Agent {
  readonly userAgent?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The browser's mark from its cookie, if the browser is to be recognised later. */
  readonly mark?: string | undefined;
}

/** Which sessions of an account have ended: one, all but one, or all. */
export interface EndedSessions {
  readonly only?: string;
  readonly except?: string;
}

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly browsers: Browsers;
  readonly clock: Clock;
  readonly random: Random;
  /** Called whenever sessions have ended, so that their sockets are closed at once. */
  readonly ended: (accountId: string, which: EndedSessions) => void;
}

/**
 * Signed-in browsers. A session is identified by opaque tokens, stored only as hashes. A token older than a day is
 * replaced when its holder next signs in with it, and stays valid until a minute after the first use of the new one.
 */
export class AccountSessions {
  readonly #options: SessionsOptions;
  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Signs a browser in. The returned token is not stored and cannot be read again. */
  async open(tx: Database, accountId: string, agent: Agent): Promise<string> {
    const { store, browsers, clock, random, ended } = this.#options;
    if (agent.mark !== undefined) await browsers.signedIn(tx, accountId, agent.mark);
    const token = random.secret(secretBytes);
    const now = clock.now();
    const row = {
      id: random.id(),
      accountId,
      createdAt: new Date(now),
      lastUsedAt: new Date(now),
      userAgent: agent.userAgent ?? null,
      timeZone: agent.timeZone ?? null,
    };
    const old = await store.add(tx, row, { hash: hashOf(token), expiresAt: new Date(now + sessionLife) }, maxSessions);
    for (const id of old) ended(accountId, { only: id });
    return token;
  }

  /** The account and session of a live token; undefined if the token is unknown or expired. */
  async identify(token: string): Promise<Credential | undefined> {
    const { store, clock } = this.#options;
    const credential = await store.credential(hashOf(token));
    const now = clock.now();
    if (!credential || !sessionIsLive(credential.session, credential.token, credential.account.role, now)) return undefined;
    const at = new Date(now);
    if (!credential.token.usedAt) await store.firstUse(credential.token, at, new Date(now + replacedTokenGrace));
    if (isUseDueForRecording(credential.session, now)) await store.touch(credential.session.id, at);
    return credential;
  }

  /** Signs in with a stored token, which may be replaced by a new one. Throws `sign_in_required`. */
  async signInWithToken(token: string, mark?: string): Promise<SignedIn> {
    const { store, browsers, clock, random } = this.#options;
    const credential = await this.identify(token);
    if (!credential) throw new AppError('sign_in_required');
    if (mark !== undefined && credential.account.role !== 'experienceGuest') await browsers.seen(credential.account.id, mark);
    const now = clock.now();
    const due = tokenIsDueForReplacement(credential.token, now) && !(await store.hasNewerToken(credential.token));
    if (!due) return { account: credential.account, token };
    const newToken = random.secret(secretBytes);
    await store.addToken({
      hash: hashOf(newToken),
      sessionId: credential.session.id,
      createdAt: new Date(now),
      expiresAt: new Date(credential.session.createdAt.getTime() + sessionLife),
    });
    return { account: credential.account, token: newToken };
  }

  /** Whether this session has neither ended nor expired. */
  async isLive(sessionId: string): Promise<boolean> {
    const session = await this.#options.store.times(sessionId);
    return session !== undefined && isSessionUnexpired(session, session.role, this.#options.clock.now());
  }

  /** Which of these sessions have ended, for whatever reason, or have expired. */
  async endedAmong(ids: readonly string[]): Promise<string[]> {
    const now = this.#options.clock.now();
    const suspects = await this.#options.store.suspects(ids, {
      idleSince: new Date(now - shortestIdle),
      begunBefore: new Date(now - sessionLife),
      guestBefore: new Date(now - guestLife),
    });
    return suspects.filter(({ times }) => times === null || !isSessionUnexpired(times, times.role, now)).map(({ id }) => id);
  }

  /** Deletes sessions that were last used before an instant. The caller chooses one so early that none of them is live. */
  forget(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }

  list(accountId: string): Promise<Session[]> {
    return this.#options.store.of(accountId);
  }

  /** The IANA name of the time zone that the account has chosen, or its newest browser is in; undefined if no known one is. */
  async timeZone(accountId: string, tx?: Database): Promise<string | undefined> {
    const named = await this.#options.store.timeZone(accountId, tx);
    return named !== undefined && isZone(named) ? named : undefined;
  }

  /** Throws `not_found` unless the session belongs to this account. */
  async end(accountId: string, sessionId: string): Promise<void> {
    if (!(await this.#options.store.end(accountId, sessionId))) throw new AppError('not_found');
    this.#options.ended(accountId, { only: sessionId });
  }

  /** Ends all sessions, or all but one, in the transaction. The returned function must be called once it has committed. */
  async endAll(tx: Database, accountId: string, except?: string): Promise<() => void> {
    await this.#options.store.endAll(tx, accountId, except);
    return () => this.#options.ended(accountId, except === undefined ? {} : { except });
  }
}
