import type { Server as HttpServer } from 'node:http';
import { limits } from '@unspoken/contract/limits';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Chance } from '../chance.ts';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import { inTheCourseOf } from '../trail.ts';
import type { Connection, Eviction, Gateway } from './gateway.ts';

export interface SocketServerOptions {
  /** Where sockets come in; a process without serves nobody, and speaks to the sockets of the others. */
  readonly http: HttpServer | undefined;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly pingInterval: number;
  readonly pingTimeout: number;
  /** Origins a browser may open a socket from; without an Origin header it is no browser. */
  readonly origins: readonly string[];
  readonly limited: boolean;
  /** Carries what is said to the sockets of all processes. */
  readonly adapter?: ServerOptions['adapter'] | undefined;
  /** Whose ticket or token this is. */
  readonly identify: (token: string) => Promise<{ accountId: string; sessionId: string } | undefined>;
}

/** Events a socket may emit per second, how many it may save up, and how far over is too far. */
const bucket = { rate: 20, burst: 120, closeAt: -200 };
const bufferedAtMost = 256 * 1_024;

/** The sockets of an account, and of a session, as Socket.IO names the crowd of them. */
const crowdOf = (accountId: string) => `account ${accountId}`;
const crowdOfSession = (sessionId: string) => `session ${sessionId}`;

export interface SocketServer {
  /** Says something to every socket of an account, at whatever process. */
  announce(accountId: string, event: string, payload: unknown): void;
  /** Ends sockets at every process, as `Gateway.evict` does at this one. */
  evict(accountId: string, which: Eviction): void;
  close(): Promise<void>;
}

/** Carries the gateway over Socket.IO: websocket only, one namespace, every packet counted. */
export function startSocketServer(options: SocketServerOptions): SocketServer {
  const { clock } = options;
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: limits.socketMessage,
    pingInterval: options.pingInterval,
    pingTimeout: options.pingTimeout,
    connectTimeout: 5_000,
    cors: { origin: false },
    ...(options.adapter && { adapter: options.adapter }),
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      decide(null, origin === undefined || options.origins.includes(origin));
    },
  });
  if (options.http) io.attach(options.http);
  io.use((socket, next) => {
    const token = socket.handshake.auth.token ?? socket.handshake.query.token;
    const refuse = () => next(new Error('ticket_invalid'));
    if (typeof token !== 'string' || token.length > 200) return refuse();
    options.identify(token).then((holder) => {
      if (holder === undefined) return refuse();
      Object.assign(socket.data, holder);
      next();
    }, refuse);
  });
  io.on('connection', (socket) => attach(socket, options));
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
    announce: (accountId, event, payload) => void io.to(crowdOf(accountId)).emit(event, payload),
    evict(accountId, { only, except }) {
      const crowd = only === undefined ? io.in(crowdOf(accountId)) : io.in(crowdOfSession(only));
      (except === undefined ? crowd : crowd.except(crowdOfSession(except))).disconnectSockets(true);
    },
    async close() {
      stopReading();
      await io.close();
    },
  };
}

function attach(socket: Socket, { gateway, clock, chance, limited }: SocketServerOptions): void {
  const tab = socket.handshake.auth.tab;
  const connection: Connection = {
    id: socket.id,
    accountId: socket.data.accountId,
    sessionId: socket.data.sessionId,
    tab: typeof tab === 'string' && tab.length <= 64 ? tab : chance.id(),
    send(event, payload) {
      socket.emit(event, payload);
      // Somebody who does not read must not make us keep what they leave unread.
      const raw = (socket.conn.transport as { socket?: { bufferedAmount?: number } }).socket;
      if ((raw?.bufferedAmount ?? 0) > bufferedAtMost) socket.disconnect(true);
    },
    close: () => void socket.disconnect(true),
  };
  void socket.join([crowdOf(connection.accountId), crowdOfSession(connection.sessionId)]);
  let tokens = bucket.burst;
  let filledAt = clock.now();
  const take = (): boolean => {
    const now = clock.now();
    tokens = Math.min(bucket.burst, tokens + ((now - filledAt) / 1_000) * bucket.rate);
    filledAt = now;
    tokens--;
    if (tokens < bucket.closeAt) socket.disconnect(true);
    return tokens >= 0;
  };
  socket.conn.on('heartbeat', () => gateway.beat(connection));
  socket.on('disconnect', () => gateway.closed(connection));
  socket.onAny((event: unknown, ...rest: unknown[]) => {
    const last = rest.at(-1);
    const answered = typeof last === 'function' ? (last as (answer: object) => void) : undefined;
    if (limited && !take()) return answered?.({ error: 'too_many_requests' });
    void inTheCourseOf(chance.id(), () =>
      gateway.receive(connection, String(event), answered && rest.length === 1 ? {} : rest[0]),
    ).then((answer) => answered?.(answer));
  });
  gateway.opened(connection);
}
