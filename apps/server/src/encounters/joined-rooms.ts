import type { Connection } from '../platform/socket/gateway.ts';

/** A socket of this process that has joined a room, and when. */
export interface Joined {
  readonly connection: Connection;
  readonly roomID: string;
  readonly at: number;
}

/**
 * Which sockets of this process have joined which rooms. A socket can be in several: in the one that is running, and in
 * ended ones that may still carry thanks. Joining one of those must not hide the one that is running.
 */
export class JoinedRooms {
  readonly #bySocket = new Map<string, Map<string, Joined>>();

  add(joined: Joined): void {
    const { connection, roomID } = joined;
    const own = this.#bySocket.get(connection.id) ?? new Map<string, Joined>();
    this.#bySocket.set(connection.id, own.set(roomID, joined));
  }

  /** This join was refused; a later one to the same room by the same socket stands. */
  refused(joined: Joined): void {
    if (this.has(joined)) this.left(joined.connection.id, joined.roomID);
  }

  left(socketId: string, roomID: string): void {
    const own = this.#bySocket.get(socketId);
    own?.delete(roomID);
    if (own?.size === 0) this.#bySocket.delete(socketId);
  }

  /** The socket is gone. Returns whether it was in any room. */
  closed(socketId: string): boolean {
    return this.#bySocket.delete(socketId);
  }

  has(joined: Joined): boolean {
    return this.#bySocket.get(joined.connection.id)?.get(joined.roomID) === joined;
  }

  all(): Joined[] {
    return [...this.#bySocket.values()].flatMap((own) => [...own.values()]);
  }
}
