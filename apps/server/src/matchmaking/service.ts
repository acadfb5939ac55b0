import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import type { MatchmakerEvent, Pool } from '@unspoken/contract/matchmaking';
import type { Bus } from '../platform/bus.ts';
import { KeyedMutex } from '../platform/keyed-mutex.ts';
import { isAway, retryForever } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { Eligibility, type EligibilityOptions, type People } from './eligibility.ts';
import { EndedRequests } from './ended-requests.ts';
import type { Pairings } from './pairings.ts';
import { isKnownPool, mayPair } from './rules.ts';
import type {
  Ended,
  Joined,
  Leaving,
  MatchmakingState,
  ProposedRoom,
  Refreshed,
  Requeued,
  RoomAssignment,
  WaitingEntry,
} from './state.ts';

export type { Pairings, RoomAssignment, WaitingEntry };

/**
 * Pairs two people who wait for each other. A connect request waits in one pool; the next request that fits gets a room with the
 * one that has waited longest. `MatchmakingState` decides who is paired; the records then say whether the two may still meet, and
 * the domain that serves pairings (`serve`) opens the room. When a pairing is dissolved, people who are still connected return to
 * their position in the queue. A cancelled request never leads to a room.
 */

export interface Click {
  readonly pool: Pool;
  readonly noRepeat: boolean;
  readonly clickID: string;
}

export interface MatchmakingOptions extends EligibilityOptions {
  readonly places: MatchmakingState;
  readonly bus: Bus;
  /** Why a press of Connect is refused, if for anything, whatever stands in the records. */
  readonly objection: (accountId: string) => Promise<ErrorCode | undefined>;
  readonly isSignedIn: (connection: Connection) => Promise<boolean>;
  /** The pool as it may be written down: what is secret about it is hidden. */
  readonly named: (pool: Pool) => Pool;
  /** The socket of somebody who waits, wherever it is; undefined if it is known to be gone. */
  readonly reach: (entry: WaitingEntry) => Connection | undefined;
  readonly fault: (error: unknown) => void;
}

/** What processes tell each other: who is to come back, and whose company has changed; and ask: whether a press still stands. */
const topics = { back: 'matchmaking back', company: 'matchmaking company', stands: 'matchmaking stands' } as const;

type Outcome = Joined | Refreshed | Requeued;
type StateCall<Result extends Outcome> = (entry: WaitingEntry, room: ProposedRoom, now: number) => Promise<Result>;

export class Matchmaking {
  readonly #options: MatchmakingOptions;
  /** Runs what this process does for one person in order: a decision must not be made on data older than the entry it replaces. */
  readonly #serially = new KeyedMutex();
  /** Rooms that the state may have assigned, and that are not open yet, or will not be. */
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #eligibility: Eligibility;
  readonly #ended = new EndedRequests();
  #pairings: Pairings | undefined;

  constructor(options: MatchmakingOptions) {
    this.#options = options;
    this.#eligibility = new Eligibility(options);
    const { bus, fault } = options;
    bus.serve(topics.back, (entry: WaitingEntry) => this.requeue(entry));
    bus.serve(topics.stands, (entry: WaitingEntry) => this.#standsHere(entry));
    bus.serve(topics.company, (accountIds: readonly string[]) => {
      this.#lookAtCompany(accountIds).catch(fault);
    });
  }

  serve(pairings: Pairings): void {
    this.#pairings = pairings;
  }

  /** Waits, or pairs at once. Throws `in_encounter`, `click_ended`, `experience_unknown`, `circle_empty`, `invitation_inactive` … */
  async connect(connection: Connection, click: Click): Promise<void> {
    const { accountId } = connection;
    const connect = () => this.#serially.run(accountId, () => this.#connect(connection, click));
    await this.#tellingFailure(connection, 'connectRecievedError', click.clickID, connect);
  }

  async #connect(connection: Connection, { clickID, pool: wished, noRepeat }: Click): Promise<void> {
    const { accountId, id: connectionId } = connection;
    const { clock, bus, objection } = this.#options;
    if (!isKnownPool(wished)) throw new AppError('experience_unknown');
    const pool = this.#options.named(wished);
    let company: People;
    try {
      if (!(await this.#options.isSignedIn(connection))) throw new AppError('sign_in_required');
      const refused = await objection(accountId);
      if (refused) throw new AppError(refused);
      company = await this.#eligibility.admitted(accountId, { pool, noRepeat });
    } catch (error) {
      // The press may be here for the second time: then what it has led to counts, and not what could be said against it now.
      if (await this.#tellPlace(connection, clickID)) return;
      throw error;
    }
    const now = clock.now();
    const entry = { accountId, connectionId, node: bus.node, clickID, pool, queuedAt: now, askedAt: now, noRepeat, ...company };
    const joined = await this.#join(entry);
    if (joined.outcome === 'ended') throw new AppError('click_ended');
    if (joined.outcome === 'in room') await this.#tellAgain(joined.room, connection, clickID);
  }

  /** Tells somebody of the place they have already; false if they have none. Throws `in_encounter`. */
  async #tellPlace(connection: Connection, clickID: string): Promise<boolean> {
    const { waiting, room } = await this.#options.places.find(connection.accountId);
    if (room) await this.#tellAgain(room, connection, clickID);
    const waits = waiting?.clickID === clickID && waiting.connectionId === connection.id;
    if (waits) this.#tellQueued(waiting);
    return waits || room !== undefined;
  }

  async #tellAgain(room: RoomAssignment, connection: Connection, clickID: string): Promise<void> {
    if (room.clickID !== clickID) throw new AppError('in_encounter');
    await this.#pairings?.tellAgain(room, connection);
  }

  /** Takes a press back; once this resolves, it never yields a room. Idempotent. */
  async cancel(connection: Connection, clickID: string): Promise<void> {
    const { accountId } = connection;
    this.#ended.add(accountId, clickID);
    await this.#tellingFailure(connection, 'cancelRecievedError', clickID, async () => {
      const { room } = await this.#options.places.end(accountId, clickID);
      if (room) await this.#pairings?.cancel(room, accountId);
      connection.send('matchmakerEvent', { type: 'cancelRecieved', clickID } satisfies MatchmakerEvent);
    });
  }

  /** A pairing came to nothing: whoever is still there goes back to their old place. Decided where their socket is. */
  async requeue(entry: WaitingEntry): Promise<void> {
    const { bus, clock, fault } = this.#options;
    if (entry.node !== bus.node) return bus.tell(entry.node, topics.back, entry);
    const back = () => this.#serially.run(entry.accountId, () => this.#comeBack(entry));
    // While the book cannot be asked they believe to be waiting, and nobody else would put them back.
    await retryForever(clock, fault, back, isAway);
  }

  async #comeBack(entry: WaitingEntry): Promise<void> {
    const { reach, places } = this.#options;
    if (!reach(entry)) return places.reserve(entry.accountId, entry.clickID, this.#reservedUntil());
    const requeued = await this.#admitted(entry, (admitted) =>
      this.#enter(admitted, (...call) => this.#options.places.requeue(...call)),
    );
    // The cancel was acknowledged, but the process that serves this socket may not have heard of it.
    if (requeued?.outcome === 'ended') this.tellRefused(entry, 'matchmaker_failed');
    if (requeued?.outcome !== 'superseded') return;
    // Another request has taken the position meanwhile; after a loss the state could not say so when it did. The later one counts.
    const { waiting, room } = await places.find(entry.accountId);
    const taken = waiting ?? room;
    // State that came back from before the socket did names one that is gone; a socket that came later is not given up for this one.
    const isStale = waiting?.clickID === entry.clickID && waiting.askedAt < entry.askedAt;
    if (isStale) await this.#joinAgain(entry);
    if (!taken || taken.clickID === entry.clickID) return;
    if (waiting && waiting.queuedAt < entry.queuedAt) await this.#joinAgain(entry);
    else this.tellRefused(entry, 'open_elsewhere');
  }

  #joinAgain(entry: WaitingEntry): Promise<Joined | undefined> {
    return this.#admitted(entry, (admitted) => this.#join(admitted));
  }

  /**
   * The room is over for these people: they may be anywhere else. A press that somebody finishes has done what it was for, or nobody
   * is there to answer for it. Answers who of them was there by a press that is over.
   */
  release(roomID: string, ...leaving: readonly Leaving[]): Promise<readonly string[]> {
    return this.#options.places.release(roomID, ...leaving);
  }

  /**
   * Somebody may not connect any more: whatever they wait for is over, and they are told why. What becomes of a room they are in is
   * decided there; should they be put back, the records say why not.
   */
  async withdraw(accountId: string, why: ErrorCode): Promise<void> {
    const { waiting } = await this.#options.places.find(accountId);
    if (waiting) await this.refuse(waiting, why);
  }

  /** Whom somebody may meet has changed. Once this resolves, nobody is paired by what was true before. */
  async eligibilityChanged(...accountIds: readonly string[]): Promise<void> {
    const { bus, fault } = this.#options;
    // RemotePresence it may take a moment, and without the book none of it happens: it is the look at the records before each
    // room that holds this.
    bus.tellOthers(topics.company, accountIds);
    await this.#lookAtCompany(accountIds).catch(fault);
  }

  async #lookAtCompany(accountIds: readonly string[]): Promise<void> {
    const { places, bus } = this.#options;
    for (const accountId of accountIds)
      await this.#serially.run(accountId, async () => {
        const { waiting } = await places.find(accountId);
        if (waiting?.node === bus.node)
          await this.#admitted(waiting, (admitted) => this.#enter(admitted, (...call) => this.#options.places.refresh(...call)));
      });
  }

  counts(): Promise<ReadonlyMap<string, number>> {
    return this.#options.places.counts();
  }

  closed(connection: Connection): void {
    const { places, fault } = this.#options;
    places.leave(connection.accountId, connection.id, this.#reservedUntil()).catch(fault);
  }

  /** Until when the position of a person whose socket is lost now is reserved. */
  #reservedUntil(): number {
    const { clock, durations } = this.#options;
    return clock.now() + durations.placeKept;
  }

  async waiting(accountId: string): Promise<WaitingEntry | undefined> {
    return (await this.#options.places.find(accountId)).waiting;
  }

  /** The connect request by which somebody waits, or whose place is kept for them. */
  async waitsUnder(accountId: string): Promise<string | undefined> {
    const { waiting, reserved } = await this.#options.places.find(accountId);
    if (waiting) return waiting.clickID;
    return reserved && this.#options.clock.now() < reserved.until ? reserved.clickID : undefined;
  }

  async roomOf(accountId: string): Promise<RoomAssignment | undefined> {
    return (await this.#options.places.find(accountId)).room;
  }

  /** The process that owns a room, if any does. */
  ownerOf(roomID: string): Promise<string | undefined> {
    return this.#options.places.ownerOf(roomID);
  }

  /** Whether somebody who waits has a socket, as far as this process knows. */
  reaches(entry: WaitingEntry): boolean {
    return this.#options.reach(entry) !== undefined;
  }

  /** Whether this process may be just about to open this room. */
  isOpening(roomID: string): boolean {
    return this.#opening.has(roomID);
  }

  /** A room that is about to open in this process is open, or will not be. */
  async roomOpened(roomID: string): Promise<void> {
    await this.#opening.get(roomID)?.catch(() => {});
  }

  /** Continues with an entry under the rules that apply now; refuses it if the person may not connect any more. */
  async #admitted<Result>(entry: WaitingEntry, next: (entry: WaitingEntry) => Promise<Result>): Promise<Result | undefined> {
    try {
      const { only: _, ...rest } = entry;
      return await next({ ...rest, ...(await this.#eligibility.admitted(entry.accountId, entry)) });
    } catch (error) {
      if (!(error instanceof AppError) || isAway(error)) throw error;
      await this.refuse(entry, error.code);
      return undefined;
    }
  }

  async #join(entry: WaitingEntry): Promise<Joined> {
    const joined = await this.#enter(entry, (...call) => this.#options.places.join(...call));
    if ('replaced' in joined && joined.replaced) this.tellRefused(joined.replaced, 'open_elsewhere');
    return joined;
  }

  #enter<Result extends Outcome>(entry: WaitingEntry, call: StateCall<Result>): Promise<Result | Ended> {
    const roomID = this.#pairings?.nameRoom(entry.pool) ?? '';
    // Registered before the call: a cancel that reaches another process may arrive here before the result does.
    const entering = this.#enterOrOpen(roomID, entry, call).finally(() => this.#opening.delete(roomID));
    this.#opening.set(roomID, entering);
    return entering;
  }

  async #enterOrOpen<Result extends Outcome>(
    roomID: string,
    entry: WaitingEntry,
    call: StateCall<Result>,
  ): Promise<Result | Ended> {
    const { places, bus, clock } = this.#options;
    if (this.#ended.has(entry)) {
      await places.end(entry.accountId, entry.clickID);
      return { outcome: 'ended' };
    }
    const entered = await call(entry, { roomID, node: bus.node }, clock.now());
    if (entered.outcome === 'paired') await this.#open(roomID, entered.first, entered.second);
    if (entered.outcome === 'waiting') {
      this.#lookAgain(entered.entry);
      this.#tellQueued(entered.entry);
      // The socket may have been lost during the call, and whoever noticed found nobody waiting on it.
      if (!this.reaches(entered.entry)) await places.leave(entry.accountId, entry.connectionId, this.#reservedUntil());
    }
    return entered;
  }

  /** Two who avoided each other may wait side by side when their hour ends: then nobody else's coming would pair them. */
  #lookAgain(entry: WaitingEntry): void {
    const { clock, places, fault } = this.#options;
    const now = clock.now();
    const next = Math.min(...Object.values(entry.avoid).filter((until) => until > now));
    if (!Number.isFinite(next)) return;
    const look = async () => {
      const { waiting } = await places.find(entry.accountId);
      if (waiting?.clickID === entry.clickID && waiting.connectionId === entry.connectionId)
        await this.#enter(waiting, (...call) => this.#options.places.refresh(...call));
    };
    clock.after(next - now, () => {
      this.#serially.run(entry.accountId, look).catch(fault);
    });
  }

  async #open(roomID: string, first: WaitingEntry, second: WaitingEntry): Promise<void> {
    const { clock, fault } = this.#options;
    try {
      const opened =
        (await this.#stands(first)) &&
        (await this.#pairings?.open(roomID, first, second, () => this.#mayStillMeet(first, second)));
      if (!opened) await this.#undo(roomID, first, second);
    } catch (error) {
      fault(error);
      // No room without its row in the ledger: both are told, and both may try again.
      for (const each of [first, second]) this.tellRefused(each, 'matchmaker_failed');
      const leaving = [first, second].map(({ accountId, clickID }) => ({ accountId, finishes: clickID }));
      void retryForever(clock, fault, () => this.release(roomID, ...leaving));
    }
  }

  /** Whether the press of somebody who waits by the book still stands, as the process knows that has their socket. */
  async #stands(entry: WaitingEntry): Promise<boolean> {
    const { bus } = this.#options;
    if (entry.node === bus.node) return this.#standsHere(entry);
    try {
      return await bus.ask<boolean>(entry.node, topics.stands, entry);
    } catch (error) {
      // Nobody could tell them of their room, either.
      if (isAway(error)) return false;
      throw error;
    }
  }

  #standsHere(entry: WaitingEntry): boolean {
    return !this.#ended.has(entry) && this.reaches(entry);
  }

  /** The book knows what was true when each of the two came. Whatever has been recorded since counts as well. */
  async #mayStillMeet(first: WaitingEntry, second: WaitingEntry): Promise<boolean> {
    const { standing, clock } = this.#options;
    try {
      const [company, ...objections] = await Promise.all([
        this.#eligibility.of(first.accountId, first),
        ...[first, second].map(({ accountId, pool }) => standing(accountId, pool)),
      ]);
      const { only: _, ...waited } = first;
      return objections.every((each) => each === undefined) && mayPair({ ...waited, ...company }, second, clock.now());
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Nobody has heard of this room: both go back to where they were, by what is true now. Not at once, or a book that errs would never rest. */
  async #undo(roomID: string, ...both: readonly WaitingEntry[]): Promise<void> {
    const { clock, durations, fault } = this.#options;
    await retryForever(clock, fault, () => this.release(roomID, ...both));
    clock.after(durations.pairAgain, () => {
      for (const each of both) this.requeue(each).catch(fault);
    });
  }

  /** What fails is said as an event as well as in the acknowledgement: not every client asks for one. */
  async #tellingFailure(
    connection: Connection,
    type: MatchmakerEvent['type'],
    clickID: string,
    task: () => Promise<void>,
  ): Promise<void> {
    try {
      await task();
    } catch (error) {
      const code = error instanceof AppError && error.code !== 'unavailable' ? error.code : 'matchmaker_failed';
      connection.send('matchmakerEvent', { type, error: code, clickID } satisfies MatchmakerEvent);
      throw error;
    }
  }

  /** Ends a press, and tells whoever pressed that it leads nowhere. */
  async refuse(entry: WaitingEntry, error: ErrorCode): Promise<void> {
    await this.#options.places.end(entry.accountId, entry.clickID);
    this.tellRefused(entry, error);
  }

  /** A press is over and leads nowhere: whoever pressed is told. */
  tellRefused(entry: WaitingEntry, error: ErrorCode): void {
    this.#tell(entry, { type: 'connectRecievedError', error, clickID: entry.clickID });
  }

  #tellQueued(entry: WaitingEntry): void {
    this.#tell(entry, { type: 'connectRecieved', clickID: entry.clickID });
  }

  #tell(entry: WaitingEntry, event: MatchmakerEvent): void {
    this.#options.reach(entry)?.send('matchmakerEvent', event);
  }
}
