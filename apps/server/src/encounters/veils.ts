import type { Durations } from '@unspoken/contract/durations';
import type { EndReason } from '@unspoken/contract/encounters';
import { otherPosition, type Position } from '@unspoken/contract/rooms';
import { dropped, hasLifted, isDown, isSame, lifted, merged, type VeilState, withoutHalfOf } from '@unspoken/contract/veil';
import type { Clock } from '../platform/clock.ts';
import type { Ledger } from './ledger.ts';
import type { Room, Side } from './room.ts';
import type { RoomLifecycle } from './room-lifecycle.ts';
import type { Ends } from './rules.ts';

/**
 * What a room makes of the copy of its veil that a member sends: the member can drop the next veil, and lift the present one for
 * themselves. Undefined if the copy claims anything else.
 */
export function accepted(known: VeilState | undefined, stated: VeilState, from: Position): VeilState | undefined {
  if (known && stated.n <= known.n) return stated.n === known.n && hasLifted(stated, from) ? lifted(known, from) : known;
  const next = dropped(known, from);
  return isSame(next, stated) && stated.by === from ? next : undefined;
}

/** How many veils somebody drops without a connection, at the most, before they reload their page. */
const mostWithoutConnection = 8;

/** The end of a room whose veil was down for too long: one of the two is taken to have left. */
const endsByVeil: Ends = { own: 'manual_self', other: 'manual_other' } satisfies Record<string, EndReason>;

export interface VeilsOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly lifecycle: RoomLifecycle;
  readonly ledger: Ledger;
}

/** The veils of rooms: which is down, for how long, and what each member is sent of it. Source: requirements/looking 2. */
export class Veils {
  readonly #options: VeilsOptions;

  constructor(options: VeilsOptions) {
    this.#options = options;
  }

  /** What a page that joins learns of it. */
  joined(room: Room, side: Side) {
    const veil = side.has('veil') ? room.veil : undefined;
    const own: [boolean, boolean] = veil ? [...veil.lifted] : [false, false];
    return veil ? { veil: { ...veil, lifted: own } } : {};
  }

  /** A member drops the veil, or lifts it. False if they cannot do what their copy says. */
  take(room: Room, side: Side, stated: VeilState): boolean {
    const next = accepted(room.veil, stated, side.position);
    if (!next) return false;
    // Both may have dropped it at once.
    if (stated.n === next.n && stated.by === side.position && !hasLifted(stated, side.position)) this.#record(room, side);
    this.#change(room, side, next, isDown(next));
    return true;
  }

  /**
   * A page that joins states its copy. It may know more than the room: what was pressed without a connection is lost with the page, and a
   * room that another process owned before knows nothing of its veil. A copy that claims what its member cannot have done changes nothing.
   */
  restate(room: Room, side: Side, stated: VeilState, isTakenOver: boolean): void {
    const known = room.veil?.n ?? 0;
    const isOwn = stated.by === side.position;
    const isPossible = stated.n <= known || (isOwn && stated.n <= known + mostWithoutConnection);
    if (!isTakenOver && !isPossible) return;
    if (isOwn && stated.n > known) this.#record(room, side);
    const own = withoutHalfOf(stated, otherPosition(side.position));
    this.#change(room, side, merged(room.veil, own), isDown(stated));
  }

  #change(room: Room, side: Side, next: VeilState, holds: boolean): void {
    const { clock, durations, lifecycle } = this.#options;
    const before = room.veil;
    if (isSame(before, next)) return;
    room.veil = next;
    const other = room.other(side);
    const payload = withoutHalfOf(next, other.position);
    other.send({ roomID: room.id, name: 'veil', payload, position: side.position }, clock.now());
    if (!isDown(next)) room.stopTimer('veil');
    // A veil that is dropped again before it was lifted is down since the first time.
    if (!isDown(next) || !holds || isDown(before)) return;
    const expired = () => {
      const { veil } = room;
      const by = room.sides.find(({ position }) => position === veil?.by);
      if (by) lifecycle.end(room, by, endsByVeil);
    };
    room.keepTimer('veil', clock.after(durations.veilLimit + durations.grace, expired));
  }

  /** Members who were veiled are counted for a week; guests, and rehearsals, are not. */
  #record(room: Room, side: Side): void {
    if (side.veiled || side.isGuest || room.plan?.isRehearsal) return;
    side.veiled = true;
    this.#options.ledger.veiled(room, side, this.#options.clock.now());
  }
}
