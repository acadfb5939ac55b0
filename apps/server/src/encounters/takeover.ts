import type { Durations } from '@unspoken/contract/durations';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { EncounterStore, UnendedRoom } from './store.ts';

/** A room that a process which is gone has left behind, and the presses of the two who are still in it by the book. */
export interface LeftRoom {
  readonly roomID: string;
  readonly sides: readonly { readonly accountId: string; readonly clickID: string | undefined }[];
}

export interface RoomTakeoverOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly store: EncounterStore;
  readonly held: RoomRegistry;
  readonly matchmaking: Matchmaking;
  readonly mayBeDirect: (first: WaitingEntry, second: WaitingEntry) => Promise<boolean>;
  /** Has somebody's sockets come anew, wherever they are: then they learn what is true and where their room is. */
  readonly reconnectSockets: (accountId: string) => void;
}

/**
 * What becomes of rooms whose process is gone. A minute that has begun goes on: the two see each other without any server,
 * and another process keeps the time and the record. Whatever had not begun is over, and its two are free.
 */
export class RoomTakeover {
  readonly #options: RoomTakeoverOptions;
  /** Rooms that nobody held when it was last looked. */
  #suspects: ReadonlySet<string> = new Set();

  constructor(options: RoomTakeoverOptions) {
    this.#options = options;
  }

  async take({ roomID, sides }: LeftRoom): Promise<void> {
    const { clock, store, matchmaking, reconnectSockets } = this.#options;
    const [row] = await store.unended([roomID]);
    if (row?.connectedAt !== undefined && sides.every(({ clickID }) => clickID !== undefined)) {
      await this.#goOn({ ...row, connectedAt: row.connectedAt }, sides);
    } else {
      if (row) await store.closeOrphans(clock.now(), [roomID]);
      await matchmaking.release(roomID, ...sides);
    }
    for (const { accountId } of sides) reconnectSockets(accountId);
  }

  async #goOn(row: UnendedRoom & { readonly connectedAt: number }, sides: LeftRoom['sides']): Promise<void> {
    // As whoever waited there: by sockets that come anew.
    const entry = (accountId: string): WaitingEntry => ({
      clickID: sides.find((side) => side.accountId === accountId)?.clickID ?? '',
      ...{
        accountId,
        pool: row.pool,
        since: row.pairedAt,
        askedAt: row.pairedAt,
        connectionId: '',
        node: '',
        noRepeat: false,
        avoid: {},
      },
    });
    const [first, second] = [entry(row.a), entry(row.b)];
    const relayOnly = !(await this.#options.mayBeDirect(first, second));
    this.#options.held.adopt(row, first, second, relayOnly);
  }

  /** Which of these rooms the records do not have as ended. */
  async stillOpen(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    if (rooms.length === 0) return new Set();
    return new Set((await this.#options.store.unended(rooms)).map(({ roomID }) => roomID));
  }

  /**
   * Closes rooms that stand in the records as running, and that no process holds: all of them died, and the book with
   * them. A room is looked at twice, so that whoever holds it has the time to write it down again.
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
