import type { Pool } from '@unspoken/contract/matchmaking';

/** One person waiting. Plain data, so that any twin can keep it anywhere. */
export interface WaitingEntry {
  readonly accountId: string;
  readonly connectionId: string;
  /** The process that has their socket. */
  readonly node: string;
  readonly clickID: string;
  readonly pool: Pool;
  /** When the person began to wait, server epoch ms; kept when a pairing comes to nothing. */
  readonly since: number;
  /** When this socket asked for the place, server epoch ms: of two sockets with the same request the later one counts. */
  readonly askedAt: number;
  readonly noRepeat: boolean;
  /** Whom not to meet, each until a server instant (Infinity: for ever). */
  readonly avoid: Readonly<Record<string, number>>;
  /** Whom alone to meet; absent: anybody. */
  readonly only?: readonly string[];
}

/** The room that somebody is in. */
export interface RoomAssignment {
  readonly roomID: string;
  /** The process that holds it. */
  readonly node: string;
  /** The press that led there. */
  readonly clickID: string;
}

/** The place of somebody who waited and whose socket was lost. Nobody can be paired with them until they return to it. */
export interface ReservedEntry {
  readonly clickID: string;
  readonly since: number;
  /** From this server instant on, the place is lost. */
  readonly until: number;
}

/** Where somebody is: waiting, in a room, or neither. Never both. */
export interface Place {
  readonly waiting?: WaitingEntry;
  readonly room?: RoomAssignment;
  /** Only for somebody who neither waits nor is in a room. */
  readonly kept?: ReservedEntry;
}

/**
 * Why somebody comes to wait. `press`: they have pressed Connect; whatever they waited by is over, its place is kept.
 * `again`: what they wait by has changed, or may now be served; nothing happens unless the same press still waits on the same
 * socket. `back`: their pairing came to nothing; nothing happens unless they are free.
 */
export type Coming = 'press' | 'again' | 'back';

export type Entered =
  | { readonly became: 'waiting'; readonly entry: WaitingEntry; readonly insteadOf?: WaitingEntry }
  /** `first` has waited and is position 1; both are in the room from this instant. */
  | { readonly became: 'paired'; readonly first: WaitingEntry; readonly second: WaitingEntry; readonly insteadOf?: WaitingEntry }
  /** The press has been taken back, or has led where it could. */
  | { readonly became: 'ended' }
  | { readonly became: 'in room'; readonly room: RoomAssignment }
  /** `again` or `back` came too late. */
  | { readonly became: 'nothing' };

/** Somebody who is out of a room; the press they `finish` is over with it, as if it had been ended. */
export interface Leaving {
  readonly accountId: string;
  readonly finishes?: string;
}

/** A room as it would be, should somebody be found. */
export type ProposedRoom = Omit<RoomAssignment, 'clickID'>;

/**
 * Where each person is: the one book of who waits and who is in a room. Twins: in memory for one process, in Redis for
 * many; `state-contract.ts` is the suite that both must pass. Every method is atomic, so that nobody can be in two places
 * and no press that has ended can lead anywhere, however many processes ask at once.
 */
export interface MatchmakingState {
  /**
   * Takes the longest-waiting person who may be paired with `entry` into a room with them; if there is none, `entry`
   * waits, in the place its press has had before.
   */
  enter(entry: WaitingEntry, coming: Coming, room: ProposedRoom, now: number): Promise<Entered>;
  /** A press is over: it never leads to a room from now on. Answers what it had led to; that room is not yet left. */
  end(accountId: string, clickID: string): Promise<Place>;
  /**
   * Somebody's socket is gone: whoever waits by it does not any more, and their request keeps its place until then.
   * False if nobody waited by it.
   */
  leave(accountId: string, connectionId: string, until: number): Promise<boolean>;
  /** Like `leave`, for somebody whose pairing was dissolved while their socket was gone. Nothing if they wait or are in a room. */
  keep(accountId: string, clickID: string, until: number): Promise<void>;
  /** People are out of this room, all at once. Answers who of them was in it by a press that is over. */
  release(roomID: string, ...leaving: readonly Leaving[]): Promise<readonly string[]>;
  find(accountId: string): Promise<Place>;
  /** The process that holds a room; known for as long as the room may be asked for anything, and then some. */
  holderOf(roomID: string): Promise<string | undefined>;
  /** How many wait in each pool that is not empty, by `poolKey`. */
  counts(): Promise<ReadonlyMap<string, number>>;
}

/** How many ended presses are remembered for each person: enough for any repeat that is still on its way. */
export const endedRequestsKept = 32;
