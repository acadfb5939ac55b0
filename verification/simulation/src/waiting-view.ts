import type { WaitingEntry } from '@unspoken/server/matchmaking/state';

/** What the audit can ask about queued people. */
export interface WaitingView {
  waiting(): readonly WaitingEntry[];
  hasSocket(entry: WaitingEntry): boolean;
  isInTwoPlaces(accountId: string): boolean;
  /** Accounts that the matchmaking state still has in a room which has ended by the records. */
  inEndedRooms(): readonly string[];
  /** For how long all promises have had to hold again since the last fault, of these processes or of any, ms. */
  calmFor(nodes?: Iterable<string>): number;
  /** How long an entry may be queued without a socket, or at the same time as a compatible one, ms. */
  readonly patience: number;
}
