import type { deleteAccount } from '@unspoken/contract/account-settings';
import type { register, User } from '@unspoken/contract/accounts';
import type { BodyInputOf } from '@unspoken/contract/call';
import { isLanguage } from '@unspoken/contract/languages';
import type { addRegistrationInfo } from '@unspoken/contract/waiting-list';
import { CallError, call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';
import { markBrowserKnown, onTokenChangedElsewhere, storedToken, storeToken } from '../platform/token.ts';
import { exit } from './exit.ts';

type Calls = typeof import('./calls.ts');
let loaded: Calls | undefined;
const calls = async (): Promise<Calls> => {
  loaded ??= await import('./calls.ts');
  return loaded;
};

/** Who is signed in. Unknown until `ready`: guarded pages show nothing until then. */
export interface Session {
  readonly ready: boolean;
  readonly user: User | undefined;
}

export const session = new Observable<Session>({ ready: false, user: undefined });

// Responses may arrive out of order: one whose request is older than the last applied response is ignored.
let lastRequested = 0;
let lastApplied = 0;

const signedIn = ({ token, user }: { token: string; user: User }, turn = ++lastRequested): void => {
  if (turn < lastApplied) return;
  lastApplied = turn;
  exit.set(undefined);
  if (token !== storedToken()) storeToken(token);
  session.set({ ready: true, user });
};

const signedOut = (turn = ++lastRequested): void => {
  if (turn < lastApplied) return;
  lastApplied = turn;
  if (storedToken() !== undefined) storeToken(undefined);
  session.set({ ready: true, user: undefined });
};

/** Signs in from the stored token, if there is one; otherwise the user is a visitor. */
export async function startSession(): Promise<void> {
  onTokenChangedElsewhere(() => {
    if (storedToken() !== undefined) return void refreshSession();
    // Signed out in another tab, on purpose.
    exit.set('/');
    return signedOut();
  });
  // The cookies can be gone while the token is still stored, and vice versa.
  markBrowserKnown();
  if (storedToken() === undefined) return signedOut();
  await refreshSession();
  if (!session.get().ready) session.set({ ready: true, user: undefined });
}

/** Reads the account again. Only the server's answer that the token is invalid signs the user out. */
export async function refreshSession(): Promise<void> {
  const token = storedToken();
  if (token === undefined) return;
  const turn = ++lastRequested;
  // Another tab may sign in to another account meanwhile; this answer then no longer applies.
  const isCurrent = () => storedToken() === token;
  try {
    const answer = await call((await calls()).loginFromToken);
    if (isCurrent()) signedIn(answer, turn);
  } catch (error) {
    if (isCurrent() && error instanceof CallError && error.code === 'sign_in_required') signedOut(turn);
  }
}

/** Signs in a guest who came by a personal invitation, for one encounter. */
export function signInAsGuest({ token, user }: { token: string; user: User }): void {
  signedIn({ token, user });
}

export async function signIn(body: { email: string; password: string }): Promise<void> {
  const { login, signInAgent } = await calls();
  signedIn(await call(login, { body: { ...body, ...signInAgent() } }));
}

export async function createAccount(body: Omit<BodyInputOf<typeof register>, 'userAgent'>): Promise<void> {
  const calling = await calls();
  signedIn(await call(calling.register, { body: { ...body, ...calling.signInAgent(), ...calling.cameFrom() } }));
}

/** What a social sign-in still needs from the user. */
export interface SocialNeed {
  readonly needs: 'email' | 'password';
  readonly name: string;
  readonly email?: string;
}

/** Signs in with the provider's data; returns what is still needed, if anything. */
export async function socialSignIn(body: {
  accessToken: string;
  email?: string;
  password?: string;
  invitationHash?: string;
}): Promise<SocialNeed | undefined> {
  const { socialLogin, signInAgent, cameFrom } = await calls();
  const answer = await call(socialLogin, { body: { ...body, ...signInAgent(), ...cameFrom() } });
  if (answer.token && answer.user) {
    signedIn({ token: answer.token, user: answer.user });
    return undefined;
  }
  const { needPassword, name = '', email } = answer;
  return { needs: needPassword ? 'password' : 'email', name, ...(email !== undefined && { email }) };
}

/** Sends the questionnaire of the waiting list. */
export async function applyToJoin(body: BodyInputOf<typeof addRegistrationInfo>): Promise<void> {
  const calling = await calls();
  signedIn(await call(calling.addRegistrationInfo, { body }));
}

export async function signOutEverywhere(): Promise<void> {
  await call((await calls()).logoutEverywhere);
  exit.set('/');
  signedOut();
}

export async function deleteAndLeave(body: BodyInputOf<typeof deleteAccount>): Promise<void> {
  const calling = await calls();
  await call(calling.deleteAccount, { body });
  exit.set('/');
  signedOut();
}

/** Stores the language of the pages with the account, so that mails use it too. */
export function updateSessionLanguage(language: string): void {
  const { user } = session.get();
  if (user && isLanguage(language) && language !== user.language)
    void calls()
      .then(({ chooseLanguage }) => call(chooseLanguage, { body: { language } }))
      .then(refreshSession, () => {});
}

/** Signs this browser out at once; `keepalive` lets the request reach the server even if the page is left meanwhile. */
export async function signOut(to = '/'): Promise<void> {
  exit.set(to);
  const token = storedToken();
  signedOut();
  // Signed out already, for two reasons at once.
  if (token === undefined) return;
  const end = ({ logout }: Calls) => call(logout, { token, keepalive: true });
  // At once if the module is loaded: the page may be unloading, and waiting would lose the request.
  await (loaded ? end(loaded) : calls().then(end)).catch(() => {});
}

export const resendConfirmation = async () => call((await calls()).resendEmail);

/**
 * Confirms an address, which signs this browser in if it holds the account's token. An address that makes its owner an
 * admin is confirmed with a new password only.
 */
export async function confirmAddress(hash: string): Promise<'signed in' | 'confirmed' | 'password needed'> {
  // A user who signs out before the answer arrives stays signed out.
  const token = storedToken();
  const { confirmEmail } = await calls();
  const answer = await call(confirmEmail, { params: { hash } });
  if (answer.needsPassword) return 'password needed';
  if (!answer.token || !answer.user || storedToken() !== token) return 'confirmed';
  signedIn({ token: answer.token, user: answer.user });
  return 'signed in';
}
