import type { Snapshot, UserState } from '@unspoken/contract/encounters';
import type { Encounters } from '../encounters/service.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import { isAway, retryForever } from '../platform/retry-forever.ts';
import type { Connection } from '../platform/socket/gateway.ts';

/** What the snapshots are made of. */
export interface SessionOptions {
  readonly encounters: Encounters;
  readonly matchmaking: Matchmaking;
  readonly clock: Clock;
  readonly fault: (error: unknown) => void;
}

export class Sessions {
  readonly #options: SessionOptions;
  /** The sockets that are open. */
  readonly #open = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Sends a socket that has just opened the state of its account, so that the client can correct its own. */
  opened(connection: Connection): void {
    const { clock, fault } = this.#options;
    this.#open.add(connection.id);
    const isOpen = () => this.#open.has(connection.id);
    const send = async () => connection.send('snapshot', await this.#snapshot(connection.accountId));
    // A page whose socket is open waits for its state as long as that takes: nothing else would make it ask again.
    retryForever(clock, fault, send, (error) => isAway(error) && isOpen()).catch((error) => isOpen() && fault(error));
  }

  closed({ id }: Connection): void {
    this.#open.delete(id);
  }

  async #snapshot(accountId: string): Promise<Snapshot> {
    const { matchmaking } = this.#options;
    const clickID = await matchmaking.waitsUnder(accountId);
    // Nobody waits without a request; most who come back have none.
    const waiting = clickID === undefined ? undefined : await matchmaking.waiting(accountId);
    const { phase, ...room } = await this.#options.encounters.snapshot(accountId);
    return { userState: userStateOf(phase, waiting !== undefined), ...(clickID !== undefined && { clickID }), ...room };
  }
}

const userStateOf = (phase: string | undefined, waiting: boolean): UserState => {
  if (phase === 'begun') return 'connected';
  if (phase === 'confirmed') return 'enteringRoom';
  return phase === 'greeting' || waiting ? 'waiting' : 'present';
};
