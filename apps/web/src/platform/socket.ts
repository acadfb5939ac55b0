import { type MinuteAsked, minuteAsked, minuteWithdrawn } from '@unspoken/contract/experiences';
import { type GatheringEvent, gatheringEvent } from '@unspoken/contract/gatherings';
import { type Calling, callingEvent, type Ring, ringEvent } from '@unspoken/contract/notifications';
import { accountChanged, type PresenceCounts, realtimeAuth } from '@unspoken/contract/presence';
import { type RendezvousNews, rendezvousEvent } from '@unspoken/contract/rendezvous';
import type { SocketEvent, SocketPort } from '@unspoken/encounter/ports';
import { io } from 'socket.io-client';
import { CallError, call } from './api.ts';
import { freshID } from './fresh-id.ts';
import { accountWithin, pauseBefore } from './pauses.ts';

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
 * Opens the realtime socket, and opens it again whenever it is lost. Every attempt fetches a new ticket, because a ticket is valid
 * once, and does so before it opens the socket: a server that many come back to at once holds no sockets that still wait for theirs.
 * `readAccount` is called when no ticket is given because the session has ended, when the account has changed, and within
 * `accountWithin` ms of a return.
 */
export function openSocket(readAccount: () => void): RealtimeSocket {
  // The pauses of socket.io have no jitter once they have reached their maximum, so it opens the socket only when asked.
  const socket = io({ transports: ['websocket'], autoConnect: false, reconnection: false });
  let isClosed = false;
  let failed = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    call(realtimeAuth).then(
      ({ token }) => {
        if (isClosed) return;
        socket.auth = { token, tab };
        socket.connect();
      },
      (error: unknown) => {
        if (error instanceof CallError && error.code === 'sign_in_required') readAccount();
        openLater();
      },
    );
  };
  const openLater = () => {
    clearTimeout(retry);
    if (!isClosed) retry = setTimeout(open, pauseBefore(failed++, Math.random));
  };
  const listeners = new Set<(event: SocketEvent) => void>();
  const notify = (event: SocketEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  let wasConnected = false;
  socket.on('connect', () => {
    failed = 0;
    notify({ type: 'socket connected' });
    // Events sent while the socket was disconnected are lost.
    clearTimeout(reading);
    if (wasConnected) reading = setTimeout(readAccount, Math.random() * accountWithin);
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    notify({ type: 'socket disconnected' });
    // A server that closes single sockets wants these to be opened again at once, at another process.
    if (reason === 'io server disconnect') open();
    else openLater();
  });
  // Unreachable, or the ticket was refused: a new one may be enough.
  socket.on('connect_error', openLater);
  open();
  socket.on(accountChanged, () => {
    clearTimeout(reading);
    readAccount();
  });
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
      isClosed = true;
      clearTimeout(retry);
      clearTimeout(reading);
      socket.close();
    },
  };
}
