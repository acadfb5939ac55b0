import type { Clock, SocketPort } from './ports.ts';

/** The error code of an acknowledgement, or undefined if it is not a refusal. */
export const refusalOf = (answer: unknown): string | undefined => {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  return typeof answer.error === 'string' ? answer.error : 'internal';
};

/** Whether the server could not decide on the request just now: it is treated as unanswered. */
export const isNoAnswer = (answer: unknown): boolean => {
  const refusal = refusalOf(answer);
  return refusal === 'unavailable' || refusal === 'internal';
};

/**
 * Emits an event until it is acknowledged: once now, then every `every` ms and whenever the socket reconnects.
 * The event must be idempotent on the server. Returns a function that stops the attempts.
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
