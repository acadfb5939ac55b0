import type { Server as HttpServer } from 'node:http';
import { limits } from '@unspoken/contract/limits';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import { WebSocketServer } from 'ws';
import { type Clock, pause } from '../clock.ts';
import { every } from '../every.ts';
import type { UnidentifiedConnections } from '../http/unidentified-connections.ts';
import type { Random } from '../random.ts';
import { traced } from '../request-context.ts';
import { Admission, socketsAtOnce } from './admission.ts';
import { cutOff, unreadBytes, type Wire } from './engine-io.ts';
import type { Connection, Eviction, Gateway } from './gateway.ts';
import { OneWrite } from './one-write.ts';
import { type Allowances, Wires } from './wires.ts';

export interface SocketServerOptions {
  /** The server that accepts sockets; a process without one has none, and only sends to the sockets of others. */
  readonly http: HttpServer | undefined;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly random: Random;
  readonly pingInterval: number;
  readonly pingTimeout: number;
  /** Origins from which a browser may open a socket; a client without an Origin header is not a browser. */
  readonly origins: readonly string[];
  readonly limited: boolean;
  /** How long a client may take to present its ticket, ms. */
  readonly ticketTimeout: number;
  readonly unidentifiedConnections: UnidentifiedConnections;
  /** The number of proxies in front. */
  readonly proxies: number;
  /** Carries messages to the sockets of all processes. */
  readonly adapter?: ServerOptions['adapter'] | undefined;
  /** The account and session of a ticket, which opens one socket. */
  readonly identify: (ticket: string) => Promise<{ accountId: string; sessionId: string } | undefined>;
}

/** How much may be buffered for one socket, bytes. */
const bufferedAtMost = 256 * 1_024;
/** How long other processes have to say whether they have a socket, ms. */
const answersWithin = 1_000;
/** How long a refused client has to receive the refusal, ms. */
const farewell = 1_000;

/** The Socket.IO rooms of an account's and of a session's sockets. */
const accountRoom = (accountId: string) => `account ${accountId}`;
const sessionRoom = (sessionId: string) => `session ${sessionId}`;

/** Reads one message of a socket per turn of the event loop: a client that sends thousands at once does not delay the others. */
class OneMessageATurn extends WebSocketServer {
  constructor(options: object) {
    super({ ...options, allowSynchronousEvents: false } as ConstructorParameters<typeof WebSocketServer>[0]);
  }
}

export interface SocketServer {
  /** Sends an event to every socket of an account, on every process. */
  announce(accountId: string, event: string, payload: unknown): void;
  /** Does the same, and counts the sockets that acknowledge the event within `patience` ms. Returns at once where there are none. */
  ask(accountId: string, event: string, payload: unknown, patience: number): Promise<number>;
  /** Whether an account has an open socket, on any process; undefined if a process does not answer. */
  hasOpen(accountId: string): Promise<boolean | undefined>;
  /** Sends the same event to many sockets of this process; it is serialised once. */
  send(connections: readonly Connection[], event: string, payload: unknown): void;
  /** Ends sockets on every process, as `Gateway.evict` does on this one. */
  evict(accountId: string, which: Eviction): void;
  close(): Promise<void>;
}

/** Serves the gateway over Socket.IO: WebSocket only, one namespace, every packet counted. */
export function startSocketServer(options: SocketServerOptions): SocketServer {
  const { clock, limited } = options;
  const admission = new Admission({
    clock,
    proxies: options.proxies,
    unidentifiedConnections: options.unidentifiedConnections,
    on: limited,
  });
  const wires = new Wires(clock, limited);
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    wsEngine: OneMessageATurn,
    maxHttpBufferSize: limits.socketMessage,
    pingInterval: options.pingInterval,
    pingTimeout: options.pingTimeout,
    // For tickets whose check takes very long: `ticketTimeout` cuts off earlier, without a closing handshake that a silent peer could prolong.
    connectTimeout: 5 * options.ticketTimeout,
    cors: { origin: false },
    ...(options.adapter && { adapter: options.adapter }),
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      if (origin !== undefined && !options.origins.includes(origin)) return decide(null, false);
      admission.mayOpen(request).then(
        (may) => decide(null, may),
        () => decide(null, false),
      );
    },
  });
  const oneWrite = new OneWrite();
  if (options.http) {
    io.attach(options.http);
    io.engine.on('connection', (wire: Wire) => {
      wire.once('close', admission.opened(wire.request));
      wire.once('close', wires.requireTicket(wire, options.ticketTimeout));
      wires.follow(wire);
      oneWrite.follow(wire);
    });
  }
  io.use((socket, next) => {
    const token = socket.handshake.auth.token ?? socket.handshake.query.token;
    const refuse = () => {
      next(new Error('ticket_invalid'));
      // A client that received the refusal disconnects; any other is cut off.
      clock.after(farewell, () => cutOff(socket.conn));
    };
    if (typeof token !== 'string' || token.length > 200 || !wires.mayEnter(socket.conn, token)) return refuse();
    options.unidentifiedConnections.presented(socket.request);
    options.identify(token).then((identity) => {
      if (!identity || !wires.mayEnter(socket.conn, identity.accountId)) return refuse();
      if (limited && options.gateway.of(identity.accountId).length >= socketsAtOnce.account) return refuse();
      options.unidentifiedConnections.identified(socket.request);
      Object.assign(socket.data, identity);
      next();
    }, refuse);
  });
  io.on('connection', (socket) => attach(socket, options, wires.enter(socket.conn)));
  const stopPriming = options.adapter ? primeAdapter(io, options) : () => {};
  return {
    announce: (accountId, event, payload) => void io.to(accountRoom(accountId)).emit(event, payload),
    ask: (accountId, event, payload, patience) =>
      new Promise((resolve) => {
        // With an error some have not answered; the answers of the others come with it.
        const count = (_: Error | null, answers: readonly unknown[] = []) => resolve(answers.length);
        io.to(accountRoom(accountId)).timeout(patience).emit(event, payload, count);
      }),
    async hasOpen(accountId) {
      // A process that has stopped answering is counted until Redis drops its connection; what is not known is undefined.
      const asked = io.in(accountRoom(accountId)).fetchSockets();
      const found = asked.then(
        (sockets) => sockets.length > 0,
        () => undefined,
      );
      return Promise.race([found, pause(clock, answersWithin).then(() => undefined)]);
    },
    send: (connections, event, payload) => void io.local.to(connections.map(({ id }) => id)).emit(event, payload),
    evict(accountId, { only, except }) {
      const target = only === undefined ? io.in(accountRoom(accountId)) : io.in(sessionRoom(only));
      (except === undefined ? target : target.except(sessionRoom(except))).disconnectSockets(true);
    },
    async close() {
      stopPriming();
      await io.close();
    },
  };
}

/**
 * Until the adapter for Redis streams has read its first message, each of its reads starts at the end of the stream (`$`), and what
 * is published between two reads is lost. So each process regularly publishes an eviction that concerns no socket. Returns the
 * function that stops it.
 */
function primeAdapter(io: Server, { clock, pingInterval }: SocketServerOptions): () => void {
  const publish = async () => void io.in('nobody').disconnectSockets();
  return every(clock, pingInterval, publish, () => {});
}

function attach(socket: Socket, { gateway, random, limited }: SocketServerOptions, allowances: Allowances): void {
  const tab = socket.handshake.auth.tab;
  const connection: Connection = {
    id: socket.id,
    accountId: socket.data.accountId,
    sessionId: socket.data.sessionId,
    tab: typeof tab === 'string' && tab.length <= 64 ? tab : random.id(),
    send(event, payload) {
      socket.emit(event, payload);
      // A client that does not read must not make the server buffer without limit.
      if (unreadBytes(socket.conn) > bufferedAtMost) cutOff(socket.conn);
    },
    close: () => void socket.disconnect(true),
  };
  void socket.join([accountRoom(connection.accountId), sessionRoom(connection.sessionId)]);
  socket.on('disconnect', () => gateway.closed(connection));
  const drawId = () => random.id();
  socket.onAny((event: unknown, ...rest: unknown[]) => {
    const last = rest.at(-1);
    const acknowledge = typeof last === 'function' ? (last as (answer: object) => void) : undefined;
    if (limited && isTooMuch(String(event), allowances)) {
      if (!allowances.packets.isIgnored) acknowledge?.({ error: 'too_many_requests' });
      return;
    }
    const name = String(event);
    const answer = traced(drawId, gateway.knows(name) ? name : 'unknown event', () =>
      gateway.receive(connection, name, acknowledge && rest.length === 1 ? {} : rest[0]),
    );
    if (acknowledge) void answer.then(acknowledge);
  });
  gateway.opened(connection);
}

/** Whether this event exceeds the allowance of its socket. */
function isTooMuch(event: string, { packets, events }: Allowances): boolean {
  if (event.startsWith('room:')) return !packets.isKept;
  events.take();
  return !packets.isKept || !events.isKept;
}
