import { randomUUID } from 'node:crypto';
import type { Pool } from '@unspoken/contract/matchmaking';
import { SqlEncounterStore } from '@unspoken/server/encounters/store';
import { enrol } from '@unspoken/testing/enrol';
import { openEmptyDatabase } from './empty-database.ts';

const pool: Pool = { experienceType: 'connection', poolType: 'anyone', groupSpace: 'open' };

/** Records pairs as the server does, in the same batches, and does nothing else: no sockets, no matchmaking. */
export class Recording {
  readonly #store: SqlEncounterStore;
  readonly #accounts: readonly string[];

  private constructor(store: SqlEncounterStore, accounts: readonly string[]) {
    this.#store = store;
    this.#accounts = accounts;
  }

  /** On a database of its own, for so many people. */
  static async open(people: number): Promise<Recording> {
    const { database } = await openEmptyDatabase();
    const accounts = await enrol(database.pool, people);
    return new Recording(
      new SqlEncounterStore(database.db),
      accounts.map(({ accountId }) => accountId),
    );
  }

  /** Opens and ends rooms for `span` ms, one after another for each two people; returns how long each opening took, ms. */
  async meet(span: number): Promise<number[]> {
    const times: number[] = [];
    const until = performance.now() + span;
    const recordRepeatedly = async (a: string, b: string) => {
      while (performance.now() < until) {
        const roomID = randomUUID();
        const began = performance.now();
        await this.#store.open({ roomID, a, b, pool, pairedAt: Date.now(), waited: 0 });
        times.push(performance.now() - began);
        await this.#store.ended(roomID, {
          endedAt: Date.now(),
          reasonA: 'cancel_self',
          reasonB: 'cancel_other',
          completed: false,
          duration: 0,
        });
      }
    };
    const pairs = Array.from({ length: this.#accounts.length / 2 }, (_, i) => this.#accounts.slice(2 * i, 2 * i + 2));
    await Promise.all(pairs.map(([a, b]) => recordRepeatedly(a as string, b as string)));
    return times;
  }
}
