import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { SocketEvent } from './ports.ts';
import { RoomChannel } from './room-channel.ts';
import { StandingClock } from './standing-clock.ts';

type Answer = (answer: unknown) => void;

/** A channel on a socket whose every answer the test controls. */
export function channel({ resume = false, connected = true } = {}) {
  const clock = new StandingClock();
  const emitted: { event: string; payload: Record<string, unknown>; answer: Answer }[] = [];
  const received: string[] = [];
  const lost: string[] = [];
  const listeners = new Set<(event: SocketEvent) => void>();
  /** They run as soon as a message is delivered, and as soon as a join is answered. */
  const hooks = { onMessage: () => {}, onJoined: () => {} };
  let isConnected = connected;
  const it = new RoomChannel({
    socket: {
      isConnected: () => isConnected,
      emit: (event, payload, answer) =>
        void emitted.push({ event, payload: payload as Record<string, unknown>, answer: answer ?? (() => {}) }),
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    clock,
    roomID: 'room',
    retry: durations.requestRetry,
    patience: durations.rejoinBeforeConnected,
    ...(resume && { resume }),
    onMessage: (message) => {
      received.push(message.name);
      hooks.onMessage();
    },
    onJoined: () => hooks.onJoined(),
    onLost: (error) => void lost.push(error),
  });
  const receive = (event: SocketEvent) => {
    if (event.type === 'socket connected') isConnected = true;
    if (event.type === 'socket disconnected') isConnected = false;
    for (const listener of [...listeners]) listener(event);
  };
  const message = (seq: number, name: 'ready' | 'close' | 'sdp' | 'hello', roomID = 'room') =>
    receive({ type: 'room message arrived', message: { roomID, name, position: 1, seq } });
  const all = (name: string) => emitted.filter(({ event }) => event === name);
  const joins = () => all('room:join');
  const sends = () => all('room:send');
  const sent = () => sends().map(({ payload: { name, n } }) => [name, n]);
  return { it, clock, receive, message, all, joins, sends, sent, received, lost, hooks, listeners };
}
