import type { Database } from '../platform/database/database.ts';
import type { ModerationStore, NewReport } from './store.ts';

/** Reports and separations in memory, for the simulation. */
export class MemoryModerationStore implements ModerationStore {
  readonly reports = new Map<string, NewReport & { explanation: string }>();
  readonly #apart = new Map<string, Set<string>>();
  readonly #wished = new Set<string>();

  transaction<T>(run: (tx: Database) => Promise<T>): Promise<T> {
    return run(undefined as never);
  }

  async report(_: Database, row: NewReport, explanation: string): Promise<boolean> {
    const key = `${row.roomId} ${row.reporter}`;
    if (this.reports.has(key)) return false;
    this.reports.set(key, { ...row, explanation });
    return true;
  }

  async hasReported(_: Database, roomId: string, reporter: string): Promise<boolean> {
    return this.reports.has(`${roomId} ${reporter}`);
  }

  async separate(_: Database, by: string, other: string): Promise<void> {
    this.#of(by).add(other);
    this.#of(other).add(by);
    this.#wished.add(`${by} ${other}`);
  }

  async separatedBy(accountId: string): Promise<string[]> {
    return [...this.#of(accountId)].filter((other) => this.#wished.has(`${accountId} ${other}`));
  }

  async separatedFrom(accountId: string): Promise<string[]> {
    return [...this.#of(accountId)];
  }

  async reportedRooms(reporter: string, roomIds: readonly string[]): Promise<string[]> {
    return roomIds.filter((roomId) => this.reports.has(`${roomId} ${reporter}`));
  }

  async by(reporter: string): Promise<{ at: Date; reasons: string[]; explanation: string | null }[]> {
    const own = [...this.reports.values()].filter((row) => row.reporter === reporter);
    return own.map(({ at, reasons, explanation }) => ({ at, reasons, explanation: explanation || null }));
  }

  async erase(_: Database, accountId: string): Promise<void> {
    for (const row of this.reports.values()) if (row.reporter === accountId) row.explanation = '';
    for (const other of this.#of(accountId)) this.#of(other).delete(accountId);
    this.#apart.delete(accountId);
  }

  #of(accountId: string): Set<string> {
    const known = this.#apart.get(accountId) ?? new Set();
    this.#apart.set(accountId, known);
    return known;
  }
}
