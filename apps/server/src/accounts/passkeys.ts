import { AppError } from '@unspoken/contract/errors';
import type { NewPasskey, PasskeyProof } from '@unspoken/contract/second-factor';
import type { Actor } from './account-settings.ts';
import type { AccountDependencies } from './dependencies.ts';
import { passkeyChallengeLife, passkeysPerAccount } from './rules.ts';
import type { Passkey } from './store.ts';

const challengeBytes = 32;
/** COSE identifiers of the algorithms that every browser supports: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257];
/** No extensions are requested, so extension results from a browser are ignored. */
const noExtensions = { clientExtensionResults: {} };

/** Loaded on first use, because the library is large and few people use passkeys. */
const webAuthn = () => import('@simplewebauthn/server');

/**
 * Passkeys in place of the app's code (W3C Web Authentication, level 3): unlike a code, a passkey cannot be entered on a
 * phishing page. Signing in was the first factor, so a key that only checks user presence is enough. A passkey works only
 * in addition to an app that is set up, so that a user who loses a device has another way in.
 */
export class Passkeys {
  readonly #dependencies: AccountDependencies;
  readonly #relyingParty: { readonly id: string; readonly origin: string };
  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
    const { hostname, origin } = new URL(dependencies.publicUrl);
    this.#relyingParty = { id: hostname, origin };
  }

  list(accountId: string): Promise<Passkey[]> {
    return this.#dependencies.store.passkeys(accountId);
  }

  /** The options with which a browser creates a passkey. Throws `recent_sign_in_needed`, `too_many_passkeys`. */
  async begin(actor: Actor) {
    const account = await this.#dependencies.known(actor.accountId);
    const known = await this.#mayAdd(actor);
    const { generateRegistrationOptions } = await webAuthn();
    return generateRegistrationOptions({
      rpName: this.#dependencies.productName,
      rpID: this.#relyingParty.id,
      userName: account.email,
      userID: new TextEncoder().encode(account.id),
      challenge: await this.#challenge(actor),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known.map(descriptor),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
  }

  /** Stores a new passkey. Throws `wrong_passkey`, `recent_sign_in_needed`, `too_many_passkeys`. */
  async add(actor: Actor, created: NewPasskey): Promise<void> {
    const { store, clock } = this.#dependencies;
    await this.#mayAdd(actor);
    const { verifyRegistrationResponse } = await webAuthn();
    const expected = await this.#expected(actor);
    const { transports = [], ...response } = created.response;
    const registration = { ...created, ...noExtensions, response: { ...response, transports } };
    const { registrationInfo } = await orWrongPasskey(
      verifyRegistrationResponse({ response: registration, supportedAlgorithmIDs: algorithms, ...expected }),
    );
    if (!registrationInfo) throw new AppError('wrong_passkey');
    const { id, publicKey, counter } = registrationInfo.credential;
    const row = { id, accountId: actor.accountId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    await store.transaction(async (tx) => {
      if (!(await store.lockSecondFactor(tx, actor.accountId))) throw new AppError('wrong_passkey');
      refuseTooMany(await store.passkeys(actor.accountId, tx));
      if (!(await store.addPasskey(tx, { ...row, addedAt: new Date(clock.now()) }))) throw new AppError('wrong_passkey');
    });
  }

  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.#dependencies.store.removePasskey(accountId, id))) throw new AppError('not_found');
  }

  /** The options with which a browser proves a passkey. Throws `not_found` for an account without passkeys. */
  async ask(actor: Actor) {
    const known = await this.list(actor.accountId);
    if (known.length === 0) throw new AppError('not_found');
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID: this.#relyingParty.id,
      challenge: await this.#challenge(actor),
      allowCredentials: known.map(descriptor),
      userVerification: 'preferred',
    });
  }

  /** Proves the second factor for this session; a signature is accepted once. Throws `wrong_passkey`. */
  async prove(actor: Actor, proof: PasskeyProof): Promise<void> {
    const { store, clock } = this.#dependencies;
    const expected = await this.#expected(actor);
    const passkey = (await this.list(actor.accountId)).find(({ id }) => id === proof.id);
    if (!passkey) throw new AppError('wrong_passkey');
    const { verifyAuthenticationResponse } = await webAuthn();
    const credential = {
      ...descriptor(passkey),
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    };
    const { verified, authenticationInfo } = await orWrongPasskey(
      verifyAuthenticationResponse({ response: { ...proof, ...noExtensions }, ...expected, credential }),
    );
    if (!verified) throw new AppError('wrong_passkey');
    const at = new Date(clock.now());
    await store.transaction(async (tx) => {
      const isSetUp = await store.lockSecondFactor(tx, actor.accountId);
      const isRecorded = isSetUp && (await store.notePasskey(tx, passkey, authenticationInfo.newCounter, at));
      if (!isRecorded) throw new AppError('wrong_passkey');
      await store.noteSecondFactor(tx, actor.sessionId, at);
    });
  }

  async #mayAdd(actor: Actor): Promise<Passkey[]> {
    this.#dependencies.refuseOldSignIn(actor);
    const known = await this.list(actor.accountId);
    refuseTooMany(known);
    return known;
  }

  /** A new challenge for this session; the previous one is void. */
  async #challenge({ sessionId }: Actor): Promise<Uint8Array<ArrayBuffer>> {
    const { store, random, clock } = this.#dependencies;
    const challenge = random.secret(challengeBytes);
    await store.setPasskeyChallenge({ sessionId, challenge, expiresAt: new Date(clock.now() + passkeyChallengeLife) });
    return new Uint8Array(Buffer.from(challenge, 'base64url'));
  }

  /** What a response must have been signed for. Each call uses up the session's challenge. */
  async #expected({ sessionId }: Actor) {
    const taken = await this.#dependencies.store.takePasskeyChallenge(sessionId);
    if (!taken || taken.expiresAt.getTime() <= this.#dependencies.clock.now()) throw new AppError('wrong_passkey');
    const { id, origin } = this.#relyingParty;
    return { expectedChallenge: taken.challenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: false };
  }
}

function refuseTooMany(known: readonly Passkey[]): void {
  if (known.length >= passkeysPerAccount) throw new AppError('too_many_passkeys');
}

const descriptor = ({ id, transports }: Passkey) => ({ id, transports: [...transports] });

/** Reports every fault of a response with the same error. */
async function orWrongPasskey<T>(verified: Promise<T>): Promise<T> {
  try {
    return await verified;
  } catch {
    throw new AppError('wrong_passkey');
  }
}
