import type { Emission } from '@unspoken/contract/call';
import { AppError, type ErrorAnswer } from '@unspoken/contract/errors';
import { isAway } from '../retry-forever.ts';

/** One live socket of one account. A tab keeps its name over reconnects. */
export interface Connection {
  readonly id: string;
  readonly accountId: string;
  /** The signed-in browser it belongs to; when that session ends, so does the socket. */
  readonly sessionId: string;
  readonly tab: string;
  /** The process that has the socket, if it is not this one. */
  readonly node?: string;
  send(event: string, payload: unknown): void;
  close(): void;
}

/** Handles one event that a client may emit, with its validated payload. */
export interface SocketHandler {
  readonly emission: Emission;
  handle(connection: Connection, payload: never): Promise<object> | object;
}

export const handler = <E extends Emission>(
  emission: E,
  handle: (connection: Connection, payload: ReturnType<E['payload']['parse']>) => Promise<object> | object,
): SocketHandler => ({ emission, handle: handle as SocketHandler['handle'] });

/** Is notified when sockets open and close. */
export interface Listener {
  opened?(connection: Connection): void;
  closed?(connection: Connection): void;
}

/** Which sockets of an account: all of them, those of one session only, or all but those of one. */
export interface Eviction {
  readonly only?: string;
  readonly except?: string;
}

/**
 * The entry of every socket event, from a network or a simulation. Validates the payload, finds the handler,
 * and turns an error into an answer; no event can make it throw.
 */
export class Gateway {
  readonly #handlers = new Map<string, SocketHandler>();
  readonly #listeners: Listener[] = [];
  readonly #fault: (error: unknown) => string;
  /** Live sockets by account, then by id: a look-up searches only the few sockets of one account. */
  readonly #live = new Map<string, Map<string, Connection>>();

  /** `fault` logs an error that is not the client's, and returns the id of the log line. */
  constructor(fault: (error: unknown) => string) {
    this.#fault = fault;
  }

  /** Adds handlers and listeners; to be called before the first socket opens. */
  add({
    handlers,
    connections,
  }: {
    readonly handlers: readonly SocketHandler[];
    readonly connections: readonly Listener[];
  }): void {
    for (const each of handlers) this.#handlers.set(each.emission.event, each);
    this.#listeners.push(...connections);
  }

  opened(connection: Connection): void {
    // The same tab again: its earlier socket is dead even if that has not been detected.
    for (const other of this.of(connection.accountId)) if (other.tab === connection.tab) this.#drop(other);
    const own = this.#live.get(connection.accountId) ?? new Map<string, Connection>();
    this.#live.set(connection.accountId, own.set(connection.id, connection));
    for (const listener of this.#listeners) this.#guarded(() => listener.opened?.(connection));
  }

  closed(connection: Connection): void {
    const own = this.#live.get(connection.accountId);
    if (!own?.delete(connection.id)) return;
    if (own.size === 0) this.#live.delete(connection.accountId);
    for (const listener of this.#listeners) this.#guarded(() => listener.closed?.(connection));
  }

  async receive(connection: Connection, event: string, payload: unknown): Promise<object> {
    const found = this.#handlers.get(event);
    if (!found || !this.find(connection.accountId, connection.id)) return new AppError('not_found').answer();
    const parsed = found.emission.payload.safeParse(payload ?? {});
    if (!parsed.success) return new AppError('validation_failed').answer();
    try {
      return await found.handle(connection, parsed.data as never);
    } catch (error) {
      return this.#refusal(error);
    }
  }

  /** Whether there is such an event. */
  knows(event: string): boolean {
    return this.#handlers.has(event);
  }

  /** How many sockets are open. */
  get size(): number {
    let size = 0;
    for (const own of this.#live.values()) size += own.size;
    return size;
  }

  /** The sessions that have a live socket, each with its account. */
  sessions(): Map<string, string> {
    const sessions = new Map<string, string>();
    for (const own of this.#live.values())
      for (const { sessionId, accountId } of own.values()) sessions.set(sessionId, accountId);
    return sessions;
  }

  /** All live sockets. */
  all(): Connection[] {
    return [...this.#live.values()].flatMap((own) => [...own.values()]);
  }

  /** The live sockets of one account. */
  of(accountId: string): Connection[] {
    return [...(this.#live.get(accountId)?.values() ?? [])];
  }

  /** One live socket of an account. */
  find(accountId: string, id: string): Connection | undefined {
    return this.#live.get(accountId)?.get(id);
  }

  /** Ends the sockets of an account at once, of one session only, or of all but one: signed out, suspended or erased. */
  evict(accountId: string, which: Eviction = {}): void {
    for (const connection of this.of(accountId)) {
      if (which.only !== undefined && connection.sessionId !== which.only) continue;
      if (which.except !== connection.sessionId) this.#drop(connection);
    }
  }

  #drop(connection: Connection): void {
    this.closed(connection);
    connection.close();
  }

  #refusal(error: unknown): ErrorAnswer {
    if (error instanceof AppError) return error.answer();
    const requestId = this.#fault(error);
    return isAway(error) ? new AppError('unavailable').answer() : { ...new AppError('internal').answer(), requestId };
  }

  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#fault(error);
    }
  }
}
