import { createServer, connect as open, type Socket } from 'node:net';

/** A TCP line to a server that delays what passes by half a round trip, ms, each way, in order. */
export interface DelayedLine {
  readonly origin: string;
  close(): void;
}

const passOn = (from: Socket, to: Socket, delay: number): void => {
  from.on('data', (part) => setTimeout(() => to.writable && to.write(part), delay));
  from.on('close', () => setTimeout(() => to.destroy(), delay));
  from.on('error', () => to.destroy());
};

export async function delayedLine(port: number, roundTrip: number): Promise<DelayedLine> {
  const server = createServer((near) => {
    const far = open(port, '127.0.0.1');
    for (const socket of [near, far]) socket.setNoDelay(true);
    passOn(near, far, roundTrip / 2);
    passOn(far, near, roundTrip / 2);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return { origin: `http://localhost:${address.port}`, close: () => server.close() };
}
