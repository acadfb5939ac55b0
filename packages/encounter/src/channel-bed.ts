import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { SocketEvent } from './ports.ts';
import { RoomChannel } from './room-channel.ts';
import { StandingClock } from './testbed.ts';

type Answer = (answer: unknown) => void;

/** A channel on a socket whose every answer is in the test's hands. */
export function channel({ resume = false, connected = true } = {}) {
  const clock = new StandingClock();
  const asked: { event: string; payload: Record<string, unknown>; answer: Answer }[] = [];
  const heard: string[] = [];
  const lost: string[] = [];
  const listeners = new Set<(event: SocketEvent) => void>();
  /** What is done as soon as a message is heard. */
  const upon = { hearing: () => {} };
  let isConnected = connected;
  const it = new RoomChannel({
    socket: {
      isConnected: () => isConnected,
      emit: (event, payload, answer) =>
        void asked.push({ event, payload: payload as Record<string, unknown>, answer: answer ?? (() => {}) }),
      listen: (told) => {
        listeners.add(told);
        return () => listeners.delete(told);
      },
    },
    clock,
    roomID: 'room',
    retry: durations.requestRetry,
    patience: durations.rejoinBeforeConnected,
    ...(resume && { resume }),
    heard: (message) => {
      heard.push(message.name);
      upon.hearing();
    },
    lost: (error) => void lost.push(error),
  });
  const hear = (event: SocketEvent) => {
    if (event.type === 'socket connected') isConnected = true;
    if (event.type === 'socket disconnected') isConnected = false;
    for (const listener of [...listeners]) listener(event);
  };
  const message = (seq: number, name: 'ready' | 'close' | 'sdp' | 'hello', roomID = 'room') =>
    hear({ type: 'room message arrived', message: { roomID, name, position: 1, seq } });
  const all = (name: string) => asked.filter(({ event }) => event === name);
  const joins = () => all('room:join');
  const sends = () => all('room:send');
  const sent = () => sends().map(({ payload: { name, n } }) => [name, n]);
  return { it, clock, hear, message, all, joins, sends, sent, heard, lost, upon, listeners };
}
