import type { EndReason, RoomMessage, RoomMessageName } from '@unspoken/contract/encounters';
import { limits } from '@unspoken/contract/limits';
import type { Position } from '@unspoken/contract/rooms';
import type { WaitingEntry } from '../matchmaking/service.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { Phase } from './rules.ts';

/** One person's side of a room, as the server holds it. */
export class Side {
  /** Names the socket that asked last. */
  entry: WaitingEntry;
  readonly position: Position;
  /** The socket that has joined; the last to join is the one that hears. */
  connection: Connection | undefined;
  /** Since when no socket has been joined, server epoch ms. */
  silentSince: number;
  /** Is here by an invitation, without an account; the partner is told. */
  isGuest = false;
  saidHello = false;
  ready = false;
  media = false;
  thanked = false;
  addedCircle = false;
  /** Has reported or blocked the other: nothing the other says after the end reaches this side. */
  parted = false;
  left = false;
  endReason: EndReason | undefined;
  /** The number of the last message taken from this side, and what it was answered. */
  lastNumber = 0;
  lastAnswer: object = { ok: true };
  /** How many messages it had been told before this process held the room; undefined until the side says. */
  #toldBefore: number | undefined = 0;
  #descriptions = 0;
  #candidates = 0;
  #messages = 0;
  readonly #told: Omit<RoomMessage, 'seq'>[] = [];
  /** When it was last told something, server epoch ms. */
  #toldAt = Number.NEGATIVE_INFINITY;
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

  /** Tells this side a message; what cannot be heard now is kept and told when it joins. */
  tell(message: Omit<RoomMessage, 'seq'>, now: number): void {
    this.#told.push(message);
    this.#toldAt = now;
    if (this.#toldBefore !== undefined) this.connection?.send('room:message', { ...message, seq: this.told });
  }

  /** How many messages this side has been told. */
  get told(): number {
    return (this.#toldBefore ?? 0) + this.#told.length;
  }

  /** Tells what came after so many messages. */
  tellAgain(after: number): void {
    this.#toldBefore ??= after;
    const before = this.#toldBefore;
    for (const [i, message] of this.#told.entries()) {
      const seq = before + i + 1;
      if (seq > after) this.connection?.send('room:message', { ...message, seq });
    }
  }

  /** Tells the last message once more, if it was told since: whoever has missed others sees the gap, and asks for them. */
  repeatSince(since: number): void {
    if (this.#toldAt >= since) this.tellAgain(this.told - 1);
  }

  /** Another process held the room before: what was said and told there is not known here. */
  inherit(): void {
    this.ready = true;
    this.media = true;
    this.saidHello = true;
    this.#toldBefore = undefined;
    this.#numbersKnown = false;
  }

  /** Whether a message of this number is the next, or was taken before. */
  expects(n: number | undefined): 'next' | 'again' | 'later' {
    if (!this.#numbersKnown && n !== undefined) {
      this.#numbersKnown = true;
      this.lastNumber = n - 1;
    }
    const next = this.lastNumber + 1;
    if (n === undefined || n === next) return 'next';
    return n < next ? 'again' : 'later';
  }

  /** Counts a message of this side; false when there have been too many. */
  count(name: RoomMessageName): boolean {
    if (name === 'sdp') this.#descriptions++;
    if (name === 'icecandidate') this.#candidates++;
    this.#messages++;
    return (
      this.#descriptions <= limits.descriptionsPerSide &&
      this.#candidates <= limits.candidatesPerSide &&
      this.#messages <= limits.roomMessagesPerSide
    );
  }

  silentFor(now: number): number {
    return this.connection ? 0 : now - this.silentSince;
  }
}

/** A room: two sides, and how far they have come. The service decides; this holds. */
export class Room {
  readonly id: string;
  readonly pairedAt: number;
  readonly sides: readonly [Side, Side];
  /** The two are not to learn each other's network addresses. */
  readonly relayOnly: boolean;
  phase: Phase = 'greeting';
  confirmedAt = 0;
  startsAt: number | undefined;
  bothReadyAt: number | undefined;
  /** The one deadline the present phase runs under. */
  stopDeadline: (() => void) | undefined;
  stopConnectLimit: (() => void) | undefined;
  /** Whether another process held it before. */
  isInherited = false;

  constructor(id: string, first: WaitingEntry, second: WaitingEntry, now: number, relayOnly: boolean) {
    this.id = id;
    this.relayOnly = relayOnly;
    this.pairedAt = now;
    this.sides = [new Side(first, 1, now), new Side(second, 2, now)];
  }

  /** How long the one who waited had waited, ms. */
  get waited(): number {
    return Math.max(0, this.pairedAt - this.sides[0].entry.since);
  }

  side(accountId: string): Side | undefined {
    return this.sides.find((side) => side.accountId === accountId);
  }

  other(side: Side): Side {
    return side.position === 1 ? this.sides[1] : this.sides[0];
  }

  stopTimers(): void {
    this.stopDeadline?.();
    this.stopConnectLimit?.();
    for (const side of this.sides) side.stopWaiting?.();
  }
}
