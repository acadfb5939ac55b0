import type { Durations } from '@unspoken/contract/durations';
import { poolKey } from '@unspoken/contract/matchmaking';
import { MemoryPool } from '@unspoken/server/matchmaking/memory-pool';
import type { WaitingEntry } from '@unspoken/server/matchmaking/pool';
import { Matchmaking, type MatchmakingOptions } from '@unspoken/server/matchmaking/service';
import type { Clock } from '@unspoken/server/platform/clock';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Presence, type PresenceOptions } from '@unspoken/server/presence/service';
import type { Plant } from './plants.ts';

/** The plants in the pool, in matchmaking, in presence, and in what time it is. */

/** Puts the paired back into the queue, a moment later. */
class KeepingPool extends MemoryPool {
  override async enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    const partner = await super.enter(entry, now);
    if (partner) void this.#keep({ ...partner, avoid: { ...partner.avoid, [entry.accountId]: Number.POSITIVE_INFINITY } }, now);
    return partner;
  }
  async #keep(entry: WaitingEntry, now: number): Promise<void> {
    for (let turns = 0; turns < 40; turns++) await undefined;
    await super.enter(entry, now);
  }
}

class NarcissisticPool extends MemoryPool {
  override async enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    const own = await this.find(entry.accountId);
    if (own && own.connectionId !== entry.connectionId && poolKey(own.pool) === poolKey(entry.pool)) {
      await this.leave(entry.accountId);
      return own;
    }
    return super.enter(entry, now);
  }
}

/** Only the one who waits is asked whom they avoid. */
class OneWayPool extends MemoryPool {
  override enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    return super.enter({ ...entry, avoid: {} }, now);
  }
}

/** Only the one who comes is asked whom they want to meet. */
class HalfCirclePool extends MemoryPool {
  override enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    const { only: _, ...open } = entry;
    return super.enter(open, now);
  }
}

/** Whoever came last stands in front. */
class StackPool extends MemoryPool {
  override enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    return super.enter({ ...entry, since: -entry.since }, now).then((found) => found && { ...found, since: -found.since });
  }
  override async find(accountId: string): Promise<WaitingEntry | undefined> {
    const found = await super.find(accountId);
    return found && { ...found, since: Math.abs(found.since) };
  }
}

export function plantedPool(plant: Plant | undefined): MemoryPool {
  if (plant === 'the pool keeps the paired') return new KeepingPool();
  if (plant === 'a person is paired with themselves') return new NarcissisticPool();
  if (plant === 'avoiding works one way only') return new OneWayPool();
  if (plant === 'the circle’s pool asks the one who comes only') return new HalfCirclePool();
  if (plant === 'the last to come is served first') return new StackPool();
  return new MemoryPool();
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

class ForgetfulMatchmaking extends Matchmaking {
  readonly #now: () => number;
  constructor(options: MatchmakingOptions) {
    super(options);
    this.#now = options.clock.now.bind(options.clock);
  }
  override requeue(entry: WaitingEntry): Promise<void> {
    return super.requeue({ ...entry, since: this.#now() });
  }
}

class CarelessMatchmaking extends Matchmaking {
  override async requeue(): Promise<void> {}
}

export function plantedMatchmaking(plant: Plant | undefined, options: MatchmakingOptions): Matchmaking {
  if (plant === 'a cancel is acknowledged before it is done') return new HastyMatchmaking(options);
  if (plant === 'dead people go on waiting') return new DeafMatchmaking(options);
  if (plant === 'a dissolved pair loses its place') return new ForgetfulMatchmaking(options);
  if (plant === 'a dissolved pair is forgotten') return new CarelessMatchmaking(options);
  if (plant === 'the hour is half an hour')
    return new Matchmaking({ ...options, metSince: (accountId, since) => options.metSince(accountId, since + 1_800_000) });
  if (plant === 'the circle is asked once') return new Matchmaking({ ...options, matched: once(options.matched) });
  if (plant === 'reports are read once') return new Matchmaking({ ...options, separatedFrom: once(options.separatedFrom) });
  return new Matchmaking(options);
}

/** Asks about each person once, and believes the answer for good. */
function once<T>(ask: (accountId: string) => Promise<T>): (accountId: string) => Promise<T> {
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

/** Takes each tab for a person. */
class TabPresence extends Presence {
  override opened(connection: Connection): void {
    super.opened({ ...connection, accountId: `${connection.accountId} ${connection.tab}` });
  }
}

export function plantedPresence(plant: Plant | undefined, options: PresenceOptions): Presence {
  if (plant === 'the dead are counted') {
    const { durations } = options;
    return new FaithfulPresence({ ...options, durations: { ...durations, presenceLease: 3_600_000 } });
  }
  if (plant === 'everybody is counted for each of their tabs') return new TabPresence(options);
  return new Presence(options);
}

/** A clock that forgets one kind of timer, or lets it ring early. */
export function plantedClock(plant: Plant | undefined, clock: Clock, durations: Durations): Clock {
  const forgetting = (forgotten: number): Clock => ({
    now: () => clock.now(),
    after: (delay, run) => (delay === forgotten ? () => {} : clock.after(delay, run)),
  });
  if (plant === 'an unanswered hello is waited for') return forgetting(durations.peerNoAnswerTimeout);
  if (plant === 'a vanished side is waited for') return forgetting(durations.rejoinBeforeConnected);
  if (plant === 'the minute is cut short')
    return {
      now: () => clock.now(),
      after: (delay, run) => clock.after(delay > 55_000 && delay <= 65_000 ? delay - 10_000 : delay, run),
    };
  return clock;
}
