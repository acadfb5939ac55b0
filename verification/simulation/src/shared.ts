import type { Durations } from '@unspoken/contract/durations';
import { ClusterMembership, type ClusterParts } from '@unspoken/server/cluster/membership';
import type { MatchmakingState, WaitingEntry } from '@unspoken/server/matchmaking/state';
import type { Bus } from '@unspoken/server/platform/bus';
import type { Clock } from '@unspoken/server/platform/clock';
import { LocalBus } from '@unspoken/server/platform/local-bus';
import { RedisBus } from '@unspoken/server/platform/redis/redis-bus';
import type { ServerAudit } from './audit.ts';
import type { Mutant } from './mutants.ts';
import { mutantState, mutatedClock } from './mutants-matchmaking.ts';
import { mutatedAgreement, mutatedRedisState } from './mutants-processes.ts';
import type { SimulatedRedis } from './redis/server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a process shares with the others of its installation; a single process has it in its own memory. */
export interface SharedParts {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly matchmakingState: MatchmakingState;
  /** Joins the cluster. */
  join(parts: ClusterParts): Promise<void>;
  /** The process has died: none of its timers fires any more. */
  leave(): void;
}

interface AloneOptions {
  readonly time: VirtualTime;
  readonly mutant: Mutant | undefined;
  readonly durations: Durations;
  readonly audit: ServerAudit;
}

/** The parts of a single process, with a view of its queue. */
export function alone({ time, mutant, durations, audit }: AloneOptions): SharedParts & { waiting(): readonly WaitingEntry[] } {
  const process = new Timers(time);
  const matchmakingState = mutantState(mutant);
  return {
    clock: mutatedClock(mutant, process, durations),
    bus: new LocalBus(),
    matchmakingState: audit.audited(matchmakingState),
    waiting: () => matchmakingState.all(),
    async join() {},
    leave: () => process.end(),
  };
}

interface AmongManyOptions {
  readonly time: VirtualTime;
  readonly mutant: Mutant | undefined;
  readonly redis: SimulatedRedis;
  readonly durations: Durations;
  /** Unique ids for the requests on the bus. */
  readonly id: () => string;
  /** The name of the process. */
  readonly node: string;
  /** The error of its machine's clock, ms. */
  readonly skew: number;
  readonly fault: (error: unknown) => void;
}

/** The prefix of every Redis key of the simulated installation. */
export const space = 'simulation';

/** The parts of one process of several that share a Redis, composed as in `platform/shared.ts` and `cluster/module.ts`. */
export function amongMany({ time, mutant, redis, durations, id, node, skew, fault }: AmongManyOptions): SharedParts {
  const process = new Timers(time, skew);
  const clock = mutatedAgreement(mutant, process);
  const lines = redis.open(node);
  const bus = new RedisBus({ redis: lines, space, node, clock, random: { id }, patience: durations.matchmakerAnswer, fault });
  const matchmakingState = mutatedRedisState(mutant, lines, space);
  return {
    clock,
    bus,
    matchmakingState,
    join: (parts) => new ClusterMembership({ ...parts, node, matchmakingState, bus, clock, durations, fault }).start(lines),
    leave() {
      process.end();
      lines.close();
    },
  };
}

/** The clock of a machine, and the timers of one process, which end with it. */
class Timers implements Clock {
  readonly #time: VirtualTime;
  readonly #skew: number;
  #ended = false;

  constructor(time: VirtualTime, skew = 0) {
    this.#time = time;
    this.#skew = skew;
  }

  now(): number {
    return this.#time.now() + this.#skew;
  }

  after(delay: number, run: () => void): () => void {
    return this.#time.after(delay, () => !this.#ended && run());
  }

  end(): void {
    this.#ended = true;
  }
}
