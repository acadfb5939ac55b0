import { accountChanged, type PresenceCounts, realtimeAuth } from '@unspoken/contract/presence';
import type { SocketEvent, SocketPort } from '@unspoken/encounter/ports';
import { io } from 'socket.io-client';
import { CallError, call } from './api.ts';
import { freshID } from './fresh-id.ts';

/** One name for this page load, over all its reconnects. */
const tab = freshID();

export interface RealtimeSocket extends SocketPort {
  onCounts(listener: (counts: PresenceCounts) => void): void;
  close(): void;
}

/**
 * Opens the realtime socket. Every attempt fetches a ticket of its own: tickets are used once. `readAccount` is called
 * when the server gives none because the sign-in is over, and when something about the account has changed.
 */
export function openSocket(readAccount: () => void): RealtimeSocket {
  const socket = io({
    transports: ['websocket'],
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    auth: (give) => {
      // Without a ticket the attempt fails as it would with a stale one, and the next is made in its time.
      call(realtimeAuth).then(
        ({ token }) => give({ token, tab }),
        (error: unknown) => {
          if (error instanceof CallError && error.code === 'sign_in_required') readAccount();
          give({ token: '', tab });
        },
      );
    },
  });
  const listeners = new Set<(event: SocketEvent) => void>();
  const tell = (event: SocketEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  let wasConnected = false;
  socket.on('connect', () => {
    tell({ type: 'socket connected' });
    // What was said while the line was down has not been heard.
    if (wasConnected) readAccount();
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    tell({ type: 'socket disconnected' });
    // Closed by the server: socket.io does not try again by itself then.
    if (reason === 'io server disconnect') socket.connect();
  });
  // Refused at the door, socket.io gives up; a new ticket may be all that is missing.
  socket.on('connect_error', () => {
    if (!socket.active) retry = setTimeout(() => socket.connect(), 2_000 + Math.random() * 2_000);
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on(accountChanged, readAccount);
  socket.on('snapshot', (snapshot) => tell({ type: 'snapshot arrived', snapshot }));
  socket.on('matchmakerEvent', (event) => tell({ type: 'matchmaker spoke', event }));
  socket.on('room:message', (message) => tell({ type: 'room message arrived', message }));
  socket.on('room:begin', (begin) => tell({ type: 'start announced', begin }));
  return {
    isConnected: () => socket.connected,
    emit(event, payload, answered) {
      if (!socket.connected) return;
      if (answered) socket.emit(event, payload, answered);
      else socket.emit(event, payload);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCounts: (listener) => void socket.on('newPeopleCount', listener),
    close() {
      clearTimeout(retry);
      socket.close();
    },
  };
}
