import type { EndReason } from '@unspoken/contract/encounters';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Database } from '../platform/database/database.ts';

/** A pair that is about to be recorded in a room with a script. */
export interface ScriptedPair {
  readonly roomID: string;
  readonly a: string;
  readonly b: string;
  readonly pool: Pool;
  /** With a personal invitation: the hash of its code. */
  readonly invitation?: string | undefined;
}

/** The rights that a room with a script consumes: claimed when the pair is recorded, settled when the room ends. */
export interface Claims {
  /** In the transaction that records the pair. Throws the reason if the two may not meet. */
  claim(tx: Database, pair: ScriptedPair): Promise<void>;
  /** In the transaction that ends the room, with the recorded end of each side. Idempotent. */
  settle(
    tx: Database,
    roomID: string,
    ends: readonly { readonly accountId: string; readonly reason: EndReason | undefined }[],
  ): Promise<void>;
  /** In the transaction that closes orphaned rooms. */
  release(tx: Database, rooms: readonly string[]): Promise<void>;
}

/** Nothing has to be claimed. */
export const noClaims: Claims = { claim: async () => {}, settle: async () => {}, release: async () => {} };
