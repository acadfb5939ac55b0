import { State, type Stored } from '@unspoken/stripe-stand-in/state';
import type { Store } from '@unspoken/stripe-stand-in/store';
import { asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { sandboxObject } from './tables.ts';

/** The objects of the sandbox in their table. One change at a time, over all processes. */
export class SandboxStore implements Store {
  readonly #db: Database;
  #state = new State();
  #version = 0;
  constructor(db: Database) {
    this.#db = db;
  }

  async change<T>(act: (state: State) => T): Promise<T> {
    try {
      return await this.#db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sandbox', 0))`);
        await this.#readChanges(tx);
        const result = act(this.#state);
        await this.#write(tx);
        return result;
      });
    } catch (error) {
      // What was not stored must not stay in memory.
      this.#state = new State();
      this.#version = 0;
      throw error;
    }
  }

  async #readChanges(tx: Database): Promise<void> {
    const rows = await tx
      .select()
      .from(sandboxObject)
      .where(gt(sandboxObject.version, this.#version))
      .orderBy(asc(sandboxObject.version));
    for (const { id, data, version } of rows) {
      this.#state.restore(id, (data ?? undefined) as Stored | undefined);
      this.#version = version;
    }
  }

  async #write(tx: Database): Promise<void> {
    const changes = this.#state.takeChanges();
    if (changes.size === 0) return;
    const rows = [...changes].map(([id, data]) => ({ id, data: data ?? null, version: ++this.#version }));
    await tx
      .insert(sandboxObject)
      .values(rows)
      .onConflictDoUpdate({ target: sandboxObject.id, set: { data: sql`excluded.data`, version: sql`excluded.version` } });
  }
}
