import { type Claims, noClaims } from '@unspoken/server/encounters/claims';
import type { LedgerEnd, LedgerRow } from '@unspoken/server/encounters/ledger-store';
import { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import type { EncounterStore } from '@unspoken/server/encounters/store';
import type { Database } from '@unspoken/server/platform/database/database';
import type { SeededRandom } from './seeded-random.ts';

/** The code of the error with which a transaction fails (PostgreSQL: the server was shut down). */
const shutDown = '57P01';
export const isShutDown = (error: unknown): boolean => (error as { code?: string }).code === shutDown;
/** How often the transaction fails that records a pair, that records one with something to claim, and that records an end. */
const failing = { open: 0.01, claim: 0.1, end: 0.005 };

/** How a transaction undoes what was done in it. */
type Undo = () => void;
const undone = new WeakMap<object, Undo[]>();

/** Registers how a change is undone if the transaction fails. */
export const rollback = (tx: object, undo: Undo): void => void undone.get(tx)?.push(undo);

/**
 * The ledger in memory with the transactions of rooms with scripts, as `SqlEncounterStore` makes them: what is claimed and what is
 * recorded happens together or not at all. A transaction sometimes fails before its commit, or its answer is lost after it.
 */
export class ScriptedStore extends MemoryEncounterStore {
  readonly #random: SeededRandom;
  #claims: Claims = noClaims;
  /** One transaction at a time: the rows of two that would touch the same are locked. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(random: SeededRandom) {
    super();
    this.#random = random;
  }

  claimBy(claims: Claims): void {
    this.#claims = claims;
  }

  override open(row: LedgerRow): Promise<void> {
    if (row.versionId === undefined) return super.open(row);
    return this.#transaction(row.pool.poolType === 'myCircle' ? failing.claim : failing.open, async (tx) => {
      await this.#claims.claim(tx, row);
      await super.open(row);
      rollback(tx, () => {
        this.rows.delete(row.roomID);
        for (const accountId of [row.a, row.b]) this.live.delete(accountId);
      });
    });
  }

  override ended(...[roomID, end]: Parameters<EncounterStore['ended']>): Promise<void> {
    if (!end.isScripted) return super.ended(roomID, end);
    return this.#transaction(failing.end, (tx) => this.#end(tx, roomID, end));
  }

  async #end(tx: Database, roomID: string, end: LedgerEnd): Promise<void> {
    const row = this.rows.get(roomID);
    const isFirst = row?.end === undefined;
    await super.ended(roomID, end);
    if (!row?.end) return;
    if (isFirst)
      rollback(tx, () => {
        delete row.end;
        for (const accountId of [row.a, row.b]) this.live.set(accountId, roomID);
      });
    const { reasonA, reasonB } = row.end;
    await this.#claims.settle(tx, roomID, [
      { accountId: row.a, reason: reasonA },
      { accountId: row.b, reason: reasonB },
    ]);
  }

  override async closeOrphans(...[at, rooms]: Parameters<EncounterStore['closeOrphans']>): Promise<number> {
    const open = await this.unended(rooms);
    const closed = await super.closeOrphans(at, rooms);
    await this.#claims.release(
      {} as Database,
      open.map(({ roomID }) => roomID),
    );
    return closed;
  }

  #transaction<T>(failure: number, run: (tx: Database) => Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      const tx = {} as Database;
      undone.set(tx, []);
      const fails = this.#random.next();
      try {
        const result = await run(tx);
        if (fails < failure / 2) throw Object.assign(new Error('the database shuts down'), { code: shutDown });
        undone.delete(tx);
        if (fails < failure) throw Object.assign(new Error('the answer of the database is lost'), { code: shutDown });
        return result;
      } catch (error) {
        for (const undo of undone.get(tx)?.reverse() ?? []) undo();
        undone.delete(tx);
        throw error;
      }
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
