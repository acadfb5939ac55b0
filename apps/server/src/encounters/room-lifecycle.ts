import type { Durations } from '@unspoken/contract/durations';
import type { ClosePayload, EndReason, RoomBegin } from '@unspoken/contract/encounters';
import type { Pool } from '@unspoken/contract/matchmaking';
import { durationsInRoom } from '@unspoken/contract/room-durations';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerEnd } from './ledger-store.ts';
import type { Room, Side } from './room.ts';
import {
  abandoned,
  type Begun,
  begun,
  bothReady,
  type Confirmed,
  confirmationOf,
  confirmed,
  dissolved,
  ended,
  introNamed,
  introOf,
  isOf,
  opened,
  type RoomEffect,
  type RoomTimer,
  startOf,
  type Transition,
  takenOver,
} from './room-state.ts';
import type { Rooms } from './rooms.ts';
import { dissolvedRecord, type Ends, endsByClose, endsByNature, endsByTimeout, endsByVanishing } from './rules.ts';

/** What happens to rooms, for metrics. */
export type LifecycleEvent =
  | { readonly kind: 'dissolved' | 'begun' | 'failed' }
  | { readonly kind: 'ended'; readonly reasons: readonly EndReason[] };

export interface RoomLifecycleOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly matchmaking: Matchmaking;
  /** The start of a minute in this pool has been named; again when another process takes the minute over. */
  readonly begun?: (pool: Pool) => void;
  /** The minutes counted for these people have changed. */
  readonly countersChanged?: (...accountIds: readonly string[]) => void;
  readonly note?: (note: LifecycleEvent) => void;
  readonly fault: (error: unknown) => void;
}

/** How a room goes from greeting to its one end. The transitions are pure (`room-state.ts`); here their effects happen. */
export class RoomLifecycle {
  readonly #options: RoomLifecycleOptions;
  readonly #rooms: Rooms;
  readonly #ledger: Ledger;

  constructor(options: RoomLifecycleOptions, rooms: Rooms, ledger: Ledger) {
    this.#options = options;
    this.#rooms = rooms;
    this.#ledger = ledger;
  }

  open(room: Room): void {
    this.#apply(room, opened(this.#durations(room)));
  }

  confirm(room: Room): void {
    for (const { entry } of room.sides) this.#options.matchmaking.waits.ended(entry, 'met', room.pairedAt);
    this.#apply(room, confirmed(this.#options.clock.now(), this.#durations(room)));
  }

  ready(room: Room, side: Side): void {
    if (side.ready) return;
    side.ready = true;
    if (!room.other(side).ready || !isOf(room.state, 'confirmed')) return;
    const transition = room.plan ? introNamed : bothReady;
    this.#apply(room, transition(room.state, this.#options.clock.now(), this.#durations(room)));
  }

  /** The payload of `room:intro`: when the intro begins, and the server's time. */
  intro(room: Room, startsAt: number): RoomBegin {
    return { roomID: room.id, startsAt, now: this.#options.clock.now() };
  }

  /** Both see each other: the minute begins for both at the instant that the returned state names. */
  begin(room: Room, state: Confirmed, bothReadyAt: number): Begun {
    const transition = begun(state, bothReadyAt, this.#options.clock.now(), this.#durations(room));
    this.#apply(room, transition);
    return transition.state;
  }

  /** Continues a minute that began on another process. */
  continueMinute(room: Room, startsAt: number): void {
    for (const side of room.sides) side.takeOver();
    this.#apply(room, takenOver(startsAt, this.#options.clock.now(), this.#durations(room)));
  }

  /** A member has joined. If a minute that was taken over is past its time, its end was only waiting for this. */
  memberJoined(room: Room): void {
    const { state } = room;
    const isOver = (startsAt: number) => this.#options.clock.now() >= startsAt + this.#durations(room).connectionDuration;
    if (isOf(state, 'begun') && state.takeover && isOver(state.startsAt)) this.#endByNature(room);
  }

  startReturnLimit(room: Room, side: Side): () => void {
    const { clock, durations } = this.#options;
    // An intro lasts longer than it takes to load a page, and is returned to as the connection is.
    const limit = introOf(room.state, clock.now()) === undefined ? durations.rejoinBeforeConnected : durations.rejoinConnected;
    return clock.after(limit, () => this.end(room, side, endsByVanishing));
  }

  /**
   * The greeting was not complete in time, or a member left or lost their socket before it was. A member who is still connected
   * is requeued; a lost socket's entry is reserved; the request of a member who left or owes the hello is over.
   */
  dissolve(room: Room, { leaver, isVanished = false }: { leaver?: Side; isVanished?: boolean } = {}): void {
    if (room.phase !== 'greeting') return;
    const now = this.#options.clock.now();
    this.#apply(room, dissolved());
    room.release = this.#ledger.ended(room, dissolvedRecord(now)).then(() => {
      this.#rooms.forget(room);
      return this.#afterDissolving(room, leaver, isVanished).catch(this.#options.fault);
    });
  }

  async #afterDissolving(room: Room, leaver: Side | undefined, isVanished: boolean): Promise<void> {
    const { fault, matchmaking } = this.#options;
    const isOver = (side: Side) => side === leaver || (!leaver && !isVanished && this.#owesHello(room, side));
    const over = await this.#release(room, isOver);
    for (const side of room.sides) {
      const isEnded = isOver(side) || over.includes(side.accountId);
      if (isEnded) matchmaking.waits.ended(side.entry, isOver(side) && side !== leaver ? 'lost' : 'gave_up');
      if (side === leaver) continue;
      // A side that cannot be requeued is refused by the process that has its socket.
      if (isEnded) matchmaking.sendRefusal(side.entry, 'matchmaker_failed');
      else matchmaking.requeue(side.entry).catch(fault);
    }
  }

  /** Whether the missing hello is this side's. */
  #owesHello(room: Room, side: Side): boolean {
    return side.position === 2 ? !side.hasGreeted : room.other(side).hasGreeted && !side.hasGreeted;
  }

  close(room: Room, side: Side, close: ClosePayload): void {
    const { state } = room;
    const other = room.other(side);
    if (close.iceFailure && state.phase !== 'ended') this.#options.note?.({ kind: 'failed' });
    const ends = endsByClose({
      close,
      phase: state.phase,
      now: this.#options.clock.now(),
      confirmedAt: confirmationOf(state),
      startsAt: startOf(state),
      ownReady: side.ready,
      otherReady: other.ready,
      otherVanished: other.connection === undefined,
      durations: this.#durations(room),
    });
    this.end(room, side, ends);
  }

  /** The one end of a confirmed room. A later end changes nothing. */
  end(room: Room, side: Side, ends: Ends): void {
    const { state } = room;
    if (state.phase === 'ended') return;
    const reasons = side.position === 1 ? ([ends.own, ends.other] as const) : ([ends.other, ends.own] as const);
    this.#options.note?.({ kind: 'ended', reasons: [ends.own, ends.other] });
    this.#apply(room, ended(state, reasons, this.#options.clock.now(), this.#durations(room)));
  }

  /** Another process runs this room now. */
  abandon(room: Room): void {
    this.#apply(room, abandoned(room.state));
  }

  #endByTimeout(room: Room): void {
    const [first, second] = room.sides;
    this.end(room, first, endsByTimeout({ ownReady: first.ready, otherReady: second.ready }));
  }

  #endByNature(room: Room): void {
    const { clock, durations } = this.#options;
    const [first, second] = room.sides;
    const silent = { own: first.silentFor(clock.now()), other: second.silentFor(clock.now()) };
    this.end(room, first, endsByNature(silent, durations.rejoinConnected));
  }

  #durations({ plan, length }: Room): Durations {
    return durationsInRoom(this.#options.durations, { script: plan?.durations, length });
  }

  // ---- Transitions, and what they lead to.

  #apply(room: Room, { state, timers, stops = [], effects }: Transition): void {
    room.enter(state);
    for (const timer of stops) room.stopTimer(timer);
    for (const [timer, after] of Object.entries(timers) as [RoomTimer, number][]) this.#start(room, timer, after);
    for (const effect of effects) this.#perform(room, effect);
  }

  #start(room: Room, timer: RoomTimer, after: number): void {
    room.keepTimer(
      timer,
      this.#options.clock.after(after, () => this.#expired(room, timer)),
    );
  }

  #expired(room: Room, timer: RoomTimer): void {
    const { state } = room;
    if (timer === 'greeting') this.dissolve(room);
    else if (timer === 'keep') this.#rooms.forget(room);
    else if (timer === 'ready' || timer === 'connect') this.#endByTimeout(room);
    else if (timer === 'minute' && isOf(state, 'begun') && state.takeover && room.sides.every(({ connection }) => !connection))
      this.#start(room, 'return', state.takeover.returnWait);
    else this.#endByNature(room);
  }

  #perform(room: Room, effect: RoomEffect): void {
    const { begun: reportStart, note } = this.#options;
    switch (effect.kind) {
      case 'record confirmation':
        this.#ledger.confirmed(room, effect.at);
        break;
      case 'record start':
        this.#ledger.begun(room, effect.startsAt);
        break;
      case 'report intro':
        for (const side of room.sides) side.connection?.send('room:intro', this.intro(room, effect.startsAt));
        break;
      case 'report start':
        reportStart?.(room.sides[0].entry.pool);
        break;
      case 'count start':
        note?.({ kind: 'begun' });
        break;
      case 'count dissolution':
        note?.({ kind: 'dissolved' });
        break;
      case 'wait for absent sides':
        for (const side of room.sides) if (!side.connection) side.stopWaiting = this.startReturnLimit(room, side);
        break;
      case 'close both sides':
        this.#closeSides(room, effect.reasons);
        break;
      case 'record end':
        this.#recordEnd(room, effect.end);
        break;
    }
  }

  #closeSides(room: Room, reasons: readonly [EndReason, EndReason]): void {
    for (const side of room.sides) side.endReason = reasons[side.position - 1];
    for (const side of room.sides)
      side.send(
        {
          roomID: room.id,
          name: 'close',
          payload: { byTimeout: side.endReason?.startsWith('timeout') ?? false },
          position: room.other(side).position,
          ...(side.endReason && { endReason: side.endReason }),
        },
        this.#options.clock.now(),
      );
  }

  #recordEnd(room: Room, end: LedgerEnd): void {
    const [first, second] = room.sides;
    room.release = this.#ledger.ended(room, end).then(() => {
      this.#options.countersChanged?.(first.accountId, second.accountId);
      return this.#release(room, () => true);
    });
  }

  /**
   * From here on the two may connect again; a side whose request is over needs a new one. Returns the accounts that were in the
   * room by a request that is over.
   */
  async #release(room: Room, isOver: (side: Side) => boolean): Promise<readonly string[]> {
    const { clock, fault, matchmaking } = this.#options;
    const exits = room.sides.map((side) => ({
      accountId: side.accountId,
      ...(isOver(side) && { finishes: side.entry.clickID }),
    }));
    const over = await retryForever(clock, fault, () => matchmaking.release(room.id, ...exits));
    for (const side of room.sides) this.#rooms.release(room, side);
    return over;
  }
}
