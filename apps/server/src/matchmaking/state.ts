import type { LengthWish } from '@unspoken/contract/lengths';
import type { Pool } from '@unspoken/contract/matchmaking';

/** What holds for a person while welcomers are preferred for newcomers. */
export interface Welcoming {
  /** The person has not completed a minute. */
  readonly isNew?: true;
  /** The person is preferred for newcomers. */
  readonly welcomes?: true;
  /**
   * From so long after they were queued, ms, only the order of the queue counts: until then the person may be passed over once for a newcomer,
   * and a newcomer waits for a welcomer. Absent: at once.
   */
  readonly orderAfter?: number;
}

/** One person who waits. Plain data, so that every implementation can store it. */
export interface WaitingEntry extends LengthWish, Welcoming {
  readonly accountId: string;
  readonly connectionId: string;
  /** The process that has the person's socket. */
  readonly node: string;
  readonly clickID: string;
  readonly pool: Pool;
  /** When the person began to wait, server epoch ms; kept when a pairing is dissolved. */
  readonly queuedAt: number;
  /** When this socket sent the request, server epoch ms: of two sockets with the same request the later one counts. */
  readonly askedAt: number;
  readonly noRepeat: boolean;
  /** Accounts not to be paired with, each until a server instant (Infinity: for ever). */
  readonly avoid: Readonly<Record<string, number>>;
  /** The only accounts to be paired with; absent: anybody. */
  readonly only?: readonly string[];
  /** In a gathering: from this server instant on, the person can be paired with a stand-in. */
  readonly aloneFrom?: number;
  /** The person stands in: they are only paired with somebody who has been alone for a while. */
  readonly standsIn?: true;
  /** The person has met somebody in this gathering before. */
  readonly hasMetHere?: true;
}

/** The room that a person is in. */
export interface RoomAssignment {
  readonly roomID: string;
  /** The process that owns it. */
  readonly node: string;
  /** The connect request that led to it. */
  readonly clickID: string;
}

/** The position in the queue of a person whose socket was lost. Nobody is paired with them until they return. */
export interface ReservedEntry {
  readonly clickID: string;
  readonly queuedAt: number;
  /** From this server instant on, the position is lost. */
  readonly until: number;
}

/** Whether a person waits, is in a room, or neither. Never both. */
export interface AccountState {
  readonly waiting?: WaitingEntry;
  readonly room?: RoomAssignment;
  /** Only for a person who neither waits nor is in a room. */
  readonly reserved?: ReservedEntry;
}

interface Waiting {
  readonly outcome: 'waiting';
  /** As requested, with the `queuedAt` that counts. */
  readonly entry: WaitingEntry;
}
interface Paired {
  readonly outcome: 'paired';
  /** The one who has waited, and is position 1. */
  readonly first: WaitingEntry;
  readonly second: WaitingEntry;
}
/** The request was cancelled, replaced, or has already led to an encounter. */
export interface Ended {
  readonly outcome: 'ended';
}
/** The state has changed since the caller read it, and is left as it is. */
interface Superseded {
  readonly outcome: 'superseded';
}

/** The position of a request is reserved; `first` is the entry that it would be paired with now. */
interface Announced {
  readonly outcome: 'announced';
  readonly first?: WaitingEntry;
}

export type Joined =
  /** `replaced`: the entry of another request of the same person, which has ended with this one. */
  (Admitted & { readonly replaced?: WaitingEntry }) | Ended | { readonly outcome: 'in room'; readonly room: RoomAssignment };
export type Admitted = Waiting | Paired;
export type Refreshed = Admitted | Superseded;
export type Requeued = Admitted | Ended | Superseded;
export type Outcome = Joined | Refreshed | Requeued;
export type Announcement = Announced | Ended | Superseded;

/** A person who leaves a room; the request that they `finishes` ends with it. */
export interface RoomExit {
  readonly accountId: string;
  readonly finishes?: string;
}

/** The room to open if a partner is found. */
export type ProposedRoom = Omit<RoomAssignment, 'clickID'>;

/**
 * Who waits and who is in a room. Two implementations: in memory for one process, in Redis for many; `state-contract.ts` is the
 * suite that both must pass. Every method is atomic, so that nobody can be in two places and no ended request can lead anywhere,
 * however many processes call at once.
 *
 * `join`, `refresh` and `requeue` pair the entry with the person who has waited longest of those it may be paired with; if there
 * is none, the entry waits, at the position its request had before. A welcomer is paired with the newcomer who has waited longest instead, if
 * each person who has waited longer than the newcomer may still be passed over.
 */
export interface MatchmakingState {
  /** A person asks to connect. Another request by which they wait ends, and hands its position on. */
  join(entry: WaitingEntry, room: ProposedRoom, now: number): Promise<Joined>;
  /**
   * A person gets ready to connect by this request: its position is reserved from the first announcement until `until`, as by
   * `leave`, and nobody is paired with it yet. Superseded if they wait or are in a room by another request.
   */
  announce(entry: WaitingEntry, until: number, now: number): Promise<Announcement>;
  /** Whom a waiting person may meet has changed. Superseded unless the same request still waits on the same socket. */
  refresh(entry: WaitingEntry, room: ProposedRoom, now: number): Promise<Refreshed>;
  /** The pairing of a person was dissolved. Superseded if they wait or are in a room by now. */
  requeue(entry: WaitingEntry, room: ProposedRoom, now: number): Promise<Requeued>;
  /** Ends a request: it never leads to a room from now on. Returns what it had led to, or was reserved; a room is not left by this. */
  end(accountId: string, clickID: string): Promise<AccountState>;
  /** A socket is lost: the entry that waits on it is removed and returned, and its position reserved. */
  leave(accountId: string, connectionId: string, until: number): Promise<WaitingEntry | undefined>;
  /**
   * Reserves the position of a person whose pairing was dissolved while their socket was lost. Does nothing if they wait or are in
   * a room.
   */
  reserve(accountId: string, clickID: string, until: number): Promise<void>;
  /** Removes people from a room, all at once. Returns those whose request for it has ended. */
  release(roomID: string, ...exits: readonly RoomExit[]): Promise<readonly string[]>;
  find(accountId: string): Promise<AccountState>;
  /** The process that owns a room; known for longer than the room can receive any message. */
  ownerOf(roomID: string): Promise<string | undefined>;
  /** The entries that wait in a pool, by its `poolKey`; the one that has waited longest first. */
  waitingIn(pool: string): Promise<readonly WaitingEntry[]>;
  /** How many wait in each pool that is not empty, by `poolKey`. */
  counts(): Promise<ReadonlyMap<string, number>>;
}

/** How many ended requests are remembered for each person: enough for every repetition that may still arrive. */
export const maxEndedRequests = 32;
