import type { Durations } from '@unspoken/contract/durations';
import { endReasonPairs, type RoomMessage } from '@unspoken/contract/encounters';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import type { Circle } from '@unspoken/server/circle/service';
import type { MemoryEncounterStore, MemoryRow } from '@unspoken/server/encounters/memory-store';
import { mayPair } from '@unspoken/server/matchmaking/rules';
import type { MatchmakingState, WaitingEntry } from '@unspoken/server/matchmaking/state';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Deliveries } from './deliveries.ts';
import type { GatheringAudit } from './gathering-audit.ts';
import { compatibleWith, observedState } from './observed-state.ts';
import { Passing } from './passing.ts';
import { Seniority } from './seniority.ts';
import type { WaitingView } from './waiting-view.ts';
import type { WorldWelcoming } from './welcoming.ts';

/** A broken promise, and what was observed. The run stops at the first. */
export class Violation extends Error {
  readonly promise: string;
  constructor(promise: string, seen: string) {
    super(`[${promise}] ${seen}`);
    this.promise = promise;
  }
}

const hour = 3_600_000;

interface AuditOptions {
  readonly now: () => number;
  readonly durations: Durations;
  readonly store: MemoryEncounterStore;
  /** Whether several processes share the matchmaking state, which then answers with a delay. */
  readonly isShared: boolean;
  /** Whether what this account sends may have been on its way for longer than a real socket lives without an answer. */
  readonly isHeldUp?: (accountId: string) => boolean;
  /** Where there are gatherings. */
  readonly gatherings?: GatheringAudit | undefined;
  /** Where there are short meetings and welcomers. */
  readonly welcoming?: WorldWelcoming | undefined;
  /** Called for each confirmed room that has ended, with the processes involved in it; throws if the end has no cause. */
  readonly ended?: (roomID: string, row: MemoryRow, nodes: ReadonlySet<string>) => void;
}

/** How long after others have closed its room a process that was cut off may still announce, and record, a start, ms. */
const lateStart = 120_000;

interface OpenRoom {
  readonly a: string;
  readonly b: string;
  readonly openedAt: number;
  /** The processes that have owned it, and those that had the sockets of its two sides. */
  readonly nodes: Set<string>;
  /** Whether there has been a fault of one of these, or of all, since it opened. */
  isOrphan: boolean;
  /** Whether the start of its minute has been checked. */
  begun: boolean;
}

/**
 * Watches the server from outside: who is queued, which rooms open, what is sent to whom. Keeps its own records, so that
 * a component that reports something false is detected. The numbers are those of docs/requirements/promises.md.
 */
export class ServerAudit {
  readonly #isShared: boolean;
  readonly #now: () => number;
  readonly #durations: Durations;
  readonly #seniority: Seniority;
  readonly #cancelled = new Set<string>();
  /** All accounts that have ever been queued. */
  readonly everWaited = new Set<string>();
  readonly #passing: Passing;
  readonly #noRepeat = new Map<string, boolean>();
  readonly #met = new Map<string, number>();
  readonly deliveries = new Deliveries();
  readonly #seeing = new Set<string>();
  readonly #positions = new Map<string, string>();
  readonly #apart = new Set<string>();
  readonly #parting = new Set<string>();
  /** Who has added whom, as acknowledged; while a change is under way, either answer is correct. */
  readonly #adds = new Map<string, 'yes' | 'no' | 'changing'>();
  readonly #openRooms = new Map<string, OpenRoom>();
  readonly #endedWithoutStart = new Map<string, OpenRoom>();
  readonly store: MemoryEncounterStore;
  readonly #options: AuditOptions;
  violation: Violation | undefined;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#isShared = options.isShared;
    this.#now = options.now;
    this.#durations = options.durations;
    this.store = options.store;
    this.#passing = new Passing(options.now);
    this.#seniority = new Seniority({
      now: options.now,
      reservationLife: options.durations.reservationLife,
      tolerance: options.isShared ? 3_000 : 0,
    });
  }

  /** Wraps the matchmaking state: every answer is checked for fairness and for the rules of pairing. */
  audited(state: MatchmakingState): MatchmakingState {
    if (this.#isShared) return this.#auditedShared(state);
    return observedState({ state, seniority: this.#seniority, now: () => this.#now() }, async (entry, now, enter) => {
      const compatible = await compatibleWith(state, this.everWaited, entry, now);
      const entered = await enter();
      if (entered.outcome === 'waiting') this.#checkSeniority(entered.entry);
      if (entered.outcome === 'paired') {
        const { first, second } = entered;
        this.#checkSeniority(second);
        this.#checkPair(first, second);
        const { welcoming } = this.#options;
        const [eldest = first] = compatible;
        const problem = welcoming?.choiceProblem({ first, second, compatible });
        this.#require('MAT-41', problem === undefined, problem ?? '');
        const isOvertaken = !welcoming && eldest.queuedAt < first.queuedAt;
        this.#require('A8', !isOvertaken, `${eldest.accountId} was overtaken by ${first.accountId}`);
      }
      this.everWaited.add(entry.accountId);
      const admitted = entered.outcome === 'waiting' ? [entry] : entered.outcome === 'paired' ? [entry, entered.first] : [];
      for (const each of admitted) this.#options.welcoming?.admitted(each);
      return entered;
    });
  }

  /** Wraps shared matchmaking state. It answers with a delay, so fairness is left to the contract of both implementations. */
  #auditedShared(state: MatchmakingState): MatchmakingState {
    return observedState({ state, seniority: this.#seniority, now: () => this.#now() }, async (entry, _, enter) => {
      this.everWaited.add(entry.accountId);
      const entered = await enter().catch((error: unknown) => {
        this.#seniority.unanswered(entry.accountId, entry.queuedAt);
        throw error;
      });
      if (entered.outcome === 'waiting') this.#checkSeniority(entered.entry);
      if (entered.outcome === 'paired') this.#checkSeniority(entered.second);
      return entered;
    });
  }

  /** The matchmaking state has been lost, and with it the seniority of every request. */
  stateLost(): void {
    this.#options.welcoming?.forget();
    this.#seniority.stateLost();
  }

  /** No connect request loses its seniority. */
  #checkSeniority(entry: WaitingEntry): void {
    this.#noRepeat.set(entry.accountId, entry.noRepeat);
    const problem = this.#seniority.problem(entry);
    this.#require('A8', problem === undefined, problem ?? '');
  }

  cancelled(accountId: string, clickID: string): void {
    this.#cancelled.add(`${accountId} ${clickID}`);
  }

  /** This process, or each, may have lost its memory; others close or continue its rooms. Returns the rooms concerned. */
  disturbed(node?: string, accountIds: readonly string[] = []): readonly string[] {
    this.#seniority.cutOff(accountIds);
    const concerned = [...this.#openRooms].filter(([, { nodes }]) => node === undefined || nodes.has(node));
    for (const [, open] of concerned) open.isOrphan = true;
    return concerned.map(([roomID]) => roomID);
  }

  /** This process is involved in the room from now on. */
  involves(roomID: string, node: string): void {
    this.#openRooms.get(roomID)?.nodes.add(node);
  }

  /** A member reports that they see their partner. */
  sees(roomID: string, accountId: string): void {
    this.#seeing.add(`${roomID} ${accountId}`);
  }

  /** A report is under way: whether the two are separated is unknown until it is acknowledged. */
  separating(one: string, other: string): void {
    this.#parting.add(pairOf(one, other));
  }

  separated(one: string, other: string): void {
    this.#apart.add(pairOf(one, other));
  }

  circle(adder: string, added: string, is: 'yes' | 'no' | 'changing'): void {
    this.#adds.set(`${adder} ${added}`, is);
  }

  opening(first: WaitingEntry, second: WaitingEntry, roomsOf: (accountId: string) => boolean): void {
    for (const { accountId, clickID } of [first, second]) {
      this.#require(
        'A10',
        !this.#cancelled.has(`${accountId} ${clickID}`),
        `${accountId} got a room for a cancelled connect request`,
      );
      // A process may still own a room that the rebuilt matchmaking state no longer has: then the database decides.
      this.#require('A1', this.#isShared || !roomsOf(accountId), `${accountId} is in two rooms`);
    }
  }

  opened(roomID: string, first: WaitingEntry, second: WaitingEntry, owner: string): void {
    // Checked here because the database has just been asked; Redis answered a moment ago, and may have lost its state before that.
    this.#checkPair(first, second);
    const { gatherings, welcoming } = this.#options;
    for (const { promise, seen } of gatherings?.pairing(first, second) ?? []) this.#require(promise, false, seen);
    for (const { promise, seen } of welcoming?.roomProblems(roomID, first, second) ?? []) this.#require(promise, false, seen);
    const nodes = new Set([owner, first.node, second.node]);
    const [a, b] = [first.accountId, second.accountId];
    this.#openRooms.set(roomID, { a, b, openedAt: this.#now(), nodes, isOrphan: false, begun: false });
  }

  /** Checks everything the server sends, at the moment it is sent. */
  sent(connection: Connection, event: string, payload: unknown): void {
    if (event === 'matchmakerEvent') this.#checkMatchmakerEvent(connection, payload as MatchmakerEvent);
    if (event !== 'room:message') return;
    const message = payload as RoomMessage;
    const row = this.store.rows.get(message.roomID);
    const position = row?.a === connection.accountId ? 1 : row?.b === connection.accountId ? 2 : undefined;
    this.#require('B1', position !== undefined, `${connection.accountId} received a message of a room they are not in`);
    this.#require('B1', message.position !== position, `${connection.accountId} received their own message`);
    if (message.name === 'close') return;
    this.deliveries.received(message.roomID, position, message.seq);
  }

  /** Notes a violation found within a call, whose caller would take it for a failure. */
  observed(look: () => void): void {
    try {
      look();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation ??= error;
    }
  }

  /** A process has refused a description of an honest client because of its sound. */
  refusedSound(accountId: string, { roomID }: { readonly roomID: string }): void {
    this.#require(
      'ENC-35',
      this.#options.isHeldUp?.(accountId) ?? false,
      `a description of ${accountId} was refused in ${roomID}`,
    );
  }

  /** After every step: checks what must hold at every instant, or may be violated only while an installation recovers. */
  check(by: WaitingView, looks: boolean): void {
    for (const key of this.deliveries.excessive()) this.#require('B3', false, `more was received in ${key} than was accepted`);
    // Where a condition may last for a while, checking it now and then is enough.
    if (looks || by.patience === 0) this.#checkWaiting(by);
    for (const [roomID, open] of this.#openRooms) {
      const row = this.store.rows.get(roomID);
      if (!row) continue;
      if (row.confirmedAt === undefined && !row.end && !open.isOrphan)
        this.#require(
          'A7',
          this.#now() - open.openedAt <= this.#durations.peerNoAnswerTimeout + 1_000,
          `the hello of ${roomID} was waited for too long`,
        );
      this.#checkStart(roomID, open, row);
      if (row.end) {
        this.#openRooms.delete(roomID);
        this.#checkEnd(roomID, open);
        if (!open.begun) this.#endedWithoutStart.set(roomID, open);
      }
    }
    for (const [roomID, open] of this.#endedWithoutStart) {
      const row = this.store.rows.get(roomID);
      if (row) this.#checkStart(roomID, open, row);
      if (open.begun || this.#now() - (row?.end?.endedAt ?? 0) > lateStart) this.#endedWithoutStart.delete(roomID);
    }
  }

  #checkStart(roomID: string, open: OpenRoom, { connectedAt }: MemoryRow): void {
    if (connectedAt === undefined || open.begun) return;
    open.begun = true;
    this.#require(
      'A11',
      open.isOrphan || [open.a, open.b].every((each) => this.#seeing.has(`${roomID} ${each}`)),
      `the minute of ${roomID} began before both saw each other`,
    );
    const pair = pairOf(open.a, open.b);
    this.#met.set(pair, Math.max(this.#met.get(pair) ?? 0, connectedAt));
    this.#options.gatherings?.began(open.a, open.b, connectedAt);
  }

  #checkWaiting(by: WaitingView): void {
    const waiting = by.waiting();
    const inEndedRooms = by.inEndedRooms();
    if (waiting.length === 0 && inEndedRooms.length === 0 && this.#passing.isEmpty) return;
    const passing = new Map<string, string>();
    for (const entry of waiting) {
      const { accountId, connectionId } = entry;
      this.#require('A1', !by.isInTwoPlaces(accountId), `${accountId} waits and is in a room`);
      if (!by.hasSocket(entry)) passing.set(`A9 ${connectionId}`, `${accountId} waits without a socket`);
    }
    for (let i = 1; i < waiting.length; i++)
      for (let j = 0; j < i; j++) {
        const [one, other] = [waiting[j] as WaitingEntry, waiting[i] as WaitingEntry];
        if (mayPair(one, other, this.#now() - 1))
          passing.set(`A8 ${one.clickID} ${other.clickID}`, `${one.accountId} and ${other.accountId} wait side by side`);
      }
    for (const accountId of inEndedRooms) passing.set(`A1 ${accountId}`, `${accountId} is in a room that has ended`);
    const isApart = (one: string, other: string) => {
      const pair = pairOf(one, other);
      return this.#apart.has(pair) || this.#parting.has(pair);
    };
    for (const [key, seen] of this.#options.gatherings?.passing(waiting, isApart) ?? []) passing.set(key, seen);
    for (const { promise, seen } of this.#passing.broken(passing, by)) this.#require(promise, false, seen);
  }

  /** Once the world is at rest: checks the conservation laws. */
  async conserve(
    accounts: Iterable<string>,
    circle: Pick<Circle, 'matched'>,
    counted: number,
    [surely, perhaps]: readonly [number, number],
  ): Promise<void> {
    this.#require('D1', counted >= surely && counted <= perhaps, `${counted} are counted, ${surely} to ${perhaps} are here`);
    for (const accountId of accounts) {
      const matched = await circle.matched(accountId);
      for (const other of accounts) {
        const apart = this.#apart.has(pairOf(accountId, other));
        if (!apart && this.#parting.has(pairOf(accountId, other))) continue;
        const both = [`${accountId} ${other}`, `${other} ${accountId}`].every((key) => this.#adds.get(key) === 'yes');
        this.#require(
          'C5',
          matched.has(other) === (both && !apart),
          `the circle of ${accountId} and ${other} is not what was acknowledged`,
        );
      }
    }
    const rows = [...this.store.rows.values()];
    let completed = 0;
    for (const accountId of accounts) {
      const counters = await this.store.counters(accountId);
      completed += counters.completedMinutes;
      const rooms = new Set<string>();
      let thanks = 0;
      for (const [key, thank] of this.store.thanks) {
        if (thank.receiver !== accountId) continue;
        thanks++;
        rooms.add(`${key.split(' ')[0]} ${thank.giver}`);
      }
      this.#require(
        'C4',
        thanks === rooms.size && counters.thanksReceived === rooms.size,
        `${accountId} was thanked twice for one encounter`,
      );
    }
    // Of short meetings none counts.
    const whole = rows.filter(({ length }) => length === undefined);
    const natural = whole.filter(({ end }) => end?.reasonA === 'natural' && end.reasonB === 'natural').length;
    this.#require('C3', completed === 2 * natural, `${completed} completed minutes for ${natural} natural encounters`);
  }

  /** No client is sent a room that is not in the ledger, and the two sides are sent different positions. */
  #checkMatchmakerEvent(connection: Connection, { type, roomID, position }: MatchmakerEvent): void {
    if (type !== matchmakerEvents.connectReceived || roomID === undefined) return;
    this.#require('C1', this.store.rows.has(roomID), `${connection.accountId} was sent ${roomID}, which is not recorded`);
    const key = `${roomID} ${position}`;
    const other = this.#positions.get(key);
    this.#require('A2', other === undefined || other === connection.accountId, `two are ${position} in ${roomID}`);
    this.#positions.set(key, connection.accountId);
  }

  #checkPair(waited: WaitingEntry, joined: WaitingEntry): void {
    this.#require('A2', waited.accountId !== joined.accountId, `${joined.accountId} was paired with themselves`);
    const [one, other] = [waited.accountId, joined.accountId];
    this.#require('A4', !this.#apart.has(pairOf(one, other)), `${one} and ${other} were paired after a report`);
    const added = (adder: string, whom: string) => (this.#adds.get(`${adder} ${whom}`) ?? 'no') !== 'no';
    const match = added(one, other) && added(other, one);
    this.#require('A3', waited.pool.poolType !== 'myCircle' || match, `${one} and ${other} met as a circle and are none`);
    this.#require('A3', waited.pool.poolType === joined.pool.poolType, `${one} and ${other} waited in different pools`);
    if (!waited.noRepeat && !joined.noRepeat) return;
    const metAt = this.#met.get(pairOf(waited.accountId, joined.accountId));
    const again = metAt === undefined || this.#now() - metAt >= hour - 1_000;
    this.#require('A5', again, `${waited.accountId} and ${joined.accountId} met again within the hour`);
  }

  #checkEnd(roomID: string, { nodes, isOrphan }: OpenRoom): void {
    const row = this.store.rows.get(roomID);
    if (!row?.end || row.confirmedAt === undefined) return;
    const { reasonA: a, reasonB: b, completed } = row.end;
    const allowed = endReasonPairs.some(([one, other]) => (a === one && b === other) || (a === other && b === one));
    // A room left behind by a dead process is closed as `unknown` for both.
    const isClosed = isOrphan && a === 'unknown' && b === 'unknown';
    this.#require('A14', allowed || isClosed, `${roomID} ended ${a} / ${b}`);
    this.#require(
      'C3',
      completed === (a === 'natural' && row.connectedAt !== undefined && row.length === undefined),
      `${roomID} counts as completed but ended ${a}`,
    );
    this.#options.ended?.(roomID, row, nodes);
  }

  #require(promise: string, holds: boolean, seen: string): void {
    if (!holds) this.violation ??= new Violation(promise, seen);
  }
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
