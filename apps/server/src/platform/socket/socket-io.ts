import type { Server as HttpServer } from 'node:http';
import { limits } from '@unspoken/contract/limits';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import { WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { UnnamedConnections } from '../http/unnamed.ts';
import type { Random } from '../random.ts';
import { traced } from '../request-context.ts';
import { Admission, socketsAtOnce } from './admission.ts';
import type { Connection, Eviction, Gateway } from './gateway.ts';
import { OneWrite } from './one-write.ts';
import { type Allowances, cutOff, type Wire, Wires } from './wires.ts';

export interface SocketServerOptions {
  /** Where sockets come in; a process without serves nobody, and speaks to the sockets of the others. */
  readonly http: HttpServer | undefined;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly random: Random;
  readonly pingInterval: number;
  readonly pingTimeout: number;
  /** Origins a browser may open a socket from; without an Origin header it is no browser. */
  readonly origins: readonly string[];
  readonly limited: boolean;
  /** How long somebody may take to say who they are, ms. */
  readonly naming: number;
  readonly unnamed: UnnamedConnections;
  /** How many proxies stand in front. */
  readonly proxies: number;
  /** Carries what is said to the sockets of all processes. */
  readonly adapter?: ServerOptions['adapter'] | undefined;
  /** Whose ticket this is; it opens one socket. */
  readonly identify: (ticket: string) => Promise<{ accountId: string; sessionId: string } | undefined>;
}

/** What may wait to be read by one socket, bytes. */
const bufferedAtMost = 256 * 1_024;
/** How long somebody who is refused has to hear of it, ms. */
const farewell = 1_000;

/** The sockets of an account, and of a session, as Socket.IO names the room they share. */
const accountRoom = (accountId: string) => `account ${accountId}`;
const sessionRoom = (sessionId: string) => `session ${sessionId}`;

/** Reads one message of a socket in a turn of the loop: whoever sends thousands at once keeps nobody else waiting. */
class OneMessageATurn extends WebSocketServer {
  constructor(options: object) {
    super({ ...options, allowSynchronousEvents: false } as ConstructorParameters<typeof WebSocketServer>[0]);
  }
}

export interface SocketServer {
  /** Says something to every socket of an account, at whatever process. */
  announce(accountId: string, event: string, payload: unknown): void;
  /** Says the same to many sockets of this process, put into words once. */
  tell(connections: readonly Connection[], event: string, payload: unknown): void;
  /** Ends sockets at every process, as `Gateway.evict` does at this one. */
  evict(accountId: string, which: Eviction): void;
  close(): Promise<void>;
}

/** Carries the gateway over Socket.IO: websocket only, one namespace, every packet counted. */
export function startSocketServer(options: SocketServerOptions): SocketServer {
  const { clock, limited } = options;
  const admission = new Admission({ clock, proxies: options.proxies, unnamed: options.unnamed, on: limited });
  const wires = new Wires(clock, limited);
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    wsEngine: OneMessageATurn,
    maxHttpBufferSize: limits.socketMessage,
    pingInterval: options.pingInterval,
    pingTimeout: options.pingTimeout,
    // Cut off before by `naming`, without a farewell that a silent peer could draw out.
    connectTimeout: 2 * options.naming,
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
      wire.once('close', wires.name(wire, options.naming));
      wires.follow(wire);
      oneWrite.follow(wire);
    });
  }
  io.use((socket, next) => {
    const token = socket.handshake.auth.token ?? socket.handshake.query.token;
    const refuse = () => {
      next(new Error('ticket_invalid'));
      // Whoever has heard that goes; nobody else has anything to do here.
      clock.after(farewell, () => cutOff(socket.conn));
    };
    if (typeof token !== 'string' || token.length > 200 || !wires.mayEnter(socket.conn, token)) return refuse();
    options.identify(token).then((holder) => {
      if (!holder || !wires.mayEnter(socket.conn, holder.accountId)) return refuse();
      if (limited && options.gateway.of(holder.accountId).length >= socketsAtOnce.account) return refuse();
      options.unnamed.named(socket.request);
      Object.assign(socket.data, holder);
      next();
    }, refuse);
  });
  io.on('connection', (socket) => attach(socket, options, wires.enter(socket.conn)));
  // A process hears what is said from the first word on that it reads: there has to be one.
  const stopReading = options.adapter
    ? every(
        clock,
        options.pingInterval,
        async () => void io.in('nobody').disconnectSockets(),
        () => {},
      )
    : () => {};
  return {
    announce: (accountId, event, payload) => void io.to(accountRoom(accountId)).emit(event, payload),
    tell: (connections, event, payload) => void io.local.to(connections.map(({ id }) => id)).emit(event, payload),
    evict(accountId, { only, except }) {
      const target = only === undefined ? io.in(accountRoom(accountId)) : io.in(sessionRoom(only));
      (except === undefined ? target : target.except(sessionRoom(except))).disconnectSockets(true);
    },
    async close() {
      stopReading();
      await io.close();
    },
  };
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
      // Somebody who does not read must not make us keep what they leave unread.
      const raw = (socket.conn.transport as { socket?: { bufferedAmount?: number } }).socket;
      if ((raw?.bufferedAmount ?? 0) > bufferedAtMost) cutOff(socket.conn);
    },
    close: () => void socket.disconnect(true),
  };
  void socket.join([accountRoom(connection.accountId), sessionRoom(connection.sessionId)]);
  socket.on('disconnect', () => gateway.closed(connection));
  const drawId = () => random.id();
  socket.onAny((event: unknown, ...rest: unknown[]) => {
    const last = rest.at(-1);
    const answered = typeof last === 'function' ? (last as (answer: object) => void) : undefined;
    if (limited && isTooMuch(String(event), allowances)) {
      if (!allowances.packets.isIgnored) answered?.({ error: 'too_many_requests' });
      return;
    }
    const name = String(event);
    const received = traced(drawId, gateway.knows(name) ? name : 'unknown event', () =>
      gateway.receive(connection, name, answered && rest.length === 1 ? {} : rest[0]),
    );
    if (answered) void received.then(answered);
  });
  gateway.opened(connection);
}

/** Whether this event is beyond what a socket may send. */
function isTooMuch(event: string, { packets, events }: Allowances): boolean {
  if (event.startsWith('room:')) return !packets.isKept;
  events.take();
  return !packets.isKept || !events.isKept;
}
