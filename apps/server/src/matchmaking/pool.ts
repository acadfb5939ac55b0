import type { Pool } from '@unspoken/contract/matchmaking';

/** One person waiting. Plain data, so that any pool can keep it anywhere. */
export interface WaitingEntry {
  readonly accountId: string;
  readonly connectionId: string;
  readonly clickID: string;
  readonly pool: Pool;
  /** When the person began to wait, server epoch ms; kept when a pairing comes to nothing. */
  readonly since: number;
  readonly noRepeat: boolean;
  /** Whom not to meet, each until a server instant (Infinity: for ever). */
  readonly avoid: Readonly<Record<string, number>>;
  /** Whom alone to meet; absent: anybody. */
  readonly only?: readonly string[];
}

/**
 * Where people wait. Twins: in memory for one process, in Redis for many; `pool-contract.ts` is the suite that
 * both must pass. Every method is atomic.
 */
export interface WaitingPool {
  /**
   * Takes the longest-waiting person who may be paired with `entry` out of the pool and returns them;
   * if there is none, `entry` waits. Somebody who waits already, in any pool, is first taken out of it.
   */
  enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined>;
  /** Takes a person out; false if they did not wait. */
  leave(accountId: string): Promise<boolean>;
  find(accountId: string): Promise<WaitingEntry | undefined>;
  /** How many wait in each pool that is not empty, by `poolKey`. */
  counts(): Promise<ReadonlyMap<string, number>>;
}
