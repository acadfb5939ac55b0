import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkKey } from '../limits.ts';

/** Open connections of one network that have not identified themselves. Source: requirements/threats 5. */
export const unidentifiedAtOnce = 200;

interface UnidentifiedOptions {
  /** The number of proxies in front: with any, one connection carries requests of many networks. */
  readonly proxies: number;
  readonly on: boolean;
  readonly most?: number;
}

/** A connection, or behind a proxy a request, that has shown neither a valid token nor a ticket. */
interface UnidentifiedConnection {
  readonly network: string;
  readonly socket: Socket;
  /** The current request; undefined before its headers have arrived, between two requests, and for a socket. */
  request: IncomingMessage | undefined;
  isIdle: boolean;
  /** Whether it has shown a ticket, which is being checked. */
  hasTicket: boolean;
}

/**
 * Limits how many connections one network may hold open without identifying itself. When the limit is reached, an idle
 * connection gives way to a new one, or else the oldest whose request is still incomplete: a client that holds
 * connections open must not lock out others behind the same address, whose requests are short. Identified connections
 * are no longer counted.
 *
 * Without a proxy, connections are counted. Behind a proxy the connections are the proxy's, so open requests and
 * sockets are counted, by the network that the proxy reports.
 */
export class UnidentifiedConnections {
  readonly #direct: boolean;
  readonly #on: boolean;
  readonly #most: number;
  readonly #connections = new Map<object, UnidentifiedConnection>();
  readonly #ofNetwork = new Map<string, Set<object>>();

  constructor({ proxies, on, most = unidentifiedAtOnce }: UnidentifiedOptions) {
    this.#direct = proxies === 0;
    this.#on = on;
    this.#most = most;
  }

  /** Counts the connections of a server that clients reach without a proxy. */
  follow(server: Server): void {
    if (!this.#direct) return;
    server.on('connection', (socket: Socket) => {
      if (!this.#add(socket, networkKey(socket.remoteAddress ?? ''), socket)) socket.destroy();
      else socket.once('close', () => this.#remove(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const connection = this.#connections.get(request.socket);
      if (!connection) return;
      connection.request = request;
      connection.isIdle = false;
      response.once('close', () => {
        connection.request = undefined;
        connection.isIdle = true;
      });
    });
  }

  /** Counts a request that came through a proxy; false if its network has too many open requests. */
  began(request: IncomingMessage, response: ServerResponse, network: string): boolean {
    if (this.#direct) return true;
    if (!this.#add(request, network, request.socket, request)) return false;
    response.once('close', () => this.#remove(request));
    return true;
  }

  /** Counts a socket that is about to open through a proxy; false if its network has too many. */
  opening({ socket }: IncomingMessage, network: string): boolean {
    if (this.#direct || this.#connections.has(socket)) return true;
    if (!this.#add(socket, network, socket)) return false;
    socket.once('close', () => this.#remove(socket));
    return true;
  }

  /** The sender of this request has shown a ticket: it gives way to nobody while that is checked, or it would come back with another. */
  presented({ socket }: IncomingMessage): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.hasTicket = true;
  }

  /** The sender of this request is identified: stops counting it. */
  identified(request: IncomingMessage): void {
    this.#remove(request);
    this.#remove(request.socket);
  }

  #add(key: object, network: string, socket: Socket, request?: IncomingMessage): boolean {
    if (!this.#on) return true;
    const own = this.#ofNetwork.get(network) ?? new Set();
    if (own.size >= this.#most && !this.#makeRoom(own)) return false;
    this.#connections.set(key, { network, socket, request, isIdle: false, hasTicket: false });
    this.#ofNetwork.set(network, own.add(key));
    return true;
  }

  #makeRoom(own: ReadonlySet<object>): boolean {
    let oldest: object | undefined;
    for (const key of own) {
      const { isIdle, hasTicket, request } = this.#connections.get(key) as UnidentifiedConnection;
      if (isIdle) return this.#drop(key);
      if (!hasTicket && !request?.complete) oldest ??= key;
    }
    return oldest !== undefined && this.#drop(oldest);
  }

  #drop(key: object): true {
    const { socket } = this.#connections.get(key) as UnidentifiedConnection;
    this.#remove(key);
    socket.destroy();
    return true;
  }

  #remove(key: object): void {
    const network = this.#connections.get(key)?.network;
    if (network === undefined) return;
    this.#connections.delete(key);
    const own = this.#ofNetwork.get(network);
    own?.delete(key);
    if (own?.size === 0) this.#ofNetwork.delete(network);
  }
}
