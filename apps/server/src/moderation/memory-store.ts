import type { Database } from '../platform/database/database.ts';
import type { ModerationStore, NewReport } from './store.ts';
import type { keptSeparation } from './tables.ts';

/** Reports and separations in memory, for the simulation. */
export class MemoryModerationStore implements ModerationStore {
  readonly reports = new Map<string, NewReport & { explanation: string }>();
  readonly #separations = new Map<string, Set<string>>();
  readonly #requested = new Set<string>();
  #kept: (typeof keptSeparation.$inferSelect)[] = [];

  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T> {
    return run(undefined as never);
  }

  async report(_: Database, row: NewReport, explanation: string): Promise<boolean> {
    const key = `${row.roomID} ${row.reporter}`;
    if (this.reports.has(key)) return false;
    this.reports.set(key, { ...row, explanation });
    return true;
  }

  async hasReported(_: Database, roomID: string, reporter: string): Promise<boolean> {
    return this.reports.has(`${roomID} ${reporter}`);
  }

  async separate(_: Database, by: string, other: string): Promise<void> {
    this.#of(by).add(other);
    this.#of(other).add(by);
    this.#requested.add(`${by} ${other}`);
  }

  async separatedBy(accountId: string): Promise<string[]> {
    return [...this.#of(accountId)].filter((other) => this.#requested.has(`${accountId} ${other}`));
  }

  async separatedFrom(accountId: string): Promise<string[]> {
    return [...this.#of(accountId)];
  }

  async reportedRooms(reporter: string, roomIds: readonly string[]): Promise<string[]> {
    return roomIds.filter((roomID) => this.reports.has(`${roomID} ${reporter}`));
  }

  async by(reporter: string): Promise<{ at: Date; reasons: string[]; explanation: string | null }[]> {
    const own = [...this.reports.values()].filter((row) => row.reporter === reporter);
    return own.map(({ at, reasons, explanation }) => ({ at, reasons, explanation: explanation || null }));
  }

  async erase(_: Database, accountId: string, hashes: readonly string[], at: Date): Promise<string[]> {
    for (const row of this.reports.values()) if (row.reporter === accountId) row.explanation = '';
    this.#kept = this.#kept.filter(({ other }) => other !== accountId);
    const others = [...this.#of(accountId)];
    for (const other of others) {
      this.#of(other).delete(accountId);
      const [byFormer, byOther] = [`${accountId} ${other}`, `${other} ${accountId}`].map((key) => this.#requested.delete(key));
      const kept = { other, byFormer: byFormer === true, byOther: byOther === true, at };
      this.#kept.push(...hashes.map((hash) => ({ ...kept, hash })));
    }
    this.#separations.delete(accountId);
    return others;
  }

  async recognise(tx: Database, accountId: string, hashes: readonly string[], since: Date): Promise<void> {
    for (const { hash, other, byFormer, byOther, at } of this.#kept) {
      if (!hashes.includes(hash) || other === accountId || at <= since) continue;
      if (byFormer) await this.separate(tx, accountId, other);
      if (byOther) await this.separate(tx, other, accountId);
    }
  }

  async forget(before: Date): Promise<void> {
    this.#kept = this.#kept.filter(({ at }) => at > before);
  }

  #of(accountId: string): Set<string> {
    const others = this.#separations.get(accountId) ?? new Set();
    this.#separations.set(accountId, others);
    return others;
  }
}
