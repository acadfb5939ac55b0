import type { Durations } from '@unspoken/contract/durations';
import { poolKey } from '@unspoken/contract/matchmaking';
import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import { Matchmaking, type MatchmakingOptions } from '@unspoken/server/matchmaking/service';
import type { Entered, Place, ProposedRoom, WaitingEntry } from '@unspoken/server/matchmaking/state';
import type { Clock } from '@unspoken/server/platform/clock';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Presence, type PresenceOptions } from '@unspoken/server/presence/service';
import type { Mutant } from './mutants.ts';

/** The mutants in the pool, in matchmaking, in presence, and in what time it is. */

type Enter = Parameters<MemoryMatchmakingState['enter']>;

/** Puts the paired back into the queue, a moment later. */
class KeepingPlaces extends MemoryMatchmakingState {
  override async enter(...[wish, coming, room, now]: Enter): Promise<Entered> {
    const entered = await super.enter(wish, coming, room, now);
    if (entered.became === 'paired') void this.#keep(entered.first, wish.accountId, room, now);
    return entered;
  }
  async #keep(entry: WaitingEntry, partner: string, room: ProposedRoom, now: number): Promise<void> {
    for (let turns = 0; turns < 40; turns++) await undefined;
    await super.release(room.roomID, entry);
    await super.enter({ ...entry, avoid: { ...entry.avoid, [partner]: Number.POSITIVE_INFINITY } }, 'back', room, now);
  }
}

class NarcissisticPlaces extends MemoryMatchmakingState {
  override async enter(...[wish, coming, room, now]: Enter): Promise<Entered> {
    const { waiting } = await this.find(wish.accountId);
    if (waiting && waiting.connectionId !== wish.connectionId && poolKey(waiting.pool) === poolKey(wish.pool)) {
      await this.leave(wish.accountId, waiting.connectionId, 0);
      return { became: 'paired', first: waiting, second: wish };
    }
    return super.enter(wish, coming, room, now);
  }
}

/** Only the one who waits is asked whom they avoid. */
class OneWayPlaces extends MemoryMatchmakingState {
  override enter(...[wish, ...rest]: Enter): Promise<Entered> {
    return super.enter({ ...wish, avoid: {} }, ...rest);
  }
}

/** Only the one who comes is asked whom they want to meet. */
class HalfCirclePlaces extends MemoryMatchmakingState {
  override enter(...[wish, ...rest]: Enter): Promise<Entered> {
    const { only: _, ...open } = wish;
    return super.enter(open, ...rest);
  }
}

/** Whoever came last stands in front. */
class StackPlaces extends MemoryMatchmakingState {
  override async enter(...[wish, ...rest]: Enter): Promise<Entered> {
    const entered = await super.enter({ ...wish, since: -wish.since }, ...rest);
    if (entered.became === 'waiting') return { ...entered, entry: upright(entered.entry) };
    return entered.became === 'paired' ? { ...entered, first: upright(entered.first), second: wish } : entered;
  }
  override async find(accountId: string): Promise<Place> {
    const { waiting, ...rest } = await super.find(accountId);
    return { ...rest, ...(waiting && { waiting: upright(waiting) }) };
  }
}

/** Whoever comes back stands at the end. */
class ForgetfulPlaces extends MemoryMatchmakingState {
  override enter(...[wish, coming, room, now]: Enter): Promise<Entered> {
    return super.enter(coming === 'back' ? { ...wish, since: now } : wish, coming, room, now);
  }
  protected override placeOf({ since }: WaitingEntry): number {
    return since;
  }
}

const upright = (entry: WaitingEntry): WaitingEntry => ({ ...entry, since: Math.abs(entry.since) });

export function mutantPlaces(mutant: Mutant | undefined): MemoryMatchmakingState {
  if (mutant === 'the pool keeps the paired') return new KeepingPlaces();
  if (mutant === 'a person is paired with themselves') return new NarcissisticPlaces();
  if (mutant === 'avoiding works one way only') return new OneWayPlaces();
  if (mutant === 'the circle’s pool asks the one who comes only') return new HalfCirclePlaces();
  if (mutant === 'the last to come is served first') return new StackPlaces();
  if (mutant === 'a dissolved pair loses its place') return new ForgetfulPlaces();
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
  if (mutant === 'dead people go on waiting') return new DeafMatchmaking(options);
  if (mutant === 'a dissolved pair is forgotten') return new CarelessMatchmaking(options);
  if (mutant === 'the hour is half an hour')
    return new Matchmaking({ ...options, metSince: (accountId, since) => options.metSince(accountId, since + 1_800_000) });
  if (mutant === 'the circle is asked once') return new Matchmaking({ ...options, matched: once(options.matched) });
  if (mutant === 'reports are read once') return new Matchmaking({ ...options, separatedFrom: once(options.separatedFrom) });
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

export function mutantPresence(mutant: Mutant | undefined, options: PresenceOptions): Presence {
  if (mutant === 'the dead are counted') {
    const { durations } = options;
    return new FaithfulPresence({ ...options, durations: { ...durations, presenceLease: 3_600_000 } });
  }
  if (mutant === 'everybody is counted for each of their tabs') return new TabPresence(options);
  return new Presence(options);
}

/** A clock that forgets one kind of timer, or lets it ring early. */
export function mutatedClock(mutant: Mutant | undefined, clock: Clock, durations: Durations): Clock {
  const forgetting = (forgotten: number): Clock => ({
    now: () => clock.now(),
    after: (delay, run) => (delay === forgotten ? () => {} : clock.after(delay, run)),
  });
  if (mutant === 'an unanswered hello is waited for') return forgetting(durations.peerNoAnswerTimeout);
  if (mutant === 'a vanished side is waited for') return forgetting(durations.rejoinBeforeConnected);
  if (mutant === 'whoever returns in time is given up all the same')
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
