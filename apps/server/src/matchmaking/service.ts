import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { type MatchmakerEvent, matchmakerEvents, type Pool, poolKey } from '@unspoken/contract/matchmaking';
import type { Bus } from '../platform/bus.ts';
import { KeyedMutex } from '../platform/keyed-mutex.ts';
import { Signal } from '../platform/listeners.ts';
import { isAway, retryForever } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { Admission, type AdmissionOptions, type ConnectRequest } from './admission.ts';
import { Announcements } from './announcements.ts';
import { type Circumstances, isOutdated, type PoolCircumstances } from './circumstances.ts';
import { Eligibility, type EligibilityOptions } from './eligibility.ts';
import type { Pairings } from './pairings.ts';
import { Reservations } from './reservations.ts';
import { groupSpaceOf } from './rules.ts';
import { sendingFailure } from './sending-failure.ts';
import { StandingRequests } from './standing-requests.ts';
import type {
  Ended,
  Joined,
  MatchmakingState,
  Outcome,
  ProposedRoom,
  Refreshed,
  RoomAssignment,
  RoomExit,
  WaitingEntry,
} from './state.ts';
import { WaitingTimers } from './waiting-timers.ts';
import { type Wait, type WaitOutcome, Waits } from './waits.ts';

export type { Circumstances, ConnectRequest, Pairings, PoolCircumstances, RoomAssignment, Wait, WaitingEntry, WaitOutcome };

/**
 * Pairs two people who wait for each other. A connect request waits in one pool; the next request that fits gets a room with the
 * one that has waited longest. `MatchmakingState` decides who is paired; the records then say whether the two may still meet, and
 * the domain that serves pairings (`serve`) opens the room. When a pairing is dissolved, people still connected are requeued.
 */

export interface MatchmakingOptions extends EligibilityOptions, AdmissionOptions {
  readonly matchmakingState: MatchmakingState;
  readonly bus: Bus;
  /** The socket on which an entry waits, at any process; undefined if it is known to be closed. */
  readonly reach: (entry: WaitingEntry) => Connection | undefined;
  readonly fault: (error: unknown) => void;
}

/** Messages between processes: requeue this entry; eligibility has changed. */
const topics = { back: 'matchmaking back', eligibility: 'matchmaking eligibility' } as const;

type StateCall<Result extends Outcome> = (entry: WaitingEntry, room: ProposedRoom, now: number) => Promise<Result>;

export class Matchmaking {
  readonly #options: MatchmakingOptions;
  /** Runs what this process does for one person in order: a decision must not be made on data older than the entry it replaces. */
  readonly #mutex = new KeyedMutex();
  /** Rooms that the state may have assigned, and that are not open yet, or will not be. */
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #eligibility: Eligibility;
  readonly #admission: Admission;
  readonly #announcements: Announcements;
  readonly #timers: WaitingTimers;
  readonly #requests: StandingRequests;
  readonly #reservations: Reservations;
  /** How waits end. */
  readonly waits: Waits;
  readonly #entered = new Signal<readonly WaitingEntry[]>();
  /** Calls the listener with entries that wait from now on, wait on with renewed eligibility, or have just been paired. */
  readonly onEntered = this.#entered.add;
  #pairings: Pairings | undefined;

  constructor(options: MatchmakingOptions) {
    this.#options = options;
    this.#eligibility = new Eligibility(options);
    this.#requests = new StandingRequests(options);
    this.waits = new Waits(options.clock);
    this.#reservations = new Reservations({ ...options, waits: this.waits });
    this.#admission = new Admission(this.#eligibility, options);
    this.#announcements = new Announcements(this.#admission, options);
    this.#timers = new WaitingTimers({
      ...options,
      mutex: this.#mutex,
      refresh: (entry) => this.#refresh(entry),
      isNext: (entry) => this.#sendQueued(entry, { isNext: true }),
    });
    const { bus, fault } = options;
    bus.serve(topics.back, (entry: WaitingEntry) => this.requeue(entry));
    bus.serve(topics.eligibility, (accountIds: readonly string[]) => {
      this.#refreshAll(accountIds).catch(fault);
    });
  }

  serve(pairings: Pairings): void {
    this.#pairings = pairings;
  }

  /** Waits, or pairs at once. Throws `in_encounter`, `click_ended`, `experience_unknown`, `circle_empty`, `invitation_inactive` … */
  async connect(connection: Connection, click: ConnectRequest): Promise<void> {
    const { accountId } = connection;
    const connect = () => this.#mutex.run(accountId, () => this.#connect(connection, click));
    await sendingFailure(connection, matchmakerEvents.connectFailed, click.clickID, connect);
  }

  /**
   * Reserves the position of a request whose user still reads the guidance, for as long as this is repeated, and notifies the one
   * whom they would meet that somebody is getting ready. Throws as `connect` does.
   */
  announce(connection: Connection, request: ConnectRequest): Promise<void> {
    return this.#mutex.run(connection.accountId, () => this.#announcements.announce(connection, request));
  }

  async #connect(connection: Connection, request: ConnectRequest): Promise<void> {
    const { clickID } = request;
    this.#requests.paused.delete({ accountId: connection.accountId, clickID });
    let entry: WaitingEntry;
    try {
      entry = await this.#admission.entryOf(connection, request);
    } catch (error) {
      // A repeated request is answered with what the first one led to, even if it would be refused now.
      if (await this.#tellPlace(connection, clickID)) return;
      throw error;
    }
    let joined = await this.#join(entry);
    // The end of the room before may be about to be recorded.
    if (joined.outcome === 'in room' && joined.room.clickID !== clickID && (await this.#pairings?.left(joined.room)))
      joined = await this.#join(entry);
    if (joined.outcome === 'ended') throw new AppError('click_ended');
    if (joined.outcome === 'in room') await this.#repeatAnnouncement(joined.room, connection, clickID);
  }

  /** Sends a member the entry or room they already have; false if there is none. Throws `in_encounter`. */
  async #tellPlace(connection: Connection, clickID: string): Promise<boolean> {
    const { waiting, room } = await this.#options.matchmakingState.find(connection.accountId);
    if (room) await this.#repeatAnnouncement(room, connection, clickID);
    const waits = waiting?.clickID === clickID && waiting.connectionId === connection.id;
    if (waits) this.#sendQueued(waiting);
    return waits || room !== undefined;
  }

  async #repeatAnnouncement(room: RoomAssignment, connection: Connection, clickID: string): Promise<void> {
    if (room.clickID !== clickID) throw new AppError('in_encounter');
    await this.#pairings?.sendAgain(room, connection);
  }

  /** Cancels a request; once this resolves, it never leads to a room. Idempotent. */
  async cancel(connection: Connection, clickID: string): Promise<void> {
    const { accountId } = connection;
    this.#requests.ended.add({ accountId, clickID });
    await sendingFailure(connection, matchmakerEvents.cancelFailed, clickID, async () => {
      const { waiting, room, reserved } = await this.#options.matchmakingState.end(accountId, clickID);
      if (waiting) this.waits.ended(waiting, 'gave_up');
      if (reserved) this.#reservations.cancelled(accountId, reserved);
      if (room) await this.#pairings?.cancel(room, accountId);
      connection.send('matchmakerEvent', { type: matchmakerEvents.cancelReceived, clickID } satisfies MatchmakerEvent);
    });
  }

  /** Takes a request out of the queue, where it may continue for a while. One that is paired already is not paused: the client takes the room. */
  async pause({ accountId, id }: Connection, clickID: string): Promise<void> {
    await this.#mutex.run(accountId, async () => {
      const { waiting, room } = await this.#options.matchmakingState.find(accountId);
      if (room?.clickID === clickID) return;
      this.#requests.paused.add({ accountId, clickID });
      if (waiting?.clickID === clickID && waiting.connectionId === id) await this.#reservations.leave(accountId, id, 'gave_up');
    });
  }

  /** Returns an entry to its position after its pairing was dissolved. Decided at the process that has the socket. */
  async requeue(entry: WaitingEntry): Promise<void> {
    const { bus, clock, fault } = this.#options;
    if (entry.node !== bus.node) return bus.send(entry.node, topics.back, entry);
    const back = () => this.#mutex.run(entry.accountId, () => this.#requeueHere(entry));
    // Until the state can be reached, the client believes that it waits, and no other process would requeue it.
    await retryForever(clock, fault, back, isAway);
  }

  async #requeueHere(entry: WaitingEntry): Promise<void> {
    const { matchmakingState } = this.#options;
    if (this.#requests.paused.has(entry)) return this.#reservations.reserve(entry, 'gave_up');
    if (!this.reaches(entry)) return this.#reservations.reserve(entry, 'lost');
    const requeued = await this.#admitted(entry, (admitted) =>
      this.#enter(admitted, (...call) => this.#options.matchmakingState.requeue(...call)),
    );
    // The cancel was acknowledged, but the process that serves this socket may not have heard of it.
    if (requeued?.outcome === 'ended') this.sendRefusal(entry, 'matchmaker_failed');
    if (requeued?.outcome !== 'superseded') return;
    // Another request has taken the position meanwhile; state that had been lost could not return this entry as `replaced`.
    const { waiting, room } = await matchmakingState.find(entry.accountId);
    const taken = waiting ?? room;
    // Restored state may name a socket that has been replaced since: the socket that asked later has the entry.
    const isStale = waiting?.clickID === entry.clickID && waiting.askedAt < entry.askedAt;
    if (isStale) await this.#joinAgain(entry);
    if (!taken || taken.clickID === entry.clickID) return;
    if (waiting && waiting.queuedAt < entry.queuedAt) await this.#joinAgain(entry);
    else this.sendRefusal(entry, 'open_elsewhere');
  }

  #joinAgain(entry: WaitingEntry): Promise<Joined | undefined> {
    return this.#admitted(entry, (admitted) => this.#join(admitted));
  }

  /**
   * Removes people from a room, so that they may connect again. A request that is finished with it has led to what it was for, or
   * its socket is gone. Returns those whose request for the room has ended.
   */
  release(roomID: string, ...exits: readonly RoomExit[]): Promise<readonly string[]> {
    return this.#options.matchmakingState.release(roomID, ...exits);
  }

  /** Ends the request of an account that may not connect any more, and sends the reason. A room it is in is not affected here. */
  async withdraw(accountId: string, why: ErrorCode): Promise<void> {
    const { waiting } = await this.#options.matchmakingState.find(accountId);
    if (waiting) await this.refuse(waiting, why);
  }

  /** Whom these accounts may meet has changed. Once this resolves, nobody is paired under the old rules. */
  async eligibilityChanged(...accountIds: readonly string[]): Promise<void> {
    const { bus, fault } = this.#options;
    // Other processes may take a moment: the check of the records before each room is opened guarantees the rule.
    bus.broadcast(topics.eligibility, accountIds);
    await this.#refreshAll(accountIds).catch(fault);
  }

  async #refreshAll(accountIds: readonly string[]): Promise<void> {
    const { matchmakingState, bus } = this.#options;
    for (const accountId of accountIds)
      await this.#mutex.run(accountId, async () => {
        const { waiting } = await matchmakingState.find(accountId);
        if (waiting?.node === bus.node) await this.#renew(waiting);
      });
  }

  /** Ends the requests that wait by this process in group spaces that are shut, and sends the reason. */
  async refuseWhereShut(isShut: (groupSpace: string) => Promise<boolean>, why: ErrorCode): Promise<void> {
    const { matchmakingState, bus } = this.#options;
    for (const pool of (await matchmakingState.counts()).keys()) {
      const groupSpace = groupSpaceOf(pool);
      if (groupSpace === undefined || !(await isShut(groupSpace))) continue;
      for (const entry of await matchmakingState.waitingIn(pool)) if (entry.node === bus.node) await this.refuse(entry, why);
    }
  }
  counts(): Promise<ReadonlyMap<string, number>> {
    return this.#options.matchmakingState.counts();
  }

  closed(connection: Connection): void {
    this.#reservations.leave(connection.accountId, connection.id, 'lost').catch(this.#options.fault);
  }

  /** Whether an account would be paired if it connected now in a pool: with anybody who waits there, or with one of these entries. */
  async couldMeet(accountId: string, pool: Pool, entries?: readonly WaitingEntry[]): Promise<boolean> {
    const waiting = entries ?? (await this.#options.matchmakingState.waitingIn(poolKey(pool)));
    return this.#eligibility.couldMeet(accountId, pool, waiting);
  }

  async waiting(accountId: string): Promise<WaitingEntry | undefined> {
    return (await this.#options.matchmakingState.find(accountId)).waiting;
  }

  /** The connect request by which a member waits, or whose position is reserved for them. */
  async waitsUnder(accountId: string): Promise<string | undefined> {
    const { waiting, reserved } = await this.#options.matchmakingState.find(accountId);
    if (waiting) return waiting.clickID;
    return reserved && this.#options.clock.now() < reserved.until ? reserved.clickID : undefined;
  }

  async roomOf(accountId: string): Promise<RoomAssignment | undefined> {
    return (await this.#options.matchmakingState.find(accountId)).room;
  }

  /** The process that owns a room, if any does. */
  ownerOf(roomID: string): Promise<string | undefined> {
    return this.#options.matchmakingState.ownerOf(roomID);
  }

  /** Whether an entry has an open socket, as far as this process knows. */
  reaches(entry: WaitingEntry): boolean {
    return this.#requests.reaches(entry);
  }

  /** Whether this process may be about to open this room. */
  isOpening(roomID: string): boolean {
    return this.#opening.has(roomID);
  }

  /** Waits until a room that is about to open in this process has opened, or will not open. */
  async roomOpened(roomID: string): Promise<void> {
    await this.#opening.get(roomID)?.catch(() => {});
  }

  /** Continues with an entry under the rules that apply now; refuses it if the person may not connect any more. */
  async #admitted<Result>(entry: WaitingEntry, next: (entry: WaitingEntry) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await next(await this.#eligibility.renewed(entry));
    } catch (error) {
      if (!(error instanceof AppError) || isAway(error)) throw error;
      await this.refuse(entry, error.code);
      return undefined;
    }
  }

  async #join(entry: WaitingEntry): Promise<Joined> {
    const joined = await this.#enter(entry, (...call) => this.#options.matchmakingState.join(...call));
    if (joined.outcome === 'waiting' && isOutdated(joined.entry, this.#options.durations)) await this.#renew(joined.entry);
    return joined;
  }

  /** Refreshes a waiting entry with whom its person may meet now. */
  #renew(entry: WaitingEntry): Promise<Refreshed | Ended | undefined> {
    return this.#admitted(entry, (admitted) => this.#refresh(admitted));
  }

  #refresh(entry: WaitingEntry): Promise<Refreshed | Ended> {
    return this.#enter(entry, (...call) => this.#options.matchmakingState.refresh(...call));
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
    const { matchmakingState, bus, clock } = this.#options;
    if (this.#requests.ended.has(entry)) {
      await matchmakingState.end(entry.accountId, entry.clickID);
      return { outcome: 'ended' };
    }
    const decidedAt = clock.now();
    const entered = await call(entry, { roomID, node: bus.node }, decidedAt);
    if ('replaced' in entered && entered.replaced) this.sendRefusal(entered.replaced, 'open_elsewhere');
    if (entered.outcome === 'paired' || entered.outcome === 'waiting') this.#reservations.returned(entry);
    if (entered.outcome === 'paired') {
      this.#entered.emit(entered.first, entered.second);
      await this.#open(roomID, entered.first, entered.second);
    }
    if (entered.outcome === 'waiting') {
      this.#entered.emit(entered.entry);
      this.#timers.start(entered.entry, decidedAt);
      this.#sendQueued(entered.entry);
      // The socket may have been lost during the call, when its close handler found no entry waiting on it.
      if (!this.reaches(entered.entry)) await this.#reservations.leave(entry.accountId, entry.connectionId, 'lost');
    }
    return entered;
  }

  async #open(roomID: string, first: WaitingEntry, second: WaitingEntry): Promise<void> {
    const { clock, fault } = this.#options;
    try {
      const opened =
        (await this.#requests.stands(first)) &&
        (await this.#pairings?.open(roomID, first, second, () => this.#eligibility.mayStillMeet(first, second)));
      if (!opened) await this.#undo(roomID, first, second);
    } catch (error) {
      fault(error);
      // No room without its row in the database: both are notified, and may try again.
      for (const each of [first, second]) {
        this.sendRefusal(each, 'matchmaker_failed');
        this.waits.ended(each, 'refused');
      }
      const exits = [first, second].map(({ accountId, clickID }) => ({ accountId, finishes: clickID }));
      void retryForever(clock, fault, () => this.release(roomID, ...exits));
    }
  }

  /** Dissolves a room that no client knows of: requeues both, after a delay, so that state with an error in it does not loop. */
  async #undo(roomID: string, ...both: readonly WaitingEntry[]): Promise<void> {
    const { clock, durations, fault } = this.#options;
    await retryForever(clock, fault, () => this.release(roomID, ...both));
    clock.after(durations.requeueDelay, () => {
      for (const each of both) this.requeue(each).catch(fault);
    });
  }

  /** Ends a request, and notifies its client. */
  async refuse(entry: WaitingEntry, error: ErrorCode): Promise<void> {
    const { waiting } = await this.#options.matchmakingState.end(entry.accountId, entry.clickID);
    if (waiting) this.waits.ended(waiting, 'refused');
    this.sendRefusal(entry, error);
  }

  /** Notifies a client that its request has ended without a partner. */
  sendRefusal(entry: WaitingEntry, error: ErrorCode): void {
    this.#notify(entry, { type: matchmakerEvents.connectFailed, error, clickID: entry.clickID });
  }

  #sendQueued(entry: WaitingEntry, more: Pick<MatchmakerEvent, 'isNext'> = {}): void {
    this.#notify(entry, { type: matchmakerEvents.connectReceived, clickID: entry.clickID, ...more });
  }

  #notify(entry: WaitingEntry, event: MatchmakerEvent): void {
    this.#options.reach(entry)?.send('matchmakerEvent', event);
  }
}
