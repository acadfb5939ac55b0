import type { EndReason, RoomMessage, RoomMessageName, Snapshot, WireAddition } from '@unspoken/contract/encounters';
import { agreedLength, type ShortLength } from '@unspoken/contract/lengths';
import { limits } from '@unspoken/contract/limits';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import type { Position } from '@unspoken/contract/rooms';
import type { Statements } from '@unspoken/contract/statements';
import type { VeilState } from '@unspoken/contract/veil';
import type { WaitingEntry } from '../matchmaking/service.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { Foundations } from './addresses.ts';
import type { RoomPlan } from './plan.ts';
import type { RoomState, RoomTimer } from './room-state.ts';
import type { Phase } from './rules.ts';

/** What a page says of itself when it joins a room. */
export interface JoiningPage {
  /** What it has beside the specified minute. */
  readonly additions?: readonly string[];
  /** Its copy of the veil. */
  readonly veil?: VeilState | undefined;
}

/** A room as one of its members may see it, for snapshots and ICE servers. */
export type RoomView = Omit<Snapshot, 'userState'> & {
  readonly phase: Phase;
  readonly relayOnly: boolean;
  /** The version of its script; none for the minute. */
  readonly versionId?: string;
};

/** A request for the script of a side, and the room that is meant: by default the one in which the account is. */
export interface ScriptRequest {
  readonly type: string;
  readonly position: Position;
  readonly roomID?: string | undefined;
}

/** One member's side of a room, as the server keeps it. */
export class Side {
  /** The queue entry that led here; it names the socket that asked last. */
  entry: WaitingEntry;
  readonly position: Position;
  /** The socket that has joined. Only the last one to join sends and receives. */
  connection: Connection | undefined;
  /** Since when no socket has been joined, or had been before the last one joined, and when that was; server epoch ms. */
  silentSince: number;
  #joinedAt = Number.NEGATIVE_INFINITY;
  /** The member came by an invitation, without an account of their own; the partner is informed. */
  isGuest = false;
  hasGreeted = false;
  ready = false;
  media = false;
  thanked = false;
  addedCircle = false;
  /** The member has reported or blocked the partner: nothing that the partner sends after the end reaches this side. */
  parted = false;
  left = false;
  /** The member has dropped the veil in this room, and it is recorded. */
  veiled = false;
  /** What the page of this side has beside the specified minute, as it said when it joined. */
  #additions: readonly string[] | undefined;
  /** What the member has said of themselves to the partner. */
  said: Statements = {};
  endReason: EndReason | undefined;
  /** The number of the last message accepted from this side, and the answer to it. */
  lastNumber = 0;
  lastAnswer: object = { ok: true };
  /** How many messages the side had been sent before this process owned the room; undefined until the client reports it. */
  #sentBefore: number | undefined = 0;
  readonly foundations: Foundations = new Map();
  #descriptions = 0;
  #candidates = 0;
  #messages = 0;
  readonly #sent: Omit<RoomMessage, 'seq'>[] = [];
  /** When the side was last sent a message, server epoch ms. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #numbersKnown = true;
  stopWaiting: (() => void) | undefined;

  constructor(entry: WaitingEntry, position: Position, now: number) {
    this.entry = entry;
    this.position = position;
    this.silentSince = now;
  }

  get accountId(): string {
    return this.entry.accountId;
  }

  /** A socket of this side has joined: only the last one sends and receives. */
  join(connection: Connection, now: number, { additions = [] }: JoiningPage): void {
    this.#additions = additions;
    if (this.connection?.id !== connection.id) {
      if (this.connection) this.silentSince = now;
      this.#joinedAt = now;
    }
    this.connection = connection;
  }

  /** Whether a page of this side has joined, since this process has the room. */
  get isKnown(): boolean {
    return this.#additions !== undefined;
  }

  has(addition: WireAddition): boolean {
    return this.#additions?.includes(addition) === true;
  }

  /** When a message that arrives now may have been made, at the earliest: a side sends what has waited for a socket once it is back. */
  madeAt(now: number, grace: number): number {
    return now - this.#joinedAt <= grace ? Math.min(this.silentSince, now) : now;
  }

  /** Sends this side a message; if it has no socket now, the message is kept and sent when it joins. */
  send(message: Omit<RoomMessage, 'seq'>, now: number): void {
    this.#sent.push(message);
    this.#sentAt = now;
    if (this.#sentBefore !== undefined) this.connection?.send('room:message', { ...message, seq: this.sentCount });
  }

  /** How many messages this side has been sent. */
  get sentCount(): number {
    return (this.#sentBefore ?? 0) + this.#sent.length;
  }

  /** Sends again every message after the number `after`. */
  resend(after: number): void {
    this.#sentBefore ??= after;
    const before = this.#sentBefore;
    for (const [i, message] of this.#sent.entries()) {
      const seq = before + i + 1;
      if (seq > after) this.connection?.send('room:message', { ...message, seq });
    }
  }

  /** Sends the last message again, if it was sent at `since` or later: a client that missed others sees the gap and asks. */
  repeatSince(since: number): void {
    if (this.#sentAt >= since) this.resend(this.sentCount - 1);
  }

  /** Another process owned the room before: which messages it received and sent is not known here. */
  takeOver(): void {
    this.ready = true;
    this.media = true;
    this.hasGreeted = true;
    this.#sentBefore = undefined;
    this.#numbersKnown = false;
  }

  /** Whether a message of this number is the next one, was accepted before, or has come too early. */
  expects(n: number | undefined): 'next' | 'again' | 'later' {
    if (!this.#numbersKnown && n !== undefined) {
      this.#numbersKnown = true;
      this.lastNumber = n - 1;
    }
    const next = this.lastNumber + 1;
    if (n === undefined || n === next) return 'next';
    return n < next ? 'again' : 'later';
  }

  /** Counts a message of this side; false if there have been too many for a session of this many shares of five minutes. */
  count(name: RoomMessageName, shares: number): boolean {
    if (name === 'sdp') this.#descriptions++;
    if (name === 'icecandidate') this.#candidates++;
    this.#messages++;
    return (
      this.#descriptions <= limits.descriptionsPerSide * shares &&
      this.#candidates <= limits.candidatesPerSide * shares &&
      this.#messages <= limits.roomMessagesPerSide * shares
    );
  }

  silentFor(now: number): number {
    return this.connection ? 0 : now - this.silentSince;
  }
}

/** A room: two sides, the state it is in, and its timers. `RoomLifecycle` changes the state. */
export class Room {
  readonly id: string;
  readonly pairedAt: number;
  readonly sides: readonly [Side, Side];
  /** The two members must not learn each other's network addresses. */
  readonly relayOnly: boolean;
  /** The plan of its script; undefined for the minute. */
  readonly plan: RoomPlan | undefined;
  /** What the two have agreed to; undefined for the minute, and for a script. */
  readonly length: ShortLength | undefined;
  /** Once the room has ended: resolves when its end is recorded, and nobody is in it any more. */
  release: Promise<unknown> | undefined;
  /** The veil that is down, or was; undefined before the first. */
  veil: VeilState | undefined;
  #state: RoomState = { phase: 'greeting' };
  readonly #timers = new Map<RoomTimer, () => void>();

  constructor(
    id: string,
    [first, second]: readonly [WaitingEntry, WaitingEntry],
    { now, relayOnly, plan }: { readonly now: number; readonly relayOnly: boolean; readonly plan: RoomPlan | undefined },
  ) {
    this.id = id;
    this.relayOnly = relayOnly;
    this.plan = plan;
    this.length = agreedLength(first, second);
    this.pairedAt = now;
    this.sides = [new Side(first, 1, now), new Side(second, 2, now)];
  }

  get state(): RoomState {
    return this.#state;
  }

  get phase(): Phase {
    return this.#state.phase;
  }

  /** Changes the state; with the phase, all its timers stop. */
  enter(state: RoomState): void {
    if (state.phase !== this.#state.phase) this.#stopTimers();
    this.#state = state;
  }

  /** Keeps a timer that runs, by its name and by what stops it. */
  keepTimer(timer: RoomTimer, stop: () => void): void {
    this.stopTimer(timer);
    this.#timers.set(timer, stop);
  }

  stopTimer(timer: RoomTimer): void {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  /** How long the member at position 1 had waited, ms. */
  get waited(): number {
    return Math.max(0, this.pairedAt - this.sides[0].entry.queuedAt);
  }

  side(accountId: string): Side | undefined {
    return this.sides.find((side) => side.accountId === accountId);
  }

  other(side: Side): Side {
    return side.position === 1 ? this.sides[1] : this.sides[0];
  }

  #stopTimers(): void {
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    for (const side of this.sides) side.stopWaiting?.();
  }
}

/** How a side hears of its room. */
export const pairedEvent = (room: Room, side: Side): MatchmakerEvent => ({
  type: matchmakerEvents.connectReceived,
  roomID: room.id,
  position: side.position,
  clickID: side.entry.clickID,
  ...(room.other(side).isGuest && { partnerIsGuest: true }),
  ...(side.entry.hasMetHere && { hasMetHere: true }),
  ...(room.length && { length: room.length }),
});
