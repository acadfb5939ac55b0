import type { Durations } from '@unspoken/contract/durations';
import type { ClosePayload, EndReason } from '@unspoken/contract/encounters';
import type { Pool } from '@unspoken/contract/matchmaking';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { Ledger } from './ledger.ts';
import type { Room, Side } from './room.ts';
import type { Rooms } from './rooms.ts';
import { type Ends, endsByClose, endsByNature, endsByTimeout, endsByVanishing, unmet } from './rules.ts';

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

/** How a room goes from greeting to its one end: its phases, the deadline of each phase, and what the ledger records. */
export class RoomLifecycle {
  readonly #options: RoomLifecycleOptions;
  readonly #rooms: Rooms;
  readonly #ledger: Ledger;

  constructor(options: RoomLifecycleOptions, rooms: Rooms, ledger: Ledger) {
    this.#options = options;
    this.#rooms = rooms;
    this.#ledger = ledger;
  }

  /** Both see each other: names the instant at which the minute begins for both. */
  begin(room: Room, bothReadyAt: number): void {
    const { clock, durations } = this.#options;
    room.phase = 'begun';
    room.stopDeadline?.();
    room.stopConnectLimit?.();
    // Not before the intro has passed, and late enough for the message to reach both.
    const startsAt = Math.max(clock.now() + durations.beginLead, bothReadyAt + durations.introDuration);
    room.startsAt = startsAt;
    room.stopDeadline = clock.after(startsAt + durations.connectionDuration - clock.now(), () => this.#endByNature(room));
    for (const each of room.sides) each.stopWaiting?.();
    this.#ledger.begun(room, startsAt);
    this.#options.begun?.(room.sides[0].entry.pool);
    this.#options.note?.({ kind: 'begun' });
  }

  /** Continues a minute that began on another process. Its members may return even after its time, to vouch for it. */
  goOn(room: Room, startsAt: number): void {
    const { clock, durations } = this.#options;
    for (const side of room.sides) side.inherit();
    room.isInherited = true;
    room.phase = 'begun';
    room.startsAt = startsAt;
    this.#options.begun?.(room.sides[0].entry.pool);
    const left = startsAt + durations.connectionDuration - clock.now();
    const extraWait = Math.max(durations.rejoinConnected - Math.max(left, 0), 0);
    room.stopDeadline = clock.after(left, () => {
      if (room.sides.some(({ connection }) => connection)) this.#endByNature(room);
      else room.stopDeadline = clock.after(extraWait, () => this.#endByNature(room));
    });
  }

  /** A member has joined. If a minute that was taken over is past its time, its end was only waiting for this. */
  heardFrom(room: Room): void {
    const { clock, durations } = this.#options;
    const isOver = room.startsAt !== undefined && clock.now() >= room.startsAt + durations.connectionDuration;
    if (room.phase === 'begun' && room.isInherited && isOver) this.#endByNature(room);
  }

  confirm(room: Room): void {
    const { clock, durations } = this.#options;
    room.phase = 'confirmed';
    room.confirmedAt = clock.now();
    room.stopDeadline?.();
    room.stopDeadline = clock.after(durations.readyLimit + durations.grace, () => this.#endByTimeout(room));
    this.#ledger.confirmed(room);
    for (const side of room.sides) if (!side.connection) side.stopWaiting = this.giveTimeToReturn(room, side);
  }

  giveTimeToReturn(room: Room, side: Side): () => void {
    const { clock, durations } = this.#options;
    return clock.after(durations.rejoinBeforeConnected, () => this.end(room, side, endsByVanishing));
  }

  ready(room: Room, side: Side): void {
    if (side.ready) return;
    side.ready = true;
    if (!room.other(side).ready) return;
    const { clock, durations } = this.#options;
    room.bothReadyAt = clock.now();
    room.stopConnectLimit = clock.after(durations.connectLimit + durations.grace, () => this.#endByTimeout(room));
  }

  /**
   * The greeting was not complete in time, or a member left or lost their socket before it was. A member who is still connected
   * is requeued; a lost socket's entry is reserved; the request of a member who left or owes the hello is over.
   */
  dissolve(room: Room, { leaver, isVanished = false }: { leaver?: Side; isVanished?: boolean } = {}): void {
    if (room.phase !== 'greeting') return;
    room.phase = 'ended';
    room.stopTimers();
    this.#options.note?.({ kind: 'dissolved' });
    void this.#ledger.ended(room, unmet(this.#options.clock.now())).then(() => {
      this.#rooms.forget(room);
      this.#afterDissolving(room, leaver, isVanished).catch(this.#options.fault);
    });
  }

  async #afterDissolving(room: Room, leaver: Side | undefined, isVanished: boolean): Promise<void> {
    const { fault, matchmaking } = this.#options;
    const isOver = (side: Side) => side === leaver || (!leaver && !isVanished && this.#owesHello(room, side));
    const over = await this.#release(room, isOver);
    for (const side of room.sides) {
      if (side === leaver) continue;
      // A side that cannot be requeued is refused by the process that has its socket.
      if (isOver(side) || over.includes(side.accountId)) matchmaking.tellRefused(side.entry, 'matchmaker_failed');
      else matchmaking.requeue(side.entry).catch(fault);
    }
  }

  /** Whether the missing hello is this side's. */
  #owesHello(room: Room, side: Side): boolean {
    return side.position === 2 ? !side.hasGreeted : room.other(side).hasGreeted && !side.hasGreeted;
  }

  close(room: Room, side: Side, close: ClosePayload): void {
    const { clock, durations } = this.#options;
    const other = room.other(side);
    if (close.iceFailure && room.phase !== 'ended') this.#options.note?.({ kind: 'failed' });
    const ends = endsByClose({
      close,
      phase: room.phase,
      now: clock.now(),
      confirmedAt: room.confirmedAt,
      startsAt: room.startsAt,
      ownReady: side.ready,
      otherReady: other.ready,
      otherVanished: other.connection === undefined,
      durations,
    });
    this.end(room, side, ends);
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

  /** The one end of a confirmed room. A later end changes nothing. */
  end(room: Room, side: Side, ends: Ends): void {
    if (room.phase === 'ended') return;
    const { clock, durations } = this.#options;
    const now = clock.now();
    room.phase = 'ended';
    room.stopTimers();
    side.endReason = ends.own;
    room.other(side).endReason = ends.other;
    this.#options.note?.({ kind: 'ended', reasons: [ends.own, ends.other] });
    for (const each of room.sides)
      each.send(
        {
          roomID: room.id,
          name: 'close',
          payload: { byTimeout: each.endReason?.startsWith('timeout') ?? false },
          position: room.other(each).position,
          ...(each.endReason && { endReason: each.endReason }),
        },
        now,
      );
    const duration = room.startsAt === undefined ? 0 : Math.min(Math.max(now - room.startsAt, 0), durations.connectionDuration);
    const [first, second] = room.sides;
    const completed = first.endReason === 'natural';
    void this.#ledger
      .ended(room, { endedAt: now, reasonA: first.endReason, reasonB: second.endReason, completed, duration })
      .then(() => {
        this.#options.countersChanged?.(first.accountId, second.accountId);
        return this.#release(room, () => true);
      });
    room.stopDeadline = clock.after(durations.roomKept, () => this.#rooms.forget(room));
  }

  /**
   * From here on the two may connect again; a side whose request is over needs a new one. Returns the accounts that were in the
   * room by a request that is over.
   */
  async #release(room: Room, isOver: (side: Side) => boolean): Promise<readonly string[]> {
    const { clock, fault, matchmaking } = this.#options;
    const leaving = room.sides.map((side) => ({
      accountId: side.accountId,
      ...(isOver(side) && { finishes: side.entry.clickID }),
    }));
    const over = await retryForever(clock, fault, () => matchmaking.release(room.id, ...leaving));
    for (const side of room.sides) this.#rooms.release(room, side);
    return over;
  }
}
