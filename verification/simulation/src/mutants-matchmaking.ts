import type { Durations } from '@unspoken/contract/durations';
import { poolKey } from '@unspoken/contract/matchmaking';
import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import { Matchmaking, type MatchmakingOptions } from '@unspoken/server/matchmaking/service';
import type {
  AccountState,
  Joined,
  Outcome,
  ProposedRoom,
  Refreshed,
  Requeued,
  WaitingEntry,
} from '@unspoken/server/matchmaking/state';
import type { Clock } from '@unspoken/server/platform/clock';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Presence, type PresenceOptions } from '@unspoken/server/presence/service';
import type { Mutant } from './mutants.ts';

/** The mutants in the queue, in matchmaking, in presence and in clocks. */

type Call = Parameters<MemoryMatchmakingState['join']>;

/** Requeues the partner who waited a moment after they have been paired. */
class KeepingState extends MemoryMatchmakingState {
  override async join(...call: Call): Promise<Joined> {
    return this.#after(await super.join(...call), ...call);
  }
  override async refresh(...call: Call): Promise<Refreshed> {
    return this.#after(await super.refresh(...call), ...call);
  }
  override async requeue(...call: Call): Promise<Requeued> {
    return this.#after(await super.requeue(...call), ...call);
  }
  #after<Result extends Outcome>(result: Result, ...[entry, room, now]: Call): Result {
    if (result.outcome === 'paired') void this.#requeue(result.first, entry.accountId, room, now);
    return result;
  }
  async #requeue(entry: WaitingEntry, partner: string, room: ProposedRoom, now: number): Promise<void> {
    for (let turns = 0; turns < 40; turns++) await undefined;
    await super.release(room.roomID, entry);
    await super.requeue({ ...entry, avoid: { ...entry.avoid, [partner]: Number.POSITIVE_INFINITY } }, room, now);
  }
}

class NarcissisticState extends MemoryMatchmakingState {
  override async join(...[entry, room, now]: Call): Promise<Joined> {
    const { waiting } = await this.find(entry.accountId);
    if (waiting && waiting.connectionId !== entry.connectionId && poolKey(waiting.pool) === poolKey(entry.pool)) {
      await this.leave(entry.accountId, waiting.connectionId, 0);
      return { outcome: 'paired', first: waiting, second: entry };
    }
    return super.join(entry, room, now);
  }
}

/** Changes each entry before it is admitted. */
abstract class AlteringState extends MemoryMatchmakingState {
  protected abstract altered(entry: WaitingEntry): WaitingEntry;
  override join(...[entry, room, now]: Call): Promise<Joined> {
    return super.join(this.altered(entry), room, now);
  }
  override refresh(...[entry, room, now]: Call): Promise<Refreshed> {
    return super.refresh(this.altered(entry), room, now);
  }
  override requeue(...[entry, room, now]: Call): Promise<Requeued> {
    return super.requeue(this.altered(entry), room, now);
  }
}

/** Considers only whom the waiting person avoids. */
class OneWayState extends AlteringState {
  protected override altered(entry: WaitingEntry): WaitingEntry {
    return { ...entry, avoid: {} };
  }
}

/** Ignores whom the joining person may meet only. */
class HalfCircleState extends AlteringState {
  protected override altered({ only: _, ...open }: WaitingEntry): WaitingEntry {
    return open;
  }
}

/** Takes every joining person to agree to any length. */
class HurriedState extends AlteringState {
  protected override altered(entry: WaitingEntry): WaitingEntry {
    return { ...entry, orShorter: true };
  }
}

/** Pairs newcomers with anybody at once. */
class ImpatientState extends AlteringState {
  protected override altered({ isNew: _, ...entry }: WaitingEntry): WaitingEntry {
    return entry;
  }
}

/** Prefers welcomers for newcomers without end. */
class PartialState extends AlteringState {
  protected override altered(entry: WaitingEntry): WaitingEntry {
    return entry.orderAfter === undefined ? entry : { ...entry, orderAfter: 60_000 };
  }
}

/** The queue is last in, first out. */
class StackState extends AlteringState {
  protected override altered(entry: WaitingEntry): WaitingEntry {
    return { ...entry, queuedAt: -entry.queuedAt };
  }
  override async join(...call: Call): Promise<Joined> {
    return this.#upright(await super.join(...call));
  }
  override async refresh(...call: Call): Promise<Refreshed> {
    return this.#upright(await super.refresh(...call));
  }
  override async requeue(...call: Call): Promise<Requeued> {
    return this.#upright(await super.requeue(...call));
  }
  #upright<Result extends Outcome>(result: Result): Result {
    if (result.outcome === 'waiting') return { ...result, entry: upright(result.entry) };
    return result.outcome === 'paired' ? { ...result, first: upright(result.first), second: upright(result.second) } : result;
  }
  override async find(accountId: string): Promise<AccountState> {
    const { waiting, ...rest } = await super.find(accountId);
    return { ...rest, ...(waiting && { waiting: upright(waiting) }) };
  }
}

/** A requeued person joins the end of the queue. */
class ForgetfulState extends MemoryMatchmakingState {
  override requeue(...[entry, room, now]: Call): Promise<Requeued> {
    return super.requeue({ ...entry, queuedAt: now }, room, now);
  }
  protected override queuedAtOf({ queuedAt }: WaitingEntry): number {
    return queuedAt;
  }
}

const upright = (entry: WaitingEntry): WaitingEntry => ({ ...entry, queuedAt: Math.abs(entry.queuedAt) });

export function mutantState(mutant: Mutant | undefined): MemoryMatchmakingState {
  if (mutant === 'paired people stay queued') return new KeepingState();
  if (mutant === 'a person is paired with themselves') return new NarcissisticState();
  if (mutant === 'avoidance is one-sided') return new OneWayState();
  if (mutant === 'the circle’s pool considers only the joining person') return new HalfCircleState();
  if (mutant === 'what the joining person agrees to is ignored') return new HurriedState();
  if (mutant === 'a newcomer waits for nobody') return new ImpatientState();
  if (mutant === 'others are passed over for as long as they wait') return new PartialState();
  if (mutant === 'the last to join is paired first') return new StackState();
  if (mutant === 'a dissolved pair loses its position') return new ForgetfulState();
  return new MemoryMatchmakingState();
}

class HastyMatchmaking extends Matchmaking {
  readonly #after: Clock['after'];
  constructor(options: MatchmakingOptions) {
    super(options);
    this.#after = options.clock.after.bind(options.clock);
  }
  override async cancel(connection: Connection, clickID: string): Promise<void> {
    this.#after(400, () => void super.cancel(connection, clickID));
  }
}

class DeafMatchmaking extends Matchmaking {
  override closed(): void {}
}

class CarelessMatchmaking extends Matchmaking {
  override async requeue(): Promise<void> {}
}

export function mutantMatchmaking(mutant: Mutant | undefined, options: MatchmakingOptions): Matchmaking {
  if (mutant === 'a cancel is acknowledged before it is done') return new HastyMatchmaking(options);
  if (mutant === 'entries without a socket go on waiting') return new DeafMatchmaking(options);
  if (mutant === 'a dissolved pair is forgotten') return new CarelessMatchmaking(options);
  if (mutant === 'the hour is half an hour')
    return new Matchmaking({ ...options, metSince: (accountId, since) => options.metSince(accountId, since + 1_800_000) });
  if (mutant === 'the circle is read only once') return new Matchmaking({ ...options, matched: cached(options.matched) });
  if (mutant === 'reports are read only once')
    return new Matchmaking({ ...options, separatedFrom: cached(options.separatedFrom) });
  return new Matchmaking(options);
}

/** Asks about each person once, and caches the answer for ever. */
function cached<T>(ask: (accountId: string) => Promise<T>): (accountId: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (accountId) => {
    const answer = known.get(accountId) ?? ask(accountId);
    known.set(accountId, answer);
    return answer;
  };
}

class FaithfulPresence extends Presence {
  override closed(): void {}
}

/** Counts each tab as a person. */
class TabPresence extends Presence {
  override opened(connection: Connection): void {
    super.opened({ ...connection, accountId: `${connection.accountId} ${connection.tab}` });
  }
}

export function mutantPresence(mutant: Mutant | undefined, options: PresenceOptions): Presence {
  if (mutant === 'closed sockets are counted') {
    const { durations } = options;
    return new FaithfulPresence({ ...options, durations: { ...durations, presenceLease: 3_600_000 } });
  }
  if (mutant === 'a person is counted once for each tab') return new TabPresence(options);
  return new Presence(options);
}

/** A clock that drops one kind of timer, or fires it early. */
export function mutatedClock(mutant: Mutant | undefined, clock: Clock, durations: Durations): Clock {
  const without = (dropped: number): Clock => ({
    now: () => clock.now(),
    after: (delay, run) => (delay === dropped ? () => {} : clock.after(delay, run)),
  });
  if (mutant === 'an unanswered hello is waited for') return without(durations.peerNoAnswerTimeout);
  if (mutant === 'a vanished side is waited for') return without(durations.rejoinBeforeConnected);
  if (mutant === 'a side that returns in time is given up all the same')
    return {
      now: () => clock.now(),
      after: (delay, run) => {
        const stop = clock.after(delay, run);
        return delay === durations.rejoinBeforeConnected ? () => {} : stop;
      },
    };
  if (mutant === 'the minute is cut short')
    return {
      now: () => clock.now(),
      after: (delay, run) => clock.after(delay > 55_000 && delay <= 65_000 ? delay - 10_000 : delay, run),
    };
  return clock;
}
