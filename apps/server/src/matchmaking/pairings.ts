import type { Pool } from '@unspoken/contract/matchmaking';
import type { Connection } from '../platform/socket/gateway.ts';
import type { RoomAssignment, WaitingEntry } from './state.ts';

/** Whoever opens rooms for the pairs found here. */
export interface Pairings {
  /** A name for a room in this pool, should somebody be found. */
  nameRoom(pool: Pool): string;
  /**
   * Opens a room that the two are in already by the book; the first has waited, the second came. Before anybody hears of it,
   * and when it is recorded, `mayMeet` is asked. False if they may not; throws if it cannot be recorded.
   */
  open(roomID: string, first: WaitingEntry, second: WaitingEntry, mayMeet: () => Promise<boolean>): Promise<boolean>;
  /** Tells somebody of the room they are in once more. */
  tellAgain(room: RoomAssignment, connection: Connection): Promise<void>;
  /** The person takes back the press that led to this room. */
  cancel(room: RoomAssignment, accountId: string): Promise<void>;
}
