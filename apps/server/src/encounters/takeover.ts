import type { Durations } from '@unspoken/contract/durations';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Plans } from './plan.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { EncounterStore, UnendedRoom } from './store.ts';

/** A room of a process that is gone, and the requests of those members who are still in it by the matchmaking state. */
export interface LeftRoom {
  readonly roomID: string;
  readonly sides: readonly { readonly accountId: string; readonly clickID: string | undefined }[];
}

export interface RoomTakeoverOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly store: EncounterStore;
  readonly roomRegistry: RoomRegistry;
  readonly matchmaking: Matchmaking;
  readonly mayBeDirect: (first: WaitingEntry, second: WaitingEntry) => Promise<boolean>;
  readonly plans?: Pick<Plans, 'of'>;
  /** Reconnects the sockets of an account on every process, so that they learn the present state and where their room is. */
  readonly reconnectSockets: (accountId: string) => void;
}

/**
 * Takes over the rooms of a process that is gone. A minute that has begun continues: the two clients see each other without
 * any server, and another process keeps the time and the record. Any other room is over, and its members are free.
 */
export class RoomTakeover {
  readonly #options: RoomTakeoverOptions;
  /** Rooms that had no owner at the last check. */
  #suspects: ReadonlySet<string> = new Set();

  constructor(options: RoomTakeoverOptions) {
    this.#options = options;
  }

  async take({ roomID, sides }: LeftRoom): Promise<void> {
    const { clock, store, matchmaking, reconnectSockets } = this.#options;
    const [row] = await store.unended([roomID]);
    if (row?.connectedAt !== undefined && sides.every(({ clickID }) => clickID !== undefined)) {
      await this.#continue({ ...row, connectedAt: row.connectedAt }, sides);
    } else {
      if (row) await store.closeOrphans(clock.now(), [roomID]);
      await matchmaking.release(roomID, ...sides);
    }
    for (const { accountId } of sides) reconnectSockets(accountId);
  }

  async #continue(row: UnendedRoom & { readonly connectedAt: number }, sides: LeftRoom['sides']): Promise<void> {
    // Entries without a socket: the members' sockets reconnect.
    const entry = (accountId: string): WaitingEntry => ({
      clickID: sides.find((side) => side.accountId === accountId)?.clickID ?? '',
      ...{
        accountId,
        pool: row.pool,
        length: row.length,
        // When they joined the queue is not stored; nothing depends on it in a minute that has begun.
        queuedAt: row.pairedAt,
        askedAt: row.pairedAt,
        connectionId: '',
        node: '',
        noRepeat: false,
        avoid: {},
      },
    });
    const [first, second] = [entry(row.a), entry(row.b)];
    const relayOnly = !(await this.#options.mayBeDirect(first, second));
    const plan = row.versionId === undefined ? undefined : await this.#options.plans?.of(row.versionId);
    this.#options.roomRegistry.adopt(row, [first, second], { relayOnly, plan });
  }

  /** Which of these rooms have not ended by the records. */
  async stillOpen(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    if (rooms.length === 0) return new Set();
    return new Set((await this.#options.store.unended(rooms)).map(({ roomID }) => roomID));
  }

  /**
   * Closes rooms that are running by the records and have no owner: every process died, and the matchmaking state with
   * them. A room must be without owner at two checks in a row, so that its owner has time to restore it.
   */
  async closeForgotten(unheld: (rooms: readonly string[]) => Promise<readonly string[]>): Promise<void> {
    const { clock, store, durations } = this.#options;
    const old = (await store.unended()).filter(({ pairedAt }) => clock.now() - pairedAt > durations.peerNoAnswerTimeout);
    const forgotten = await unheld(old.map(({ roomID }) => roomID));
    const twice = forgotten.filter((roomID) => this.#suspects.has(roomID));
    if (twice.length > 0) await store.closeOrphans(clock.now(), twice);
    this.#suspects = new Set(forgotten);
  }
}
