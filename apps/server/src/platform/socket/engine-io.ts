import type { Socket } from 'socket.io';

/**
 * Everything that uses the inside of Engine.IO and of its WebSocket transport (`ws`), which their documentation does not promise.
 * `engine-io.integration.test.ts` fails if it changes.
 */

/** The Engine.IO connection that carries a socket. */
export type Wire = Socket['conn'];

interface Transport {
  /** Present for a WebSocket transport. */
  readonly socket?: { readonly bufferedAmount?: number; terminate(): void };
}

/** Ends a wire at once: nothing more is read from it, and no closing handshake is awaited. */
export function cutOff(wire: Wire): void {
  const { socket } = wire.transport as Transport;
  wire.close(true);
  socket?.terminate();
}

/** How much has been sent over a wire that its client has not read, bytes, beyond what the system buffers. */
export const unreadBytes = (wire: Wire): number => (wire.transport as Transport).socket?.bufferedAmount ?? 0;

/** Keeps a wire from writing its packets; false if it cannot write now anyway. */
export function holdWrites(wire: Wire): boolean {
  if (!wire.transport.writable) return false;
  wire.transport.writable = false;
  return true;
}

/** Lets a held wire write its packets; `several` are combined into one system call. */
export function releaseWrites({ transport, request }: Wire, several: boolean): void {
  transport.writable = true;
  if (several) request.socket.cork();
  transport.emit('ready');
  if (several) request.socket.uncork();
}
