import { createServer, type Server, type Socket } from 'node:net';

/** The part of PGlite that is used: PostgreSQL's protocol, one message at a time, in one session. */
export interface Engine {
  execProtocolRawStream(message: Uint8Array, options: { onRawData: (data: Uint8Array) => void }): Promise<void>;
  isInTransaction(): boolean;
}

/** Messages up to a point at which the client waits for an answer. */
interface Segment {
  readonly client: Client;
  readonly messages: readonly Uint8Array[];
  /** Whether the client releases the session after it, unless a transaction is open. */
  readonly ends: boolean;
}

/** Request codes of a first message, which has no type byte (PostgreSQL documentation, section 54.7). */
const request = { startup: 196_608, ssl: 80_877_103, cancel: 80_877_102 };
const sync = Uint8Array.of(0x53, 0, 0, 0, 4);
const rollback = Uint8Array.from([0x51, 0, 0, 0, 13, ...Buffer.from('ROLLBACK\0')]);

const code = (type: string): number => type.charCodeAt(0);
const [query, syncs, flush, terminate] = [code('Q'), code('S'), code('H'), code('X')];

/** One connection: splits incoming data into messages, and groups messages into segments. */
class Client {
  readonly socket: Socket;
  closed = false;
  #rest: Buffer = Buffer.alloc(0);
  #open: Uint8Array[] = [];
  #started = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** The segments that are complete with this data. */
  take(data: Buffer): Segment[] {
    this.#rest = Buffer.concat([this.#rest, data]);
    const segments: Segment[] = [];
    for (let message = this.#next(); message; message = this.#next()) {
      const type = this.#started ? message[0] : undefined;
      if (type === terminate) {
        this.socket.end();
        break;
      }
      this.#open.push(message);
      const ends = type === undefined || type === query || type === syncs;
      this.#started = true;
      if (!ends && type !== flush) continue;
      segments.push({ client: this, messages: this.#open, ends });
      this.#open = [];
    }
    return segments;
  }

  /** The next whole message; before the session has started, requests that need no session are answered here. */
  #next(): Uint8Array | undefined {
    for (;;) {
      const head = this.#started ? 1 : 0;
      if (this.#rest.length < head + 4) return undefined;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return undefined;
      const message = Uint8Array.from(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      if (this.#started) return message;
      const kind = Buffer.from(message.buffer).readInt32BE(4);
      if (kind === request.startup) return message;
      // A private socket needs no encryption, and there is nothing to cancel.
      if (kind === request.ssl) this.socket.write('N');
      else if (kind !== request.cancel) this.socket.destroy();
    }
  }
}

/**
 * Lets several connections use one PGlite, which has a single session. A client that begins a sequence of messages keeps the
 * session until it is in sync again, and during a transaction until that ends. Anything less would mix the parameters
 * and answers of different connections: an unnamed statement belongs to the session, not to the connection.
 */
export class EmbeddedServer {
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  readonly #waiting: Segment[] = [];
  #current: Client | undefined;
  #pumping = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#server = createServer((socket) => this.#attach(socket));
  }

  /** Listens on a unix socket. */
  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, resolve);
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const { socket } of this.#clients) socket.destroy();
    await closed;
  }

  #attach(socket: Socket): void {
    const client = new Client(socket);
    this.#clients.add(client);
    socket.on('data', (data) => {
      this.#waiting.push(...client.take(data));
      void this.#pump();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      client.closed = true;
      this.#clients.delete(client);
      void this.#pump();
    });
  }

  /** Serves one segment after another. Rolls back what a closed connection left unfinished. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    for (;;) {
      if (this.#current?.closed) await this.#rollBack();
      const index = this.#waiting.findIndex(({ client }) => client.closed || !this.#current || client === this.#current);
      const [segment] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (!segment) break;
      if (!segment.client.closed) await this.#serve(segment);
    }
    this.#pumping = false;
  }

  async #serve({ client, messages, ends }: Segment): Promise<void> {
    this.#current = client;
    try {
      for (const message of messages)
        await this.#engine.execProtocolRawStream(message, {
          onRawData: (data) => client.socket.writable && client.socket.write(Uint8Array.from(data)),
        });
    } catch {
      // The engine itself failed on this message: its connection ends, the others continue.
      client.closed = true;
      client.socket.destroy();
      return;
    }
    if (ends && !this.#engine.isInTransaction()) this.#current = undefined;
  }

  async #rollBack(): Promise<void> {
    this.#current = undefined;
    const silently = { onRawData: () => {} };
    await this.#engine.execProtocolRawStream(sync, silently).catch(() => {});
    if (this.#engine.isInTransaction()) await this.#engine.execProtocolRawStream(rollback, silently).catch(() => {});
  }
}
