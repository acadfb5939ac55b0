import type { FaultKind } from './faults.ts';
import type { Mutant } from './mutants.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly people: number;
  readonly mutant: Mutant | undefined;
  /** Whether connections lose, repeat and reorder messages, which is worse than any WebSocket. */
  readonly rough: boolean;
  /** Mean time between two faults, ms. */
  readonly trouble: number;
  readonly faults: readonly FaultKind[];
  /** Whether each call to the in-memory stores is also made on the embedded database, and the answers compared. */
  readonly database?: boolean;
  /** The number of processes: a single one has everything in its memory, several share a Redis. */
  readonly processes?: number;
  /** Whether people wait a while after a refused connect request; the requests of two tabs of one person mostly are refused. */
  readonly patient?: boolean;
  /** Whether there are experiences with scripts, beside the minute. */
  readonly experiences?: boolean;
  /** Whether gatherings take place, most of them in private spaces. */
  readonly gatherings?: boolean;
  /** Whether there are portrait windows. */
  readonly windows?: boolean;
  /** Whether there are veils. */
  readonly veils?: boolean;
  /** Whether pictures can be soft. */
  readonly softness?: boolean;
  /** Whether there are short meetings, and welcomers for newcomers. */
  readonly welcoming?: boolean;
  /** Whether to record what happens, to print it. */
  readonly chronicle?: boolean;
}
