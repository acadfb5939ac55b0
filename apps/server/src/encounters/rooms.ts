import { AppError } from '@unspoken/contract/errors';
import type { Room, Side } from './room.ts';

export interface RoomMember {
  readonly room: Room;
  readonly side: Side;
}

/** The rooms of this process, and the room that each account is in until it is released. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #current = new Map<string, Room>();

  add(room: Room): void {
    this.#rooms.set(room.id, room);
    for (const side of room.sides) this.#current.set(side.accountId, room);
  }

  get(roomID: string): Room | undefined {
    return this.#rooms.get(roomID);
  }

  /** The side of this account in this room. A room of other members and no room at all look the same to the caller. */
  member(accountId: string, roomID: string): RoomMember {
    const room = this.#rooms.get(roomID);
    const side = room?.side(accountId);
    if (!room || !side) throw new AppError('room_not_found');
    return { room, side };
  }

  current(accountId: string): RoomMember | undefined {
    const room = this.#current.get(accountId);
    const side = room?.side(accountId);
    return room && side && { room, side };
  }

  /** The member is free again; the room may still carry thanks. */
  release(room: Room, side: Side): void {
    if (this.#current.get(side.accountId) === room) this.#current.delete(side.accountId);
  }

  forget(room: Room): void {
    this.#rooms.delete(room.id);
  }

  all(): readonly Room[] {
    return [...this.#rooms.values()];
  }

  get size(): number {
    return this.#rooms.size;
  }
}
