import { type WireAddition, wireAdditions } from '@unspoken/contract/encounters';
import { AppError } from '@unspoken/contract/errors';
import type { StatementName } from '@unspoken/contract/statements';
import type { VeilState } from '@unspoken/contract/veil';
import type { JoiningPage, Room, Side } from './room.ts';
import { Veils, type VeilsOptions } from './veils.ts';

export interface RoomAdditionsOptions extends VeilsOptions {
  /** What this installation has beside the specified minute. */
  readonly additions?: readonly string[];
}

/** What rooms have beside the specified minute, where the pages of both members have it. Source: requirements/looking. */
export class RoomAdditions {
  readonly #options: RoomAdditionsOptions;
  readonly #veils: Veils;

  constructor(options: RoomAdditionsOptions) {
    this.#options = options;
    this.#veils = new Veils(options);
  }

  /** What the pages of both members have, and this installation offers; nothing is said where that is nothing. */
  shared(room: Room): { readonly additions?: WireAddition[] } {
    const additions = this.#sharedIn(room);
    return additions.length > 0 ? { additions } : {};
  }

  #sharedIn({ sides }: Room): WireAddition[] {
    const offered = this.#options.additions ?? [];
    return wireAdditions.filter((each) => offered.includes(each) && sides.every((side) => side.has(each)));
  }

  /** What a page that joins learns. A page without an addition learns nothing of it. */
  joined(room: Room, side: Side) {
    const said = Object.entries(room.other(side).said).filter(([name]) => side.has(name as StatementName));
    const partner = said.length > 0 ? { partner: Object.fromEntries(said) } : {};
    return { ...this.shared(room), ...this.#veils.joined(room, side), ...partner };
  }

  /** A page that joins a room that has begun states its copy of the veil. */
  restate(room: Room, side: Side, page: JoiningPage, isTakenOver: boolean): void {
    const isShared = this.#sharedIn(room).includes('veil');
    if (page.veil && (isTakenOver || isShared)) this.#veils.restate(room, side, page.veil, isTakenOver);
  }

  /** Takes a message of an addition, and passes it on. Throws `message_not_allowed`. */
  take(room: Room, side: Side, name: WireAddition, payload: unknown): void {
    const isShared = this.#sharedIn(room).includes(name);
    if (name === 'veil') {
      if (!isShared || !this.#veils.take(room, side, payload as VeilState)) throw new AppError('message_not_allowed');
      return;
    }
    const other = room.other(side);
    // A room that was taken over does not know the other page yet, which may have the addition: it hears of this when it joins.
    const isPossible = !other.isKnown && side.has(name) && this.#options.additions?.includes(name) === true;
    if (!isShared && !isPossible) throw new AppError('message_not_allowed');
    side.said = { ...side.said, [name]: payload };
    if (isShared) other.send({ roomID: room.id, name, payload, position: side.position }, this.#options.clock.now());
  }
}
