import type { WaitingEntry } from '@unspoken/server/matchmaking/state';

/** What the audit asks about the people who are waiting. */
export interface WaitingView {
  waiting(): readonly WaitingEntry[];
  hasSocket(entry: WaitingEntry): boolean;
  isInTwoPlaces(accountId: string): boolean;
  /** Accounts that the matchmaking state still has in a room which has ended by the records. */
  inEndedRooms(): readonly string[];
  /** For how long, ms, all promises have had to hold again since the last fault: of these processes, or of any. */
  calmFor(nodes?: Iterable<string>): number;
  /** How long somebody may wait without a socket, or beside a compatible partner, ms. */
  readonly patience: number;
}
