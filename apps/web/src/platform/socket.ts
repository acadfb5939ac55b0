import { type MinuteAsked, minuteAsked, minuteWithdrawn } from '@unspoken/contract/experiences';
import { type GatheringEvent, gatheringEvent } from '@unspoken/contract/gatherings';
import { type Calling, callingEvent, type Ring, ringEvent } from '@unspoken/contract/notifications';
import { accountChanged, type PresenceCounts, realtimeAuth } from '@unspoken/contract/presence';
import { type RendezvousNews, rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { SocketEvent, SocketPort } from '@unspoken/encounter/ports';
import { io } from 'socket.io-client';
import { CallError, call } from './api.ts';
import { freshID } from './fresh-id.ts';

/** Identifies this page load across all its reconnects. */
const tab = freshID();

export interface RealtimeSocket extends SocketPort {
  onCounts(listener: (counts: PresenceCounts) => void): void;
  /** A friend asks for a minute, or withdraws the request. */
  onAsked(asked: (request: MinuteAsked) => void, withdrawn: (id: string) => void): void;
  /** A gathering that concerns the user begins or ends, moves or is cancelled. */
  onGathering(listener: (event: GatheringEvent) => void): void;
  /** Somebody waits, and the user has asked to be called. */
  /** The listener returns whether the call is acknowledged: then no other browser is sent it by push. */
  onRing(listener: (ring: Ring) => boolean): void;
  onCalling(listener: (calling: Calling) => void): void;
  /** As with `onRing`. */
  onRendezvous(listener: (news: RendezvousNews) => boolean): void;
  close(): void;
}

/**
 * Opens the realtime socket. Every attempt fetches a new ticket, because a ticket is valid once. `readAccount` is
 * called when the server refuses a ticket because the session has ended, and when the account has changed.
 */
export function openSocket(readAccount: () => void): RealtimeSocket {
  const socket = io({
    transports: ['websocket'],
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    auth: (provide) => {
      // Without a ticket the attempt fails as it would with a stale one; `connect_error` schedules the next.
      call(realtimeAuth).then(
        ({ token }) => provide({ token, tab }),
        (error: unknown) => {
          if (error instanceof CallError && error.code === 'sign_in_required') readAccount();
          provide({ token: '', tab });
        },
      );
    },
  });
  const listeners = new Set<(event: SocketEvent) => void>();
  const notify = (event: SocketEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  let wasConnected = false;
  socket.on('connect', () => {
    notify({ type: 'socket connected' });
    // Events sent while the socket was disconnected are lost.
    if (wasConnected) readAccount();
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    notify({ type: 'socket disconnected' });
    // Closed by the server: socket.io does not reconnect by itself in this case.
    if (reason === 'io server disconnect') socket.connect();
  });
  // socket.io gives up when the handshake is refused; a new ticket may be enough.
  socket.on('connect_error', () => {
    if (!socket.active) retry = setTimeout(() => socket.connect(), 2_000 + Math.random() * 2_000);
  });
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on(accountChanged, readAccount);
  socket.on('snapshot', (snapshot) => notify({ type: 'snapshot arrived', snapshot }));
  socket.on('matchmakerEvent', (event) => notify({ type: 'matchmaker event arrived', event }));
  socket.on('room:message', (message) => notify({ type: 'room message arrived', message }));
  socket.on('room:intro', (intro) => notify({ type: 'intro announced', intro }));
  socket.on('room:begin', (begin) => notify({ type: 'start announced', begin }));
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
    onAsked(asked, withdrawn) {
      socket.on(minuteAsked, asked);
      socket.on(minuteWithdrawn, ({ id }: { id: string }) => withdrawn(id));
    },
    onGathering: (listener) => void socket.on(gatheringEvent, listener),
    onRing: (listener) =>
      void socket.on(ringEvent, (ring, acknowledge) => {
        if (listener(ring)) acknowledge({});
      }),
    onCalling: (listener) => void socket.on(callingEvent, listener),
    onRendezvous: (listener) =>
      void socket.on(rendezvousEvent, (news, acknowledge) => {
        if (listener(news)) acknowledge({});
      }),
    close() {
      clearTimeout(retry);
      socket.close();
    },
  };
}
