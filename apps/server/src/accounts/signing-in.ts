import type { loginBody, socialBody } from '@unspoken/contract/accounts';
import { AppError } from '@unspoken/contract/errors';
import { addressKeyOf, personName, email as validEmail } from '@unspoken/contract/fields';
import type * as z from 'zod/mini';
import { TooMany } from '../platform/limits.ts';
import type { AccountDependencies } from './dependencies.ts';
import type { SocialProfile } from './facebook.ts';
import type { Invited, Registration } from './registration.ts';
import type { Agent, SignedIn } from './sessions.ts';
import { type Account, isTaken } from './store.ts';

interface Caller extends Pick<Agent, 'mark'> {
  /** The network address of the caller, in the form in which limits count addresses. */
  readonly address: string;
}
type Credentials = z.output<typeof loginBody> & Caller;
type Social = z.output<typeof socialBody> & Caller;

/** The outcome of a social sign-in: signed in, or an address or a password is still needed. */
export type SocialOutcome =
  | (SignedIn & { readonly action: 'login' | 'register' })
  | { readonly needs: 'email' | 'password'; readonly profile: SocialProfile };

/** Sign-in with a password or with Facebook. Neither an answer nor its timing reveals whether an address is known. */
export class SigningIn {
  readonly #dependencies: AccountDependencies;
  readonly #registration: Registration;
  constructor(dependencies: AccountDependencies, registration: Registration) {
    this.#dependencies = dependencies;
    this.#registration = registration;
  }

  /**
   * Throws `wrong_credentials`, whether the address or the password is wrong. For an account that was made with Facebook
   * and has no password, throws `password_not_set` while `mayHint` allows it, and `wrong_credentials` after too many attempts.
   */
  async withPassword(credentials: Credentials, mayHint: () => Promise<boolean>): Promise<SignedIn> {
    const key = addressKeyOf(credentials.email);
    const account = await this.#dependencies.store.byEmail(key);
    const isRight = await this.#attempt(key, account, credentials);
    if (account && account.passwordHash === null && (await mayHint())) throw new AppError('password_not_set');
    if (!account || !isRight) throw new AppError('wrong_credentials');
    return this.#open(account, credentials);
  }

  /**
   * Signs in the person the provider's token belongs to; any identity in the request body is ignored. An address that
   * has an account requires that account's password, which links the two. Throws `social_profile_failed`.
   */
  async withProvider(social: Social, invitedAs: (addressKey: string) => Promise<Invited | undefined>): Promise<SocialOutcome> {
    const { store } = this.#dependencies;
    const profile = await this.#profile(social.accessToken);
    const linked = await store.byFacebook(profile.id);
    if (linked) return { ...(await this.#open(linked, social)), action: 'login' };
    const email = profile.email ?? social.email;
    if (email === undefined) return { needs: 'email', profile };
    const owner = await store.byEmail(addressKeyOf(email));
    if (owner) return this.#link(owner, { ...profile, email }, social);
    const newcomer = { ...social, email, name: nameOf(profile, email), passwordHash: null, facebookId: profile.id };
    const added = await this.#registration.add(newcomer, await invitedAs(addressKeyOf(email)));
    // Another registration took the address after the lookup above.
    if (!added) return { needs: 'password', profile: { ...profile, email } };
    return { ...added, action: 'register' };
  }

  async #profile(accessToken: string): Promise<SocialProfile> {
    const { social, noteSignIn } = this.#dependencies;
    if (!social) throw new AppError('social_profile_failed');
    const profile = await social.profile(accessToken);
    if (!profile) {
      noteSignIn('Fail no Facebook profile');
      throw new AppError('social_profile_failed');
    }
    const email = validEmail.safeParse(profile.email ?? '');
    return { id: profile.id, name: profile.name, ...(email.success && { email: email.data }) };
  }

  async #link(owner: Account, profile: SocialProfile, social: Social): Promise<SocialOutcome> {
    const { store, recognise, publicUrl } = this.#dependencies;
    const { password } = social;
    if (password === undefined) return { needs: 'password', profile };
    if (!(await this.#attempt(owner.addressKey, owner, { ...social, password }))) throw new AppError('wrong_credentials');
    if (await this.#dependencies.isBarred(undefined, profile.id)) throw new AppError('social_profile_failed');
    const linked = store.transaction(async (tx) => {
      await store.update(owner.id, { facebookId: profile.id }, tx);
      await this.#dependencies.write(tx, owner, { kind: 'facebookLinked', link: `${publicUrl}/requestrecoverpassword` });
      await recognise(tx, { accountId: owner.id, addressKeys: [owner.addressKey], facebookId: profile.id });
    });
    await linked.catch((error: unknown) => {
      // The identity was linked to another account after the lookup.
      throw isTaken(error) ? new AppError('facebook_taken') : error;
    });
    return { ...(await this.#open({ ...owner, facebookId: profile.id }, social)), action: 'login' };
  }

  /**
   * Whether the password is right. Throws `TooMany` while attempts on the address are delayed, or its network is
   * challenged; neither applies to a browser that the account trusts.
   */
  async #attempt(key: string, account: Account | undefined, by: Caller & { readonly password: string }): Promise<boolean> {
    const { browsers, attempts, challenge, passwords, onAttempt } = this.#dependencies;
    const isTrusted = await browsers.isTrusted(account?.id, browsers.hash(by.mark));
    try {
      // The challenge first: an attempt that it refuses adds no delay for the owner.
      if (!isTrusted) await challenge.begin(key, by.address);
      if (!isTrusted) await attempts.begin(key);
    } catch (error) {
      if (error instanceof TooMany) onAttempt('refused');
      throw error;
    }
    const isRight = await passwords.matches(by.password, account?.passwordHash);
    onAttempt(isRight ? 'succeeded' : 'failed');
    if (isRight && !isTrusted) await challenge.passed(key, by.address);
    return isRight;
  }

  /** A sign-in proves that the user still has access: pending recovery links become void and counted attempts are deleted. */
  #open(account: Account, agent: Agent): Promise<SignedIn> {
    const { store, sessions, attempts } = this.#dependencies;
    return store.transaction(async (tx) => {
      await store.dropRecoveries(tx, account.id);
      await attempts.succeeded(tx, account.addressKey);
      return { account, token: await sessions.open(tx, account.id, agent) };
    });
  }
}

/** The provider's name if it is valid here, otherwise the part of the address before the @. */
const nameOf = (profile: SocialProfile, email: string): string => {
  const name = personName.safeParse(profile.name);
  return name.success ? name.data : email.slice(0, email.indexOf('@'));
};
