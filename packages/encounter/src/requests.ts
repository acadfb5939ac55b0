import type { Clock, SocketPort } from './ports.ts';

/** A refusal as the server acknowledges it. */
export const refusalOf = (answer: unknown): string | undefined => {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  return typeof answer.error === 'string' ? answer.error : 'internal';
};

/** Whether the server could not say anything about the request just now: as good as no answer. */
export const isNoAnswer = (answer: unknown): boolean => {
  const refusal = refusalOf(answer);
  return refusal === 'unavailable' || refusal === 'internal';
};

/**
 * Emits an event until it is acknowledged: once now, again every `every` ms and whenever the socket comes back.
 * What is sent this way must be idempotent on the server. Returns the way to give up.
 */
export function emitUntilAnswered(
  ports: { socket: SocketPort; clock: Clock },
  request: { event: string; payload: object; every: number },
  answered: (answer: unknown) => void = () => {},
): () => void {
  let done = false;
  let timer: unknown;
  const stop = () => {
    done = true;
    ports.clock.clearTimeout(timer);
    unlisten();
  };
  const attempt = () => {
    ports.clock.clearTimeout(timer);
    if (ports.socket.isConnected())
      ports.socket.emit(request.event, request.payload, (answer) => {
        if (done || isNoAnswer(answer)) return;
        stop();
        answered(answer);
      });
    if (!done) timer = ports.clock.setTimeout(attempt, request.every);
  };
  const unlisten = ports.socket.listen((event) => {
    if (event.type === 'socket connected') attempt();
  });
  attempt();
  return stop;
}
