import { poolKey } from '@unspoken/contract/matchmaking';
import type { WaitingEntry, WaitingPool } from './pool.ts';
import { mayPair } from './rules.ts';

/** The pools of one process. Each queue is kept in order of seniority. */
export class MemoryPool implements WaitingPool {
  readonly #queues = new Map<string, WaitingEntry[]>();
  readonly #where = new Map<string, string>();

  async enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    this.#remove(entry.accountId);
    const key = poolKey(entry.pool);
    const queue = this.#queues.get(key) ?? [];
    const partner = queue.find((each) => mayPair(each, entry, now));
    if (partner) {
      this.#remove(partner.accountId);
      return partner;
    }
    const behind = queue.findLastIndex((each) => each.since <= entry.since);
    queue.splice(behind + 1, 0, entry);
    this.#queues.set(key, queue);
    this.#where.set(entry.accountId, key);
    return undefined;
  }

  async leave(accountId: string): Promise<boolean> {
    return this.#remove(accountId);
  }

  async find(accountId: string): Promise<WaitingEntry | undefined> {
    return this.#queueOf(accountId)?.find((each) => each.accountId === accountId);
  }

  /** Everybody who waits; for audits. */
  all(): WaitingEntry[] {
    return [...this.#queues.values()].flat();
  }

  async counts(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#queues].map(([key, queue]) => [key, queue.length]));
  }

  #queueOf(accountId: string): WaitingEntry[] | undefined {
    return this.#queues.get(this.#where.get(accountId) ?? '');
  }

  #remove(accountId: string): boolean {
    const queue = this.#queueOf(accountId);
    const index = queue?.findIndex((each) => each.accountId === accountId) ?? -1;
    if (!queue || index < 0) return false;
    queue.splice(index, 1);
    const key = this.#where.get(accountId) as string;
    if (queue.length === 0) this.#queues.delete(key);
    this.#where.delete(accountId);
    return true;
  }
}
