import { isLanguage, type Role, roles, type User } from '@unspoken/contract/accounts';
import type { Snapshot, UserState } from '@unspoken/contract/encounters';
import type { Account } from '../accounts/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Connection } from '../platform/socket/gateway.ts';

/**
 * What a person is told about themselves: the account as its owner sees it, composed of what several domains know,
 * and on every socket the state the server holds them to be in.
 */
export interface SessionOptions {
  readonly encounters: Encounters;
  readonly matchmaking: Matchmaking;
  readonly fault: (error: unknown) => void;
}

export class Sessions {
  readonly #options: SessionOptions;
  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** The account as its owner sees it. */
  async user(account: Account): Promise<User> {
    const counters = await this.#options.encounters.counters(account.id);
    return {
      userId: account.id,
      role: roles.find((role): role is Role => role === account.role) ?? 'member',
      email: account.email,
      name: account.name,
      language: isLanguage(account.language) ? account.language : 'en',
      isPasswordExist: account.passwordHash !== null,
      needsVerification: account.verifiedAt === null,
      ...counters,
      HMGuidance1Accepted: account.guidanceAcceptedAt !== null,
      hasTriedToConnect: account.triedToConnectAt !== null,
      solicitedEmails: account.solicitedEmails,
      accountSuspended: account.suspended,
      myCircleMatched: 0,
      showPositionGuideline: !account.positionGuidelineHidden,
      termsAccepted: account.termsAcceptedAt !== null && account.over18At !== null,
    };
  }

  /** Tells a socket that has just opened what the server holds true, so that it can put itself right. */
  opened(connection: Connection): void {
    this.#snapshot(connection.accountId).then((snapshot) => connection.send('snapshot', snapshot), this.#options.fault);
  }

  async #snapshot(accountId: string): Promise<Snapshot> {
    const waiting = await this.#options.matchmaking.waiting(accountId);
    const { phase, ...room } = this.#options.encounters.snapshot(accountId);
    return { userState: userStateOf(phase, waiting !== undefined), ...room };
  }
}

const userStateOf = (phase: string | undefined, waiting: boolean): UserState => {
  if (phase === 'begun') return 'connected';
  if (phase === 'confirmed') return 'enteringRoom';
  return phase === 'greeting' || waiting ? 'waiting' : 'present';
};
