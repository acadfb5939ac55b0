import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import type { Connection, Gateway, Listener } from '../platform/socket/gateway.ts';

interface RevocationOptions {
  readonly sessions: Pick<Accounts['sessions'], 'isLive' | 'endedAmong'>;
  readonly gateway: Pick<Gateway, 'sessions' | 'evict'>;
  readonly clock: Clock;
  /** The pause between two checks of all sessions, ms. */
  readonly interval: number;
  readonly fault: (error: unknown) => void;
}

/** Sessions checked in one query. */
const batchSize = 2_000;

/**
 * Closes sockets whose session has ended. A server process that ends a session closes its sockets at once; this covers
 * the rest: a command beside the server, a session that expires, a message to another process that was lost, and a
 * session that ends between the redemption of its ticket and the opening of its socket.
 */
export class Revocation implements Listener {
  readonly #options: RevocationOptions;
  #stop = () => {};

  constructor(options: RevocationOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, interval, fault } = this.#options;
    this.#stop = every(clock, interval, () => this.check(), fault);
  }

  stop(): void {
    this.#stop();
  }

  opened(connection: Connection): void {
    this.admits(connection).catch(this.#options.fault);
  }

  /** Whether the session of this socket is still live; if not, its sockets are closed. */
  async admits({ accountId, sessionId }: Pick<Connection, 'accountId' | 'sessionId'>): Promise<boolean> {
    if (await this.#options.sessions.isLive(sessionId)) return true;
    this.#options.gateway.evict(accountId, { only: sessionId });
    return false;
  }

  /** Checks the sessions of all sockets of this process in the database. */
  async check(): Promise<void> {
    const { sessions, gateway } = this.#options;
    const owners = gateway.sessions();
    const ids = [...owners.keys()];
    for (let start = 0; start < ids.length; start += batchSize)
      for (const id of await sessions.endedAmong(ids.slice(start, start + batchSize)))
        gateway.evict(owners.get(id) ?? '', { only: id });
  }
}
