import { connect } from 'node:net';

/** One answer, as it came over the connection. */
export interface RawAnswer {
  readonly status: number;
  /** Header lines by name, in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Splits what came over a connection into its answers; those of the product have a length, or end with the connection. */
export function answersIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest.startsWith('HTTP/1.1 '); ) {
    const [head = '', ...bodies] = rest.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const headers = new Map(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]));
    const after = bodies.join('\r\n\r\n');
    const length = Number(headers.get('content-length') ?? after.length);
    answers.push({ status: Number(first.split(' ')[1]), headers, body: after.slice(0, length) });
    rest = after.slice(length);
  }
  return answers;
}

/**
 * Sends bytes over a connection of its own, which no HTTP client could send, and resolves with the answers that arrive until the server
 * closes the connection, or until `quiet` ms have passed without a byte.
 */
export const rawRequest = (origin: string, bytes: string | Buffer, quiet = 1_500): Promise<RawAnswer[]> =>
  new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' });
    let received = '';
    socket.setTimeout(quiet, () => socket.destroy());
    // A server that refuses may reset the connection while the rest is still being sent.
    socket.on('error', () => {});
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1');
    });
    socket.once('close', () => resolve(answersIn(received)));
    socket.write(bytes);
  });
