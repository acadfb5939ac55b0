import type { Snapshot, UserState } from '@unspoken/contract/encounters';
import type { Encounters } from '../encounters/service.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import { isAway, retryForever } from '../platform/retry-forever.ts';
import type { Connection, Gateway } from '../platform/socket/gateway.ts';

/** What the snapshots are made of. */
export interface SessionOptions {
  readonly encounters: Encounters;
  readonly matchmaking: Matchmaking;
  readonly gateway: Pick<Gateway, 'find'>;
  readonly clock: Clock;
  readonly fault: (error: unknown) => void;
}

export class Sessions {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Sends a socket that has just opened the state of its account, so that the client can correct its own. */
  opened(connection: Connection): void {
    const { clock, fault, gateway } = this.#options;
    const isOpen = () => gateway.find(connection.accountId, connection.id) !== undefined;
    const send = async () => connection.send('snapshot', await this.#snapshot(connection.accountId));
    // A page whose socket is open waits for its state as long as that takes: nothing else would make it ask again.
    retryForever(clock, fault, send, (error) => isAway(error) && isOpen()).catch(fault);
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
