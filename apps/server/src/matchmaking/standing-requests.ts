import type { Bus } from '../platform/bus.ts';
import { isAway } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { RequestSet } from './request-set.ts';
import type { WaitingEntry } from './state.ts';

interface StandingRequestsOptions {
  readonly bus: Bus;
  /** The socket on which an entry waits, at any process; undefined if it is known to be closed. */
  readonly reach: (entry: WaitingEntry) => Connection | undefined;
}

/** A question to another process: does this request still stand? */
const topic = 'matchmaking stands';

/** Which requests still stand, according to the process that has the socket of each. */
export class StandingRequests {
  readonly #options: StandingRequestsOptions;
  /** Requests cancelled here, and paused here: state restored from a few seconds ago may not know what was acknowledged since. */
  readonly ended = new RequestSet();
  readonly paused = new RequestSet();

  constructor(options: StandingRequestsOptions) {
    this.#options = options;
    options.bus.serve(topic, (entry: WaitingEntry) => this.#standsHere(entry));
  }

  /** Whether an entry has an open socket, as far as this process knows. */
  reaches(entry: WaitingEntry): boolean {
    return this.#options.reach(entry) !== undefined;
  }

  /** Whether the request of an entry still stands, according to the process that has its socket. */
  async stands(entry: WaitingEntry): Promise<boolean> {
    const { bus } = this.#options;
    if (entry.node === bus.node) return this.#standsHere(entry);
    try {
      return await bus.request<boolean>(entry.node, topic, entry);
    } catch (error) {
      // That process could not notify its client of the room either.
      if (isAway(error)) return false;
      throw error;
    }
  }

  #standsHere(entry: WaitingEntry): boolean {
    return !this.ended.has(entry) && !this.paused.has(entry) && this.reaches(entry);
  }
}
