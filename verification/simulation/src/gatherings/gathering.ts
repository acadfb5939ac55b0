import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import { Matchmaking, type Wait, type WaitingEntry } from '@unspoken/server/matchmaking/service';
import { LocalBus } from '@unspoken/server/platform/local-bus';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { SeededRandom } from '../seeded-random.ts';
import { VirtualTime } from '../virtual-time.ts';
import { Habits } from './habits.ts';

export interface GatheringOptions {
  readonly seed: number;
  readonly people: number;
  /** How many of the people stand in. */
  readonly standIns?: number;
  /** ms */
  readonly length?: number;
}

interface Person {
  readonly accountId: string;
  readonly standsIn: boolean;
  readonly met: Map<string, number>;
  encountersLeft: number;
  connection: Connection | undefined;
  clickID: string;
  /** Since when they have waited for a partner; undefined while they do not. */
  since: number | undefined;
  isHere: boolean;
  /** Paired, and not yet back from it. */
  isPaired: boolean;
  /** Nobody whom they may meet was there at some time of this wait. */
  wasAlone: boolean;
}

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'a gathering' } as const;
/** Of all pairs, this share never meets: one has reported or blocked the other. Among fewer people it would leave some without a partner. */
const separated = 0.01;
const leastSeparated = 20;
const gatheringLength = 900_000;

/**
 * One gathering in virtual time: the real matchmaking, and people who come, meet, pause and leave. Encounters are modelled by
 * their durations alone. `problems` are promises that were broken.
 */
export class SimulatedGathering {
  /** How long each wait lasted, ms: until the person met somebody, gave up, or the gathering ended. */
  readonly waits: number[] = [];
  readonly announced: Wait[] = [];
  readonly problems: string[] = [];
  /** How many sides of encounters had a partner they had not met before, and how many there were. */
  newPartners = 0;
  partners = 0;
  /** The longest encounter, from the pairing to the next request of the one who took longer. */
  longestEncounter = 0;
  /** How many of the people heard that they are next. */
  readonly next = new Set<string>();
  readonly #time = new VirtualTime(Date.UTC(2026, 0, 1, 19));
  readonly #random: SeededRandom;
  readonly #habits: Habits;
  readonly #matchmaking: Matchmaking;
  readonly #people = new Map<string, Person>();
  readonly #apart = new Map<string, Set<string>>();
  readonly #connections = new Map<string, Connection>();
  readonly #end: number;
  #names = 0;
  #gaveUp = 0;
  #met = 0;

  constructor({ seed, people, standIns = 0, length = gatheringLength }: GatheringOptions) {
    this.#random = new SeededRandom(seed);
    this.#habits = new Habits(this.#random.fork());
    this.#end = this.#time.now() + length;
    this.#matchmaking = this.#open();
    this.#matchmaking.waits.subscribe((wait) => this.announced.push(wait));
    for (let i = 0; i < people; i++) this.#expect(`person-${i}`, i < standIns, length);
    for (const one of this.#people.keys())
      for (const other of this.#people.keys())
        if (one < other && people >= leastSeparated && this.#random.chance(separated)) {
          this.#apartOf(one).add(other);
          this.#apartOf(other).add(one);
        }
  }

  /** Runs the gathering to its end. */
  async run(): Promise<this> {
    while (this.#time.now() < this.#end && this.#time.step()) await new Promise((resume) => process.nextTick(resume));
    for (const person of this.#people.values()) this.#measure(person);
    this.#checkWaits();
    return this;
  }

  #open(): Matchmaking {
    const matchmaking = new Matchmaking({
      ...{ clock: this.#time, durations, matchmakingState: new MemoryMatchmakingState(), bus: new LocalBus() },
      isSignedIn: async () => true,
      denialReason: async () => undefined,
      connectDenialReason: async () => undefined,
      metSince: async () => new Map(),
      separatedFrom: async (accountId) => [...this.#apartOf(accountId)],
      named: (each) => each,
      invitationEligibility: async () => ({}),
      matched: async () => new Set(),
      circumstances: async (accountId) => {
        const { met, standsIn } = this.#person(accountId);
        return { met: new Map(met), standsIn };
      },
      welcoming: async () => undefined,
      hasLengths: false,
      reach: ({ connectionId }) => this.#connections.get(connectionId),
      fault: (error) => this.problems.push(String(error)),
    });
    matchmaking.serve({
      nameRoom: () => this.#name('room'),
      open: async (roomID, first, second, mayMeet) => {
        if (!(await mayMeet())) return false;
        this.#paired(roomID, first, second);
        return true;
      },
      sendAgain: async () => {},
      left: async () => false,
      cancel: async () => {},
    });
    return matchmaking;
  }

  #expect(accountId: string, standsIn: boolean, length: number): void {
    const person: Person = {
      ...{ accountId, standsIn, met: new Map(), encountersLeft: standsIn ? Number.POSITIVE_INFINITY : this.#habits.patience() },
      ...{ connection: undefined, clickID: '', since: undefined, isHere: false, isPaired: false, wasAlone: false },
    };
    this.#people.set(accountId, person);
    this.#time.after(standsIn ? 0 : this.#habits.arrival(length), () => {
      person.isHere = true;
      person.connection = this.#connect(accountId);
      this.#wait(person);
    });
  }

  #connect(accountId: string): Connection {
    const connection: Connection = {
      ...{ id: this.#name('socket'), accountId, sessionId: '', tab: '' },
      send: (_, event) => this.#hears(accountId, event as MatchmakerEvent),
      close: () => {},
    };
    this.#connections.set(connection.id, connection);
    return connection;
  }

  #hears(accountId: string, { type, error, isNext }: MatchmakerEvent): void {
    if (type === matchmakerEvents.connectFailed) this.problems.push(`${accountId} was refused with ${error}`);
    if (isNext) this.next.add(accountId);
    if (isNext && this.#person(accountId).standsIn) this.problems.push(`${accountId} stands in and is next`);
  }

  /** A new request. Somebody who has had enough leaves instead. */
  #wait(person: Person): void {
    if (!person.isHere || this.#time.now() >= this.#end) return;
    if (person.encountersLeft-- <= 0) {
      this.#leave(person);
      return;
    }
    person.clickID = this.#name('request');
    person.since = this.#time.now();
    person.wasAlone = false;
    person.isPaired = false;
    this.#send(person);
    this.#noteWhoIsAlone();
    const lost = this.#habits.losesSocketAfter();
    if (lost !== undefined) this.#time.after(lost, () => this.#loseSocket(person, person.clickID));
  }

  #leave(person: Person): void {
    person.isHere = false;
    this.#noteWhoIsAlone();
  }

  /** Whether this request still waits. */
  #waits({ clickID, since, isPaired }: Person, request: string): boolean {
    return clickID === request && since !== undefined && !isPaired;
  }

  #send(person: Person): void {
    const { connection, clickID } = person;
    if (!connection) return;
    void this.#matchmaking
      .connect(connection, { pool, noRepeat: false, clickID })
      .catch((error) => this.problems.push(String(error)));
    // The client pauses after a while, and goes on by itself unless the person gives up.
    this.#time.after(durations.pairingTimeout, () => {
      if (!this.#waits(person, clickID) || person.connection !== connection) return;
      void this.#matchmaking.pause(connection, clickID);
      this.#time.after(durations.keepWaiting, () => this.#goOn(person, clickID));
    });
  }

  #goOn(person: Person, clickID: string): void {
    if (!this.#waits(person, clickID) || !person.connection) return;
    if (!this.#random.chance(0.1)) {
      this.#send(person);
      return;
    }
    this.#gaveUp++;
    void this.#matchmaking.cancel(person.connection, clickID);
    this.#measure(person);
    this.#leave(person);
  }

  #loseSocket(person: Person, clickID: string): void {
    const { connection } = person;
    if (!this.#waits(person, clickID) || !connection) return;
    this.#connections.delete(connection.id);
    this.#matchmaking.closed(connection);
    person.connection = undefined;
    this.#time.after(this.#habits.socketAway(), () => {
      if (person.clickID !== clickID) return;
      person.connection = this.#connect(person.accountId);
      this.#send(person);
    });
  }

  #paired(roomID: string, ...entries: readonly [WaitingEntry, WaitingEntry]): void {
    const pairedAt = this.#time.now();
    this.#checkPair(...entries);
    for (const { accountId } of entries) this.#person(accountId).isPaired = true;
    if (this.#habits.fails()) {
      this.#fail(roomID, entries);
      return;
    }
    const both = entries.map(({ accountId }) => this.#person(accountId)) as [Person, Person];
    this.#time.after(this.#habits.greeting(), () => {
      for (const entry of entries) this.#matchmaking.waits.ended(entry, 'met', pairedAt);
      for (const person of both) this.#measure(person, pairedAt);
      this.#met += 2;
      this.#meet(roomID, entries, both, pairedAt);
    });
  }

  #meet(roomID: string, entries: readonly WaitingEntry[], both: readonly [Person, Person], pairedAt: number): void {
    for (const [i, person] of both.entries()) {
      const partner = both[1 - i] as Person;
      if (!person.standsIn) {
        this.partners++;
        if (!person.met.has(partner.accountId)) this.newPartners++;
      }
    }
    const ready = Math.max(...both.map(({ met }) => this.#habits.untilReady(met.size === 0)));
    this.#time.after(ready, () => {
      for (const [i, { met }] of both.entries()) {
        const { accountId } = both[1 - i] as Person;
        met.delete(accountId);
        met.set(accountId, this.#time.now());
      }
    });
    this.#time.after(ready + this.#habits.encounter(), () => {
      const exits = entries.map(({ accountId, clickID }) => ({ accountId, finishes: clickID }));
      void this.#matchmaking.release(roomID, ...exits);
      for (const person of both)
        this.#time.after(this.#habits.untilNext(), () => {
          this.longestEncounter = Math.max(this.longestEncounter, this.#time.now() - pairedAt);
          this.#wait(person);
        });
    });
  }

  /** The second owes the hello: their request is over, and the first is requeued. */
  #fail(roomID: string, [first, second]: readonly [WaitingEntry, WaitingEntry]): void {
    const gone = this.#person(second.accountId);
    gone.since = undefined;
    gone.encountersLeft++;
    this.#time.after(durations.peerNoAnswerTimeout, async () => {
      await this.#matchmaking.release(
        roomID,
        { accountId: first.accountId },
        { accountId: second.accountId, finishes: second.clickID },
      );
      this.#matchmaking.waits.ended(second, 'lost');
      this.#person(first.accountId).isPaired = false;
      void this.#matchmaking.requeue(first);
      this.#time.after(this.#habits.untilBack(), () => this.#wait(gone));
    });
  }

  /** The wait of a person is over; one in which nobody was there to meet does not count. */
  #measure(person: Person, at = this.#time.now()): void {
    const { since, wasAlone, standsIn } = person;
    person.since = undefined;
    if (since !== undefined && !wasAlone && !standsIn) this.waits.push(at - since);
  }

  #noteWhoIsAlone(): void {
    const here = [...this.#people.values()].filter(({ isHere }) => isHere);
    const hasSomebody = (person: Person) =>
      here.some((other) => other !== person && !this.#apartOf(person.accountId).has(other.accountId));
    for (const person of here) if (!hasSomebody(person)) person.wasAlone = true;
  }

  #checkPair(one: WaitingEntry, other: WaitingEntry): void {
    const now = this.#time.now();
    const [a, b] = [this.#person(one.accountId), this.#person(other.accountId)];
    if (this.#apartOf(one.accountId).has(other.accountId)) this.problems.push(`${one.accountId} was paired after a report`);
    if (a.standsIn && b.standsIn) this.problems.push('two stand-ins were paired');
    for (const [entry, person, partner] of [
      [one, a, b],
      [other, b, a],
    ] as const) {
      const waited = now - entry.queuedAt;
      if (partner.standsIn && waited < durations.standInAfter) this.problems.push(`a stand-in came after ${waited} ms`);
      const last = [...person.met.keys()].at(-1);
      const limit = last === partner.accountId ? durations.gatheringLastAfter : durations.gatheringRepeatAfter;
      if (person.met.has(partner.accountId) && waited < limit) this.problems.push(`a repeat came after ${waited} ms`);
    }
  }

  /** Every wait that ended is announced, once. */
  #checkWaits(): void {
    const of = (outcome: Wait['outcome']) => this.announced.filter((wait) => wait.outcome === outcome).length;
    if (of('gave_up') !== this.#gaveUp) this.problems.push(`${this.#gaveUp} gave up, and ${of('gave_up')} were announced`);
    if (of('met') !== this.#met) this.problems.push(`${this.#met} met somebody, and ${of('met')} were announced`);
    const starts = this.announced.map(({ queuedAt, endedAt }) => endedAt - queuedAt);
    if (starts.some((lasted) => lasted < 0)) this.problems.push('a wait ended before it began');
  }

  #person(accountId: string): Person {
    return this.#people.get(accountId) as Person;
  }

  #apartOf(accountId: string): Set<string> {
    const apart = this.#apart.get(accountId) ?? new Set();
    this.#apart.set(accountId, apart);
    return apart;
  }

  #name(kind: string): string {
    return `${kind}-${++this.#names}`;
  }
}
