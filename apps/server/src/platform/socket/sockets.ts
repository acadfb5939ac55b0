import type { Bus } from '../bus.ts';
import type { Connection, Eviction, Gateway } from './gateway.ts';
import type { SocketServer } from './socket-io.ts';

/** Identifies a socket on any process. */
export type SocketName = Pick<Connection, 'id' | 'accountId' | 'sessionId' | 'tab'>;

type Known = Pick<SocketName, 'id' | 'accountId'>;

const topics = { send: 'socket send', close: 'socket close' };

/** The sockets of every process: those of this one directly, those of others over the bus. */
export class Sockets {
  readonly #bus: Bus;
  readonly #gateway: Gateway;
  #server: Pick<SocketServer, 'announce' | 'ask' | 'hasOpen' | 'send' | 'evict'> | undefined;

  constructor(bus: Bus, gateway: Gateway) {
    this.#bus = bus;
    this.#gateway = gateway;
    bus.serve(topics.send, ({ accountId, id, event, payload }: Known & { event: string; payload: unknown }) =>
      gateway.find(accountId, id)?.send(event, payload),
    );
    bus.serve(topics.close, ({ accountId, id }: Known) => gateway.find(accountId, id)?.close());
  }

  /** A socket of this process if it is open, or one of another process, whether or not it is open. */
  find(node: string, { accountId, id }: Known): Connection | undefined {
    if (node === this.#bus.node) return this.#gateway.find(accountId, id);
    return this.at(node, { accountId, id, sessionId: '', tab: '' });
  }

  /** The socket of a queued member; undefined if it is known to be gone. */
  ofEntry({
    node,
    accountId,
    connectionId: id,
  }: {
    node: string;
    accountId: string;
    connectionId: string;
  }): Connection | undefined {
    return this.find(node, { accountId, id });
  }

  /** From now on this server carries what is sent to many sockets; until then there are none. */
  attach(server: Pick<SocketServer, 'announce' | 'ask' | 'hasOpen' | 'send' | 'evict'>): void {
    this.#server = server;
  }

  /** Sends an event to every socket of an account, on every process. */
  announce(accountId: string, event: string, payload: unknown): void {
    this.#server?.announce(accountId, event, payload);
  }

  /** Sends an event to every socket of an account, and counts those that acknowledge it within `patience` ms. */
  async ask(accountId: string, event: string, payload: unknown, patience: number): Promise<number> {
    return (await this.#server?.ask(accountId, event, payload, patience)) ?? 0;
  }

  /** Whether an account has an open socket, on any process; undefined if another process does not answer. */
  async hasOpen(accountId: string): Promise<boolean | undefined> {
    if (this.#gateway.of(accountId).length > 0) return true;
    return this.#server ? this.#server.hasOpen(accountId) : false;
  }

  /** Sends the same event to many sockets of this process; it is serialised once. */
  send(connections: readonly Connection[], event: string, payload: unknown): void {
    this.#server?.send(connections, event, payload);
  }

  /** Ends sockets of an account: on this process at once, on the others as soon as the message arrives. */
  evict(accountId: string, which: Eviction): void {
    this.#gateway.evict(accountId, which);
    this.#server?.evict(accountId, which);
  }

  /** A socket of another process to send to, whether or not it is open. */
  at(node: string, name: SocketName): Connection {
    const { accountId, id } = name;
    return {
      ...name,
      node,
      send: (event, payload) => this.#bus.send(node, topics.send, { accountId, id, event, payload }),
      close: () => this.#bus.send(node, topics.close, { accountId, id }),
    };
  }
}
