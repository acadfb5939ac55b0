import { AppError } from '@unspoken/contract/errors';
import type { NewPasskey, PasskeyProof } from '@unspoken/contract/second-factor';
import type { Actor } from './changing.ts';
import type { AccountParts } from './parts.ts';
import { passkeyChallengeLife, passkeysPerAccount } from './rules.ts';
import type { Passkey } from './store.ts';

const challengeBytes = 32;
/** COSE names of what every browser can make: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257];
/** None is asked for, so what a browser says of any is not read. */
const noExtensions = { clientExtensionResults: {} };

/** Much code for what few people use: read when somebody does. */
const webAuthn = () => import('@simplewebauthn/server');

/**
 * A passkey in place of the app's code (W3C Web Authentication, level 3): it cannot be typed into somebody else's page.
 * Signing in was the first factor, so a key that only asks to be touched is enough. It counts beside an app that is set up and
 * never instead of it, so that whoever loses a device has another way in.
 */
export class Passkeys {
  readonly #parts: AccountParts;
  readonly #relyingParty: { readonly id: string; readonly origin: string };
  constructor(parts: AccountParts) {
    this.#parts = parts;
    const { hostname, origin } = new URL(parts.publicUrl);
    this.#relyingParty = { id: hostname, origin };
  }

  list(accountId: string): Promise<Passkey[]> {
    return this.#parts.store.passkeys(accountId);
  }

  /** What a browser is asked for to make one. Throws `recent_sign_in_needed`, `too_many_passkeys`. */
  async begin(actor: Actor) {
    const account = await this.#parts.known(actor.accountId);
    const known = await this.#mayAdd(actor);
    const { generateRegistrationOptions } = await webAuthn();
    return generateRegistrationOptions({
      rpName: this.#parts.productName,
      rpID: this.#relyingParty.id,
      userName: account.email,
      userID: new TextEncoder().encode(account.id),
      challenge: await this.#challenge(actor),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: known.map(described),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
  }

  /** Keeps the one that was made. Throws `wrong_passkey`, `recent_sign_in_needed`, `too_many_passkeys`. */
  async add(actor: Actor, made: NewPasskey): Promise<void> {
    const { store, clock } = this.#parts;
    await this.#mayAdd(actor);
    const { verifyRegistrationResponse } = await webAuthn();
    const expected = await this.#expected(actor);
    const { transports = [], ...response } = made.response;
    const registration = { ...made, ...noExtensions, response: { ...response, transports } };
    const { registrationInfo } = await orWrong(
      verifyRegistrationResponse({ response: registration, supportedAlgorithmIDs: algorithms, ...expected }),
    );
    if (!registrationInfo) throw new AppError('wrong_passkey');
    const { id, publicKey, counter } = registrationInfo.credential;
    const row = { id, accountId: actor.accountId, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    await store.transaction(async (tx) => {
      if (!(await store.holdSecondFactor(tx, actor.accountId))) throw new AppError('wrong_passkey');
      refuseMore(await store.passkeys(actor.accountId, tx));
      if (!(await store.addPasskey(tx, { ...row, addedAt: new Date(clock.now()) }))) throw new AppError('wrong_passkey');
    });
  }

  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.#parts.store.removePasskey(accountId, id))) throw new AppError('not_found');
  }

  /** What a browser is asked for to prove one. Throws `not_found` for somebody who has none. */
  async ask(actor: Actor) {
    const known = await this.list(actor.accountId);
    if (known.length === 0) throw new AppError('not_found');
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID: this.#relyingParty.id,
      challenge: await this.#challenge(actor),
      allowCredentials: known.map(described),
      userVerification: 'preferred',
    });
  }

  /** Proves it for this session; what was signed counts once. Throws `wrong_passkey`. */
  async prove(actor: Actor, proof: PasskeyProof): Promise<void> {
    const { store, clock } = this.#parts;
    const expected = await this.#expected(actor);
    const passkey = (await this.list(actor.accountId)).find(({ id }) => id === proof.id);
    if (!passkey) throw new AppError('wrong_passkey');
    const { verifyAuthenticationResponse } = await webAuthn();
    const credential = {
      ...described(passkey),
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    };
    const { verified, authenticationInfo } = await orWrong(
      verifyAuthenticationResponse({ response: { ...proof, ...noExtensions }, ...expected, credential }),
    );
    if (!verified) throw new AppError('wrong_passkey');
    const at = new Date(clock.now());
    await store.transaction(async (tx) => {
      const stands = await store.holdSecondFactor(tx, actor.accountId);
      const counted = stands && (await store.notePasskey(tx, passkey, authenticationInfo.newCounter, at));
      if (!counted) throw new AppError('wrong_passkey');
      await store.noteSecondFactor(tx, actor.sessionId, at);
    });
  }

  async #mayAdd(actor: Actor): Promise<Passkey[]> {
    this.#parts.refuseOldSignIn(actor);
    const known = await this.list(actor.accountId);
    refuseMore(known);
    return known;
  }

  /** A fresh challenge for this session; the one before is void. */
  async #challenge({ sessionId }: Actor): Promise<Uint8Array<ArrayBuffer>> {
    const { store, random, clock } = this.#parts;
    const challenge = random.secret(challengeBytes);
    await store.setPasskeyChallenge({ sessionId, challenge, expiresAt: new Date(clock.now() + passkeyChallengeLife) });
    return new Uint8Array(Buffer.from(challenge, 'base64url'));
  }

  /** What an answer must be made for. The challenge is used up by asking for it. */
  async #expected({ sessionId }: Actor) {
    const taken = await this.#parts.store.takePasskeyChallenge(sessionId);
    if (!taken || taken.expiresAt.getTime() <= this.#parts.clock.now()) throw new AppError('wrong_passkey');
    const { id, origin } = this.#relyingParty;
    return { expectedChallenge: taken.challenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: false };
  }
}

function refuseMore(known: readonly Passkey[]): void {
  if (known.length >= passkeysPerAccount) throw new AppError('too_many_passkeys');
}

const described = ({ id, transports }: Passkey) => ({ id, transports: [...transports] });

/** Whatever is wrong with an answer is told in one way. */
async function orWrong<T>(verified: Promise<T>): Promise<T> {
  try {
    return await verified;
  } catch {
    throw new AppError('wrong_passkey');
  }
}
