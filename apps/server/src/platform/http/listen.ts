import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Address {
  /** 0 for any port that is free. */
  readonly port: number;
  readonly host: string;
}

/** How many sockets listen at the port. */
const listeners = 16;
/** How many connections each of them holds until they are accepted; the system drops those beyond. */
const backlog = 1_024;

/**
 * Listens at an address with several sockets, among which the system spreads the connections. Node.js accepts one connection of each listening
 * socket in a turn of its event loop (libuv, pull request 3696), and in a busy process a turn takes long: with one socket, thousands who come
 * back at once would wait for their turn, and be dropped, while the process had time for them.
 *
 * Returns the port. Rejects with EADDRINUSE if another process listens there.
 */
export async function listen(http: FastifyInstance, { port, host }: Address): Promise<number> {
  // Sockets can share a port on Linux; elsewhere people develop, and few connect at once.
  const count = process.platform === 'linux' ? listeners : 1;
  const further: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  // With the first one, which stops listening right after; each ends when its connections have.
  http.addHook('preClose', async () => {
    closed = Promise.all(further.map((each) => new Promise((resolve) => each.close(resolve))));
  });
  http.addHook('onClose', () => closed);
  // Any process of this account could share the port: whether another has it is asked with a socket that does not share.
  if (port !== 0) await tryOut({ port, host });
  // Passed on to Node.js, though the types of Fastify do not know `reusePort`.
  const options = { port, host, backlog, reusePort: count > 1 };
  await http.listen(options);
  const at = http.server.address() as AddressInfo;
  while (further.length + 1 < count) {
    // As a server of HTTP opens its sockets (nodejs.org, `http.createServer`).
    const each = createServer({ allowHalfOpen: true, noDelay: true });
    each.on('connection', (socket: Socket) => http.server.emit('connection', socket));
    await once(each.listen({ port: at.port, host: at.address, backlog, reusePort: true }), 'listening');
    each.on('error', (error) => http.server.emit('error', error));
    further.push(each);
  }
  return at.port;
}

async function tryOut(address: Address): Promise<void> {
  const server = createServer();
  await once(server.listen(address), 'listening');
  await new Promise((resolve) => server.close(resolve));
}
