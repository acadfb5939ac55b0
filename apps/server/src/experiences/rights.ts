import type { EndReason } from '@unspoken/contract/encounters';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { minuteType, type Pool } from '@unspoken/contract/matchmaking';
import { type Accounts, hasBetaAccess } from '../accounts/service.ts';
import type { Claims, ScriptedPair } from '../encounters/service.ts';
import type { Membership } from '../membership/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { Catalogue } from './catalogue.ts';

export interface RightsOptions {
  readonly catalogue: Pick<Catalogue, 'current'>;
  readonly membership: Pick<Membership, 'right' | 'claimTry' | 'settleTry' | 'releaseTries'>;
  readonly accounts: Pick<Accounts, 'byId'>;
  /** A personal invitation, by the hash of its code; undefined if there is none any more. */
  readonly invitation: (
    codeHash: string,
    from?: Database,
  ) => Promise<{ readonly host: string; readonly experienceType: string; readonly versionId: string | null } | undefined>;
}

/**
 * Who may take part in which experience. The minute is open to everybody. Strangers meet in others only as subscribers; members of a
 * circle may also use their free try; by an invitation only the host needs a right. Checked when connecting, when pairing, and in the
 * transaction that records the pair. Source: requirements/experiences 11.
 */
export class Rights implements Claims {
  readonly #options: RightsOptions;

  constructor(options: RightsOptions) {
    this.#options = options;
  }

  /** Why the account may not connect in this pool; undefined if it may. */
  async denial(accountId: string, pool: Pool): Promise<ErrorCode | undefined> {
    const { catalogue, accounts, invitation } = this.#options;
    const invited = pool.poolType === 'personalInvite' ? await invitation(pool.groupSpace) : undefined;
    if (pool.poolType === 'personalInvite' && invited?.experienceType !== pool.experienceType) return 'invitation_inactive';
    if (pool.experienceType === minuteType) return undefined;
    // Whom an invitation to a rehearsal is open to is decided with the invitation.
    if (invited?.versionId) return undefined;
    // A person who follows an invitation needs neither a right nor access to the beta: the host has both.
    const isFollower = invited !== undefined && invited.host !== accountId;
    const account = await accounts.byId(accountId);
    const version = catalogue.current(pool.experienceType, isFollower || (account !== undefined && hasBetaAccess(account)));
    if (!version) return 'experience_unknown';
    return isFollower || (await this.#hasRight(accountId, pool)) ? undefined : 'membership_needed';
  }

  /** Why the account may not invite somebody to this experience; undefined if it may. */
  async hostDenial(accountId: string, experienceType: string): Promise<ErrorCode | undefined> {
    // A host needs what a member of the circle needs.
    return this.denial(accountId, { experienceType, poolType: 'myCircle', groupSpace: 'open' });
  }

  async #hasRight(accountId: string, { poolType }: Pool): Promise<boolean> {
    const right = await this.#options.membership.right(accountId);
    return right === 'subscriber' || (right === 'try' && poolType !== 'anyone');
  }

  /** Claims the tries with which this pair meets. Throws `membership_needed` if one of them has no right any more. */
  async claim(tx: Database, { roomID, a, b, pool, invitation }: ScriptedPair): Promise<void> {
    const { membership } = this.#options;
    const invited = invitation === undefined ? undefined : await this.#options.invitation(invitation, tx);
    // A rehearsal is work.
    if (invited?.versionId) return;
    const host = invited?.host;
    for (const accountId of pool.poolType === 'personalInvite' ? [host] : [a, b]) {
      if (accountId === undefined) throw new AppError('membership_needed');
      const right = await membership.right(accountId, tx);
      if (right === 'subscriber') continue;
      const isClaimed = right === 'try' && pool.poolType !== 'anyone' && (await membership.claimTry(tx, accountId, roomID));
      if (!isClaimed) throw new AppError('membership_needed');
    }
  }

  /** A try is used after a natural end or the account's own manual end, and released after any other. */
  async settle(
    tx: Database,
    roomID: string,
    ends: readonly { readonly accountId: string; readonly reason: EndReason | undefined }[],
  ) {
    for (const { accountId, reason } of ends)
      await this.#options.membership.settleTry(tx, accountId, roomID, reason === 'natural' || reason === 'manual_self');
  }

  release(tx: Database, rooms: readonly string[]): Promise<void> {
    return this.#options.membership.releaseTries(tx, rooms);
  }
}
