import { AppError } from '@unspoken/contract/errors';
import { Secret, TOTP } from 'otpauth';
import type { Actor } from './changing.ts';
import type { AccountParts, Note } from './parts.ts';

/** Seconds a code lasts, and how many steps a clock may be off (RFC 6238, sections 4 and 5.2). */
const period = 30;
const drift = 1;
const recoveryCodes = 10;

export interface SecondFactorState {
  readonly setUp: boolean;
  readonly recoveryCodesLeft: number;
  readonly hasPasskey: boolean;
}

/** Proof beyond the password for those who see what others reported: an authenticator app, and codes for the day it is lost. */
export class SecondFactor {
  readonly #parts: AccountParts;
  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  async state(accountId: string): Promise<SecondFactorState> {
    const { store } = this.#parts;
    const [factor, recoveryCodesLeft, passkeys] = await Promise.all([
      store.secondFactor(accountId),
      store.recoveryCodesLeft(accountId),
      store.passkeys(accountId),
    ]);
    return { setUp: factor?.confirmedAt != null, recoveryCodesLeft, hasPasskey: passkeys.length > 0 };
  }

  /** A secret for an app, in Base32 and as the address a QR code holds. Throws `second_factor_exists`, `recent_sign_in_needed`. */
  async begin(actor: Actor): Promise<{ secret: string; uri: string }> {
    const { store } = this.#parts;
    const account = await this.#parts.known(actor.accountId);
    this.#parts.refuseOldSignIn(actor);
    const secret = new Secret({ size: 20 });
    const sealed = this.#parts.keys.seal('second factor', secret.base32);
    if (!(await store.beginSecondFactor(account.id, sealed))) throw new AppError('second_factor_exists');
    return { secret: secret.base32, uri: this.#totp(secret.base32, account.email).toString() };
  }

  /** The app works: from now on it is asked for. Answers the recovery codes, which are told once. */
  async confirm(actor: Actor, code: string): Promise<string[]> {
    const { store, clock } = this.#parts;
    this.#parts.refuseOldSignIn(actor);
    const factor = await store.secondFactor(actor.accountId);
    if (factor?.confirmedAt) throw new AppError('second_factor_exists');
    const step = factor && this.#step(factor.secret, code);
    if (step === undefined) throw new AppError('wrong_second_factor');
    const at = new Date(clock.now());
    const { codes, hashes } = this.#freshCodes(actor.accountId);
    await store.transaction(async (tx) => {
      const confirmed = await store.confirmSecondFactor(tx, actor.accountId, at, step, hashes);
      if (!confirmed) throw new AppError('second_factor_exists');
      await store.noteSecondFactor(tx, actor.sessionId, at);
    });
    return codes;
  }

  /** Answers ten new recovery codes; those of before are void. Throws `recent_sign_in_needed`, `wrong_second_factor`. */
  async renewRecoveryCodes(actor: Actor): Promise<string[]> {
    const { store } = this.#parts;
    this.#parts.refuseOldSignIn(actor);
    const { codes, hashes } = this.#freshCodes(actor.accountId);
    await store.transaction(async (tx) => {
      if (!(await store.holdSecondFactor(tx, actor.accountId))) throw new AppError('wrong_second_factor');
      await store.setRecoveryCodes(tx, actor.accountId, hashes);
    });
    return codes;
  }

  /** Proves it for this session. A code counts once. Throws `wrong_second_factor`. */
  async prove(actor: Actor, code: string): Promise<void> {
    const { store, clock } = this.#parts;
    const factor = await store.secondFactor(actor.accountId);
    if (!factor?.confirmedAt) throw new AppError('wrong_second_factor');
    const step = this.#step(factor.secret, code);
    await store.transaction(async (tx) => {
      const taken =
        step === undefined
          ? await store.takeRecoveryCode(tx, actor.accountId, this.#hashOf(actor.accountId, code))
          : await store.takeStep(tx, actor.accountId, step);
      if (!taken) throw new AppError('wrong_second_factor');
      await store.noteSecondFactor(tx, actor.sessionId, new Date(clock.now()));
    });
  }

  /** The app is lost and so are the codes: whoever it is sets up another. `note` writes it down. */
  async reset(accountId: string, note: Note): Promise<void> {
    const { store, sessions } = this.#parts;
    const account = await this.#parts.known(accountId);
    const told = await store.transaction(async (tx) => {
      await store.holdSecondFactor(tx, accountId);
      await store.dropSecondFactor(tx, accountId);
      await this.#parts.write(tx, account, { kind: 'factorReset' });
      await note(tx);
      return sessions.endAll(tx, accountId);
    });
    told();
  }

  #freshCodes(accountId: string) {
    const codes = Array.from({ length: recoveryCodes }, () => grouped(this.#parts.random.digits(12)));
    return { codes, hashes: codes.map((each) => this.#hashOf(accountId, each)) };
  }

  /** Twelve digits can be tried out: only whoever has the key can compare them. */
  #hashOf(accountId: string, code: string): string {
    return this.#parts.keys.hash('recovery code', `${accountId} ${plain(code)}`);
  }

  /** The time step a code belongs to, if it is one of this secret's about now. */
  #step(sealed: string, code: string): number | undefined {
    const token = plain(code);
    // The library throws for what has the length of a code in characters and another in bytes.
    if (!/^\d{6}$/.test(token)) return undefined;
    const timestamp = this.#parts.clock.now();
    const delta = this.#totp(this.#parts.keys.open('second factor', sealed), '').validate({
      token,
      timestamp,
      window: drift,
    });
    return delta === null ? undefined : Math.floor(timestamp / 1_000 / period) + delta;
  }

  #totp(secret: string, label: string): TOTP {
    return new TOTP({ issuer: this.#parts.productName, label, secret, period, digits: 6 });
  }
}

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '');
const grouped = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1-');
