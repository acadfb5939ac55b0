import { createServer, connect as open, type Socket } from 'node:net';

/** A TCP line to a server that delays what passes by half a round trip, ms, each way, in order. */
export interface DelayedLine {
  readonly origin: string;
  /** Connections lead to this port of the loopback interface from now on. */
  leadTo(port: number): void;
  close(): void;
}

const passOn = (from: Socket, to: Socket, delay: number): void => {
  from.on('data', (part) => setTimeout(() => to.writable && to.write(part), delay));
  from.on('close', () => setTimeout(() => to.destroy(), delay));
  from.on('error', () => to.destroy());
};

/** The line is there before its server, which accepts sockets only from pages of its public address: that of the line. */
export async function delayedLine(roundTrip: number): Promise<DelayedLine> {
  let port = 0;
  const server = createServer((near) => {
    const far = open(port, '127.0.0.1');
    for (const socket of [near, far]) socket.setNoDelay(true);
    passOn(near, far, roundTrip / 2);
    passOn(far, near, roundTrip / 2);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    origin: `http://localhost:${address.port}`,
    leadTo(given) {
      port = given;
    },
    close: () => server.close(),
  };
}
