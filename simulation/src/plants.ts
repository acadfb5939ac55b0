import { poolKey } from '@unspoken/contract/matchmaking';
import { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { Encounters, type EncountersOptions } from '@unspoken/server/encounters/service';
import type { EncounterStore } from '@unspoken/server/encounters/store';
import { MemoryPool } from '@unspoken/server/matchmaking/memory-pool';
import type { WaitingEntry } from '@unspoken/server/matchmaking/pool';
import { Matchmaking, type MatchmakingOptions } from '@unspoken/server/matchmaking/service';
import type { Connection } from '@unspoken/server/platform/socket/gateway';

/**
 * Bugs put in on purpose, one at a time, to prove that the simulation sees: each replaces one real part by a broken
 * one. Nothing outside the simulation knows of them.
 */
export const plants = [
  'the pool keeps the paired',
  'a person is paired with themselves',
  'avoiding works one way only',
  'a cancel is acknowledged before it is done',
  'dead people go on waiting',
  'a stranger may send into a room',
  'a message is echoed to its sender',
  'messages pass after the end',
  'the counter believes the client',
  'a thank counts twice',
  'each side has its own start',
  'the two ends do not agree',
  'an unanswered hello is waited for',
  'a dissolved pair loses its place',
] as const;
export type Plant = (typeof plants)[number];

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

/** Only the one who comes is asked whom they avoid. */
class OneWayPool extends MemoryPool {
  override enter(entry: WaitingEntry, now: number): Promise<WaitingEntry | undefined> {
    return super.enter({ ...entry, avoid: {} }, now);
  }
}

export const plantedPool = (plant: Plant | undefined): MemoryPool => {
  if (plant === 'the pool keeps the paired') return new KeepingPool();
  if (plant === 'a person is paired with themselves') return new NarcissisticPool();
  if (plant === 'avoiding works one way only') return new OneWayPool();
  return new MemoryPool();
};

class HastyMatchmaking extends Matchmaking {
  readonly #after: MatchmakingOptions['clock']['after'];
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

export const plantedMatchmaking = (plant: Plant | undefined, options: MatchmakingOptions): Matchmaking => {
  if (plant === 'a cancel is acknowledged before it is done') return new HastyMatchmaking(options);
  if (plant === 'dead people go on waiting') return new DeafMatchmaking(options);
  if (plant === 'a dissolved pair loses its place') return new ForgetfulMatchmaking(options);
  return new Matchmaking(options);
};

class CredulousStore extends MemoryEncounterStore {
  noteWord(roomId: string): void {
    const row = this.rows.get(roomId);
    if (row?.end) row.end = { ...row.end, completed: true };
  }
}

class GratefulStore extends MemoryEncounterStore {
  #count = 0;
  override async thank(roomId: string, giver: string, receiver: string): Promise<boolean> {
    this.thanks.set(`${roomId} ${giver} ${this.#count++}`, { giver, receiver });
    return true;
  }
}

class OneEyedStore extends MemoryEncounterStore {
  override ended(...[roomId, end]: Parameters<EncounterStore['ended']>): Promise<void> {
    return super.ended(roomId, { ...end, reasonB: end.reasonA });
  }
}

export const plantedStore = (plant: Plant | undefined): MemoryEncounterStore => {
  if (plant === 'the counter believes the client') return new CredulousStore();
  if (plant === 'a thank counts twice') return new GratefulStore();
  if (plant === 'the two ends do not agree') return new OneEyedStore();
  return new MemoryEncounterStore();
};

type Sent = Parameters<Encounters['send']>[1];

/** Lets through what the real service refused with this code, straight to one member of the room. */
class LeakyEncounters extends Encounters {
  readonly #code: string;
  readonly #leak: (message: Sent, from: Connection) => void;
  constructor(options: EncountersOptions, code: string, leak: (message: Sent, from: Connection) => void) {
    super(options);
    this.#code = code;
    this.#leak = leak;
  }
  override send(connection: Connection, message: Sent): object {
    try {
      return super.send(connection, message);
    } catch (error) {
      if ((error as { code?: string }).code === this.#code) this.#leak(message, connection);
      throw error;
    }
  }
}

class EchoingEncounters extends Encounters {
  override send(connection: Connection, message: Sent): object {
    const answer = super.send(connection, message);
    const position = this.snapshot(connection.accountId).position;
    if (position) connection.send('room:message', { ...message, position, seq: 901 });
    return answer;
  }
}

class CredulousEncounters extends Encounters {
  readonly #store: CredulousStore;
  constructor(options: EncountersOptions) {
    super(options);
    this.#store = options.store as CredulousStore;
  }
  override async noteSessionData(connection: Connection, data: { roomID: string; position: number }): Promise<void> {
    await super.noteSessionData(connection, data);
    this.#store.noteWord(data.roomID);
  }
}

/** The broken service of a plant, or the real one. `connections` finds the live sockets of an account. */
export function plantedEncounters(
  plant: Plant | undefined,
  options: EncountersOptions,
  store: MemoryEncounterStore,
  connections: (accountId: string) => Connection[],
): Encounters {
  const leak = (message: Sent, from: Connection): void => {
    const row = store.rows.get(message.roomID);
    if (!row) return;
    const receiver = row.a === from.accountId ? row.b : row.a;
    const position = receiver === row.a ? 2 : 1;
    connections(receiver)[0]?.send('room:message', { ...message, position, seq: 900 });
  };
  if (plant === 'a stranger may send into a room') return new LeakyEncounters(options, 'room_not_found', leak);
  if (plant === 'messages pass after the end') return new LeakyEncounters(options, 'room_ended', leak);
  if (plant === 'a message is echoed to its sender') return new EchoingEncounters(options);
  if (plant === 'the counter believes the client') return new CredulousEncounters(options);
  if (plant === 'an unanswered hello is waited for') {
    const { clock } = options;
    const patient = {
      now: () => clock.now(),
      after: (delay: number, run: () => void) =>
        delay === options.durations.peerNoAnswerTimeout ? () => {} : clock.after(delay, run),
    };
    return new Encounters({ ...options, clock: patient });
  }
  return new Encounters(options);
}

/** Tampers with what is sent, for the plants that live between the service and the socket. */
export const tampered = (plant: Plant | undefined, event: string, payload: unknown, side: number): unknown =>
  plant === 'each side has its own start' && event === 'room:begin' && side === 2
    ? { ...(payload as object), startsAt: (payload as { startsAt: number }).startsAt + 700 }
    : payload;
