import { AppError } from '@unspoken/contract/errors';
import { mailboxOf } from '@unspoken/contract/mailbox';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys.ts';
import { mayBeInvited } from './rules.ts';
import type { InvitationStore } from './store.ts';

export interface RecipientsOptions {
  readonly store: InvitationStore;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Which mailboxes an invitation may be mailed to, by keyed hashes: most of their owners have no account here. */
export class Recipients {
  readonly #options: RecipientsOptions;
  constructor(options: RecipientsOptions) {
    this.#options = options;
  }

  /** Whether this address may be mailed an invitation now. Holds its mailbox until the transaction ends, so that no other is mailed meanwhile. */
  async mayBeInvited(tx: Database, addressKey: string): Promise<boolean> {
    const { store, clock } = this.#options;
    return mayBeInvited(await store.holdAddress(tx, this.#hashOf(addressKey)), clock.now());
  }

  noteInvited(tx: Database, addressKey: string): Promise<void> {
    const { store, clock } = this.#options;
    return store.noteInvited(tx, this.#hashOf(addressKey), new Date(clock.now()));
  }

  /** The link by which the owner of an address declines further invitations. Nothing is stored for it, and it does not expire. */
  declineUrl(addressKey: string): string {
    const { keys, publicUrl } = this.#options;
    return `${publicUrl}/unsubscribe/invitations/${keys.seal('no more invitations', this.#hashOf(addressKey))}`;
  }

  /** Declines further invitations by a mailed link; a second click is not an error. Throws `invalid_unsubscribe_link`. */
  async decline(token: string): Promise<void> {
    const { store, clock } = this.#options;
    await store.decline(this.#opened(token), new Date(clock.now()));
  }

  #opened(token: string): string {
    try {
      return this.#options.keys.open('no more invitations', token);
    } catch {
      throw new AppError('invalid_unsubscribe_link');
    }
  }

  #hashOf(addressKey: string): string {
    return this.#options.keys.hash('invited address', mailboxOf(addressKey));
  }
}
