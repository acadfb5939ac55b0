import type { Durations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import type { LengthWish } from '@unspoken/contract/lengths';
import { isAmongStrangers, type Pool } from '@unspoken/contract/matchmaking';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { withPeople } from './circumstances.ts';
import type { Eligibility } from './eligibility.ts';
import { isKnownPool } from './rules.ts';
import type { WaitingEntry } from './state.ts';

export interface ConnectRequest extends LengthWish {
  readonly pool: Pool;
  readonly noRepeat: boolean;
  readonly clickID: string;
}

export interface AdmissionOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly bus: Pick<Bus, 'node'>;
  /** The reason to refuse a connect request before the records are asked, if there is one. */
  readonly denialReason: (accountId: string) => Promise<ErrorCode | undefined>;
  readonly isSignedIn: (connection: Connection) => Promise<boolean>;
  /** The pool as it may be stored: secrets in its name are replaced. */
  readonly named: (pool: Pool) => Pool;
  /** Whether meetings shorter than the minute are offered here. */
  readonly hasLengths: boolean;
}

/** What a connect request becomes under the rules that apply now. */
export class Admission {
  readonly #eligibility: Eligibility;
  readonly #options: AdmissionOptions;

  constructor(eligibility: Eligibility, options: AdmissionOptions) {
    this.#eligibility = eligibility;
    this.#options = options;
  }

  /** The entry of a request, queued now. Throws the reason if the person may not connect. */
  async entryOf(
    connection: Connection,
    { clickID, pool: requested, noRepeat, length, orShorter }: ConnectRequest,
  ): Promise<WaitingEntry> {
    const { accountId, id: connectionId } = connection;
    const { clock, durations, bus, denialReason, named, isSignedIn, hasLengths } = this.#options;
    if (!isKnownPool(requested)) throw new AppError('experience_unknown');
    const wish = { ...(length && { length }), ...(orShorter && { orShorter }) };
    if (Object.keys(wish).length > 0 && !(hasLengths && isAmongStrangers(requested))) throw new AppError('bad_request');
    const pool = named(requested);
    if (!(await isSignedIn(connection))) throw new AppError('sign_in_required');
    const refused = await denialReason(accountId);
    if (refused) throw new AppError(refused);
    const people = await this.#eligibility.admitted(accountId, { pool, noRepeat });
    const now = clock.now();
    const own = { accountId, connectionId, node: bus.node, clickID, pool, noRepeat, ...wish };
    return withPeople({ ...own, queuedAt: now, askedAt: now, avoid: {} }, people, durations);
  }
}
