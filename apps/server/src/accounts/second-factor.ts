import { AppError } from '@unspoken/contract/errors';
import { Secret, TOTP } from 'otpauth';
import type { Actor } from './account-settings.ts';
import type { AccountDependencies, RecordAction } from './dependencies.ts';

/** The time step in seconds, and how many steps a clock may be off (RFC 6238, sections 4 and 5.2). */
const period = 30;
const drift = 1;
const recoveryCodes = 10;

export interface SecondFactorState {
  readonly setUp: boolean;
  readonly recoveryCodesLeft: number;
  readonly hasPasskey: boolean;
}

/** The second factor of people who can see reports: an authenticator app, with recovery codes in case it is lost. */
export class SecondFactor {
  readonly #dependencies: AccountDependencies;
  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  async state(accountId: string): Promise<SecondFactorState> {
    const { store } = this.#dependencies;
    const [factor, recoveryCodesLeft, passkeys] = await Promise.all([
      store.secondFactor(accountId),
      store.recoveryCodesLeft(accountId),
      store.passkeys(accountId),
    ]);
    return { setUp: factor?.confirmedAt != null, recoveryCodesLeft, hasPasskey: passkeys.length > 0 };
  }

  /** A new secret, in Base32 and as the URI for a QR code. Throws `second_factor_exists`, `recent_sign_in_needed`. */
  async begin(actor: Actor): Promise<{ secret: string; uri: string }> {
    const { store } = this.#dependencies;
    const account = await this.#dependencies.known(actor.accountId);
    this.#dependencies.refuseOldSignIn(actor);
    const secret = new Secret({ size: 20 });
    const sealed = this.#dependencies.keys.seal('second factor', secret.base32);
    if (!(await store.beginSecondFactor(account.id, sealed))) throw new AppError('second_factor_exists');
    return { secret: secret.base32, uri: this.#totp(secret.base32, account.email).toString() };
  }

  /**
   * Confirms the app by its first code; from now on the second factor is required. Returns the recovery codes, which cannot
   * be read again. Throws `recent_sign_in_needed`, `second_factor_exists`, `wrong_second_factor`.
   */
  async confirm(actor: Actor, code: string): Promise<string[]> {
    const { store, clock } = this.#dependencies;
    this.#dependencies.refuseOldSignIn(actor);
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

  /** Returns ten new recovery codes; the old ones are void. Throws `recent_sign_in_needed`, `wrong_second_factor`. */
  async renewRecoveryCodes(actor: Actor): Promise<string[]> {
    const { store } = this.#dependencies;
    this.#dependencies.refuseOldSignIn(actor);
    const { codes, hashes } = this.#freshCodes(actor.accountId);
    await store.transaction(async (tx) => {
      if (!(await store.lockSecondFactor(tx, actor.accountId))) throw new AppError('wrong_second_factor');
      await store.setRecoveryCodes(tx, actor.accountId, hashes);
    });
    return codes;
  }

  /** Proves the second factor for this session. A code works once. Throws `wrong_second_factor`. */
  async prove(actor: Actor, code: string): Promise<void> {
    const { store, clock } = this.#dependencies;
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

  /** Removes a second factor whose app and codes are lost, so that its owner can set up another. `note` records the reset. */
  async reset(accountId: string, note: RecordAction): Promise<void> {
    const { store, sessions } = this.#dependencies;
    const account = await this.#dependencies.known(accountId);
    const announce = await store.transaction(async (tx) => {
      await store.lockSecondFactor(tx, accountId);
      await store.dropSecondFactor(tx, accountId);
      await this.#dependencies.write(tx, account, { kind: 'factorReset' });
      await note(tx);
      return sessions.endAll(tx, accountId);
    });
    announce();
  }

  #freshCodes(accountId: string) {
    const codes = Array.from({ length: recoveryCodes }, () => grouped(this.#dependencies.random.digits(12)));
    return { codes, hashes: codes.map((each) => this.#hashOf(accountId, each)) };
  }

  /** A keyed hash, because all codes of twelve digits could be tried against a plain one. */
  #hashOf(accountId: string, code: string): string {
    return this.#dependencies.keys.hash('recovery code', `${accountId} ${plain(code)}`);
  }

  /** The time step a code belongs to; undefined unless it is a code of this secret for the current time, within the drift. */
  #step(sealed: string, code: string): number | undefined {
    const token = plain(code);
    // The library throws for input with as many characters as a code but a different number of bytes.
    if (!/^\d{6}$/.test(token)) return undefined;
    const timestamp = this.#dependencies.clock.now();
    const delta = this.#totp(this.#dependencies.keys.open('second factor', sealed), '').validate({
      token,
      timestamp,
      window: drift,
    });
    return delta === null ? undefined : Math.floor(timestamp / 1_000 / period) + delta;
  }

  #totp(secret: string, label: string): TOTP {
    return new TOTP({ issuer: this.#dependencies.productName, label, secret, period, digits: 6 });
  }
}

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '');
const grouped = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1-');
