import type { Pool } from '@unspoken/contract/matchmaking';
import type { Connection } from '../platform/socket/gateway.ts';
import type { RoomAssignment, WaitingEntry } from './state.ts';

/** Opens rooms for the pairs found here. */
export interface Pairings {
  /** A name for the room to open if a partner is found in this pool. */
  nameRoom(pool: Pool): string;
  /**
   * Opens a room that the state has already assigned to both; the first has waited, the second has joined. `mayMeet` is called
   * once the room is recorded and before a client is notified. False if they may not meet; throws if it cannot be recorded.
   */
  open(roomID: string, first: WaitingEntry, second: WaitingEntry, mayMeet: () => Promise<boolean>): Promise<boolean>;
  /** Sends a client the room it is in once more. */
  sendAgain(room: RoomAssignment, connection: Connection): Promise<void>;
  /** Resolves once nobody is in a room that has ended any more, with true; with false if the room has not ended. */
  left(room: RoomAssignment): Promise<boolean>;
  /** A person cancels the request that led to this room. */
  cancel(room: RoomAssignment, accountId: string): Promise<void>;
}
