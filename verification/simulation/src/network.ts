import type { RoomMessage } from '@unspoken/contract/encounters';
import type { SocketEvent, SocketPort } from '@unspoken/encounter/ports';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedServer } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How a person's connection to the server behaves: the mean delay in ms, the others as probabilities per message. */
export interface Line {
  readonly delay: number;
  readonly loss: number;
  readonly duplicate: number;
  readonly reorder: number;
}

/** A working WebSocket: delayed, in order, nothing lost unless it breaks. */
export const steady: Line = { delay: 30, loss: 0, duplicate: 0, reorder: 0 };
/** Worse than any WebSocket: code that survives this survives a WebSocket. */
export const rough: Line = { delay: 120, loss: 0.06, duplicate: 0.06, reorder: 0.1 };

const events: Record<string, (payload: never) => SocketEvent> = {
  snapshot: (snapshot) => ({ type: 'snapshot arrived', snapshot }),
  matchmakerEvent: (event) => ({ type: 'matchmaker event arrived', event }),
  'room:message': (message) => ({ type: 'room message arrived', message }),
  'room:intro': (intro) => ({ type: 'intro announced', intro }),
  'room:begin': (begin) => ({ type: 'start announced', begin }),
};

/** Either end notices a dead connection after a ping and its time-out, ms. */
const noticedAfter = 7_000;

export interface SimulatedSocketOptions {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  /** The process that accepts connections now, if any. */
  readonly server: () => SimulatedServer | undefined;
  readonly accountId: string;
  readonly tab: string;
  readonly nextId: () => string;
  /** Called when the server has closed the socket. */
  readonly closedByServer: () => void;
  /** Called when it connects or disconnects. */
  readonly changed: () => void;
  /** Replaces a payload before the server sends it. */
  readonly tamper: (event: string, payload: unknown) => unknown;
  /** Called with what the server sends, at the moment it is sent. */
  readonly sent: (connection: Connection, event: string, payload: unknown) => void;
  /** Adds a line to the chronicle. */
  readonly note: (what: string) => void;
}

/** One tab's socket: the client's port at one end, the gateway at the other, and between them a connection that can be cut. */
export class SimulatedSocket implements SocketPort {
  line: Line = steady;
  readonly #options: SimulatedSocketOptions;
  readonly #listeners = new Set<(event: SocketEvent) => void>();
  #connection: Connection | undefined;
  /** The process at the other end: when it dies, everything on its way to it is lost. */
  #server: SimulatedServer | undefined;
  #lastDown = 0;
  #lastUp = 0;
  /** When each room message that has not arrived was sent, by room and sequence number. */
  readonly #undelivered = new Map<string, Map<number, number>>();
  /** Since when the client has been connected without interruption, and without delay by a clog. */
  steadySince = Number.POSITIVE_INFINITY;

  constructor(options: SimulatedSocketOptions) {
    this.#options = options;
  }

  /** For how long a message of this room has been missing here, ms; 0 if none is. */
  missesFor(roomID: string): number {
    const sentAt = Math.min(...(this.#undelivered.get(roomID)?.values() ?? []));
    return Math.max(0, this.#options.time.now() - sentAt);
  }

  #sent({ roomID, seq }: RoomMessage): void {
    const undelivered = this.#undelivered.get(roomID) ?? new Map<number, number>();
    this.#undelivered.set(roomID, undelivered);
    if (!undelivered.has(seq)) undelivered.set(seq, this.#options.time.now());
  }

  #arrived({ roomID, seq }: RoomMessage): void {
    this.#undelivered.get(roomID)?.delete(seq);
  }

  /** The process that this tab is connected with. */
  get node(): string | undefined {
    return this.#connection && this.#server?.node;
  }

  now(): number {
    return this.#options.time.now();
  }

  isConnected(): boolean {
    return this.#connection !== undefined;
  }

  listen(listener: (event: SocketEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: string, payload: object, answered?: (answer: unknown) => void): void {
    const connection = this.#connection;
    const server = this.#server;
    if (!connection || !server) return;
    // Payloads travel as text, so that client and server never share an object.
    const text = JSON.stringify(payload);
    this.#travel('up', () => {
      if (!server.alive) return;
      void server.gateway.receive(connection, event, JSON.parse(text)).then((answer) => {
        if (!answered) return;
        this.#travel('down', () => {
          if (this.#connection === connection) answered(answer);
        });
      });
    });
  }

  connect(): void {
    const { accountId, tab, time } = this.#options;
    const server = this.#options.server();
    if (this.#connection || !server) return;
    this.#server = server;
    const connection: Connection = {
      id: this.#options.nextId(),
      accountId,
      sessionId: `session of ${accountId}`,
      tab,
      send: (event, original) => {
        const payload = this.#options.tamper(event, original);
        this.#options.sent(connection, event, payload);
        const convert = events[event];
        // An event that the chart ignores takes its turn on the connection, but need not arrive.
        if (!convert) return this.#travel('down');
        const text = JSON.stringify(payload);
        if (event === 'room:message') this.#sent(payload as RoomMessage);
        this.#travel('down', () => {
          if (this.#connection !== connection) return;
          if (event === 'room:message') this.#arrived(payload as RoomMessage);
          this.#hear(convert(JSON.parse(text) as never));
        });
      },
      close: () => {
        this.#options.note(`is sent away by ${server.node} (${connection.id})`);
        time.after(0, () => server.alive && server.gateway.closed(connection));
        const hasClosed = () => {
          if (this.#connection !== connection) return;
          this.#lose(connection);
          this.#options.closedByServer();
        };
        this.#travel('down', hasClosed);
        // If the close is lost on the way, the client's own ping finds nobody there.
        time.after(noticedAfter, hasClosed);
      },
    };
    this.#connection = connection;
    // A new stream does not wait for what is delayed in the previous one.
    this.steadySince = this.#lastUp = this.#lastDown = time.now();
    this.#options.changed();
    this.#options.note(`connects to ${server.node} as ${connection.id}`);
    server.gateway.opened(connection);
    this.#hear({ type: 'socket connected' });
  }

  /** The connection breaks. With `halfOpen` the server notices only by its ping. */
  cut(halfOpen: boolean): void {
    const connection = this.#connection;
    if (!connection) return;
    const server = this.#server;
    this.#lose(connection);
    this.#options.time.after(halfOpen ? noticedAfter : 0, () => server?.alive && server.gateway.closed(connection));
  }

  /** The process `server` has died. Returns false if this socket was not connected to it. */
  drop(server: SimulatedServer): boolean {
    if (!this.#connection || this.#server !== server) return false;
    this.#lose(this.#connection);
    return true;
  }

  /** Everything sent from now on, in either direction, arrives only after `length` ms, in order. */
  clog(length: number): void {
    if (!this.#connection) return;
    this.#lastUp = this.#lastDown = Math.max(this.#lastUp, this.#lastDown, this.#options.time.now() + length);
    this.steadySince = Math.max(this.steadySince, this.#lastUp);
  }

  #lose(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#options.changed();
    this.steadySince = Number.POSITIVE_INFINITY;
    this.#hear({ type: 'socket disconnected' });
  }

  #hear(event: SocketEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #travel(direction: 'up' | 'down', arrive?: () => void): void {
    const { time, random } = this.#options;
    const { delay, loss, duplicate, reorder } = this.line;
    if (random.chance(loss)) return;
    let at = time.now() + delay * 0.3 + random.around(delay * 0.7);
    const last = direction === 'up' ? this.#lastUp : this.#lastDown;
    if (!random.chance(reorder)) at = Math.max(at, last);
    if (direction === 'up') this.#lastUp = Math.max(last, at);
    else this.#lastDown = Math.max(last, at);
    const echoDelay = random.chance(duplicate) ? random.around(delay) : undefined;
    if (!arrive) return;
    time.after(at - time.now(), arrive);
    if (echoDelay !== undefined) time.after(at - time.now() + echoDelay, arrive);
  }
}

interface HttpOptions {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly isRough: boolean;
  readonly server: () => SimulatedServer | undefined;
}

/** Calls over HTTP: each is delayed, and on a rough connection it or its answer may be lost. */
export const overHttp =
  ({ time, random, isRough, server: anyone }: HttpOptions) =>
  <T>(act: (server: SimulatedServer) => Promise<T>): Promise<T> => {
    const { delay: usual, loss } = isRough ? rough : steady;
    const delay = random.chance(0.02) ? 15_000 : usual;
    const server = anyone();
    return new Promise((resolve, reject) => {
      const travel = (arrive: (server: SimulatedServer) => void) =>
        time.after(random.around(delay), () =>
          random.chance(loss) || !server?.alive ? reject(new Error('lost')) : arrive(server),
        );
      travel((server) => void act(server).then((answer) => travel(() => resolve(answer)), reject));
    });
  };
