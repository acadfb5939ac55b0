import type { Clock } from '../platform/clock.ts';
import { KeyedMutex } from '../platform/keyed-mutex.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { LedgerEnd } from './ledger-store.ts';
import type { Room, Side } from './room.ts';
import type { EncounterStore } from './store.ts';

/**
 * Writes what happens in a room to the store, in order, and retries until it succeeds: a database that is away for a
 * while delays the record of an encounter, but never loses it while this process lives. Only the opening must succeed at once.
 */
export class Ledger {
  readonly #store: EncounterStore;
  readonly #clock: Clock;
  readonly #fault: (error: unknown) => void;
  readonly #mutex = new KeyedMutex();
  readonly #pending = new Map<string, Promise<void>>();

  constructor(options: { store: EncounterStore; clock: Clock; fault: (error: unknown) => void }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#fault = options.fault;
  }

  open(room: Room): Promise<void> {
    const [first, second] = room.sides;
    const { pool } = first.entry;
    return this.#store.open({
      roomID: room.id,
      a: first.accountId,
      b: second.accountId,
      // The code of a personal invitation is a secret, and irrelevant to the encounter.
      pool: pool.poolType === 'personalInvite' ? { ...pool, groupSpace: 'open' } : pool,
      pairedAt: room.pairedAt,
      waited: room.waited,
      versionId: room.plan?.versionId,
      length: room.length,
      ...(room.plan?.isRehearsal && { isRehearsal: true }),
      ...(pool.poolType === 'personalInvite' && { invitation: pool.groupSpace }),
    });
  }

  confirmed(room: Room, at: number): void {
    void this.#write(room.id, () => this.#store.confirmed(room.id, at));
  }

  begun(room: Room, startsAt: number): void {
    void this.#write(room.id, () => this.#store.begun(room.id, startsAt));
  }

  /** The member on this side has dropped the veil over the picture of the other. */
  veiled(room: Room, side: Side, at: number): void {
    const veil = { roomID: room.id, by: side.accountId, over: room.other(side).accountId, at };
    void this.#write(room.id, () => this.#store.veiled(veil));
  }

  ended(room: Room, end: LedgerEnd): Promise<void> {
    const { plan, length } = room;
    // Only a whole minute counts as one; a short meeting that ran its time has ended naturally all the same.
    const completed = end.completed && !plan?.isRehearsal && length === undefined;
    return this.#write(room.id, () => this.#store.ended(room.id, { ...end, completed, ...(plan && { isScripted: true }) }));
  }

  /** Resolves when no write about this room is pending. */
  async settled(roomID: string): Promise<void> {
    await this.#pending.get(roomID);
  }

  async allSettled(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  #write(roomID: string, write: () => Promise<void>): Promise<void> {
    const written = this.#mutex.run(roomID, () => retryForever(this.#clock, this.#fault, write));
    this.#pending.set(roomID, written);
    void written.then(() => {
      if (this.#pending.get(roomID) === written) this.#pending.delete(roomID);
    });
    return written;
  }
}
