import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type MatchmakerEvent, matchmakerEvents, type Pool } from '@unspoken/contract/matchmaking';
import { Matchmaking, type WaitingEntry } from '@unspoken/server/matchmaking/service';
import { LocalBus } from '@unspoken/server/platform/local-bus';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Presence } from '@unspoken/server/presence/service';
import type { TownFigures, TownHabits } from '../../../../tools/capacity/town.ts';
import { percentile } from '../../../../tools/figures.ts';
import { SeededRandom } from '../seeded-random.ts';
import { stepsAtOnce, VirtualTime } from '../virtual-time.ts';
import { LinkedProcesses } from './linked-processes.ts';
import { TimedState } from './timed-state.ts';

/** ms */
const minute = durations.introDuration + durations.connectionDuration + durations.afterConnectionDuration;
/** From the pairing until both have pressed Start, ms. */
const ready = { least: 14_000, most: 26_000 };
/** One encounter in twelve ends before its time. */
const early = 1 / 12;

/** What the people of a town do, for so many of them on so many processes. */
export const habitsOf = (people: number, processes: number): TownHabits => ({
  ...{ people, processes, pause: 240_000, inCircle: 0.03, patience: 50_000, leaves: 0.2 },
  encounter: (ready.least + ready.most) / 2 + minute * (1 - early / 2),
});

export interface TownOptions {
  readonly seed: number;
  readonly habits: TownHabits;
  /** How long the town runs before anything is counted, and how long it is counted, ms. */
  readonly before: number;
  readonly counted: number;
  /** How many of the people press Connect in one gathering at the end of what is counted, within five seconds. */
  readonly gathering: number;
}

interface Person {
  readonly connection: Connection;
  readonly presence: Presence;
  readonly circle: ReadonlySet<string>;
  readonly met: Map<string, number>;
  groupSpace: string | undefined;
  clickID: string;
  since: number | undefined;
  isGone: boolean;
}

const anyone: Pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' };
const inCircle: Pool = { ...anyone, poolType: 'myCircle' };
const inGathering: Pool = { ...anyone, groupSpace: 'a gathering' };
const pressWithin = 5_000;
/** People report their presence every four seconds, in so many turns. */
const turns = 40;
const circleSize = 5;
/** How long the place of somebody who has left stays empty, the mean, ms. */
const emptyFor = 2_000;

/** A town in virtual time: the real matchmaking and the real presence of several processes; encounters are their durations. */
export class CrowdedTown {
  readonly problems: string[] = [];
  /** Waits for anyone that ended in a room while it was counted, ms, and the same in the gathering. */
  readonly waits: number[] = [];
  readonly gatheringWaits: number[] = [];
  /** The most pairings in one second of the gathering. */
  busiestSecond = 0;
  readonly state = new TimedState();
  readonly #options: TownOptions;
  readonly #time = new VirtualTime(Date.UTC(2026, 0, 1, 19));
  readonly #random: SeededRandom;
  readonly #links: LinkedProcesses;
  readonly #presences: Presence[];
  readonly #matchmaking: Matchmaking;
  readonly #people = new Map<string, Person>();
  readonly #turns: Set<Person>[] = Array.from({ length: turns }, () => new Set());
  readonly #inRoom = new Set<string>();
  readonly #began: number;
  #names = 0;
  #pairings = 0;
  #comings = 0;
  #countsSent = 0;
  #delivered = 0;
  #circleQueue = { sum: 0, looks: 0 };
  #secondOf = 0;
  #pairingsOfSecond = 0;

  constructor(options: TownOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed);
    this.#began = this.#time.now() + options.before;
    this.#links = new LinkedProcesses(options.habits.processes);
    this.#matchmaking = this.#openMatchmaking();
    this.#presences = this.#links.buses.map((bus) => {
      const presence = new Presence({
        ...{ clock: this.#time, durations, bus, types: () => [], waiting: () => this.#matchmaking.counts() },
        matched: async (accountId) => this.#people.get(accountId)?.circle ?? new Set(),
        mayEnter: async () => true,
        inside: () => {},
        send: (connections) => {
          if (this.#isCounted()) this.#countsSent += connections.length;
        },
        fault: (error) => this.problems.push(String(error)),
      });
      presence.start();
      return presence;
    });
    for (let i = 0; i < options.habits.people; i++) this.#settle();
    this.#report(0);
    this.#look();
    this.#time.after(options.before + options.counted, () => this.#gather());
  }

  /** Runs the town until nothing more of its gathering is awaited. */
  async run(): Promise<this> {
    const end = this.#began + this.#options.counted + (this.#options.gathering > 0 ? 30_000 : 0);
    const step = () => this.#time.now() < end && this.#time.step();
    while (await stepsAtOnce(step, 2_000));
    for (const presence of this.#presences) presence.stop();
    return this;
  }

  /** What the town did, as the model predicts it. */
  figures(): TownFigures {
    const seconds = this.#options.counted / 1_000;
    return {
      pairings: this.#pairings / seconds,
      waitMean: this.waits.reduce((sum, each) => sum + each, 0) / this.waits.length,
      waitP99: percentile(this.waits, 0.99),
      inCircleQueue: this.#circleQueue.sum / this.#circleQueue.looks,
      comings: this.#comings / seconds,
      countsSent: this.#countsSent / seconds,
      presenceMessages: this.#delivered / seconds,
    };
  }

  #isCounted(): boolean {
    const since = this.#time.now() - this.#began;
    return since >= 0 && since < this.#options.counted;
  }

  #openMatchmaking(): Matchmaking {
    const matchmaking = new Matchmaking({
      ...{ clock: this.#time, durations, matchmakingState: this.state, bus: new LocalBus() },
      isSignedIn: async () => true,
      denialReason: async () => undefined,
      connectDenialReason: async () => undefined,
      metSince: async (accountId) => new Map(this.#people.get(accountId)?.met),
      separatedFrom: async () => [],
      named: (each) => each,
      invitationEligibility: async () => ({}),
      matched: async (accountId) => this.#people.get(accountId)?.circle ?? new Set(),
      circumstances: async (accountId, { groupSpace }) =>
        groupSpace === 'open' ? undefined : { met: new Map(this.#people.get(accountId)?.met), standsIn: false },
      welcoming: async () => undefined,
      hasLengths: false,
      reach: ({ accountId }) => this.#people.get(accountId)?.connection,
      fault: (error) => this.problems.push(String(error)),
    });
    matchmaking.serve({
      nameRoom: () => `room-${++this.#names}`,
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

  /** Somebody who is in the town from the beginning: in a pause, or in what is left of an encounter. */
  #settle(): void {
    const { pause, encounter } = this.#options.habits;
    const person = this.#come();
    const isBusy = this.#random.chance(encounter / (encounter + pause));
    this.#time.after(isBusy ? this.#random.between(0, encounter) : 0, () => this.#pause(person));
  }

  #come(): Person {
    const accountId = `person-${++this.#names}`;
    const connection: Connection = {
      ...{ id: `socket-${this.#names}`, accountId, sessionId: '', tab: '', close: () => {} },
      send: (event, payload) => {
        if (event !== 'matchmakerEvent' || (payload as MatchmakerEvent).type !== matchmakerEvents.connectFailed) return;
        this.problems.push(`${accountId} was refused with ${(payload as MatchmakerEvent).error}`);
      },
    };
    const circle = new Set<string>();
    while (circle.size < circleSize) circle.add(`person-${1 + Math.floor(this.#random.next() * this.#options.habits.people)}`);
    circle.delete(accountId);
    const presence = this.#random.pick(this.#presences);
    const person: Person = {
      ...{ connection, presence, circle, met: new Map(), groupSpace: undefined, clickID: '', since: undefined, isGone: false },
    };
    this.#people.set(accountId, person);
    this.#turns[this.#names % turns]?.add(person);
    presence.opened(connection);
    if (this.#isCounted()) this.#comings++;
    return person;
  }

  #leave(person: Person): void {
    const { connection, presence } = person;
    person.isGone = true;
    presence.closed(connection);
    this.#matchmaking.closed(connection);
    this.#people.delete(connection.accountId);
    for (const turn of this.#turns) turn.delete(person);
  }

  /** One turn of presence reports after another. */
  #report(turn: number): void {
    for (const { connection, presence, groupSpace } of this.#turns[turn] ?? [])
      presence.emitted(connection, 'present', groupSpace);
    this.#time.after(durations.presenceEmission / turns, () => this.#report((turn + 1) % turns));
  }

  /** Looks once a second at the queue of those who wait for their circle, and at the messages between processes. */
  #look(): void {
    const before = this.#links.delivered;
    this.#time.after(1_000, async () => {
      if (this.#isCounted()) this.#delivered += this.#links.delivered - before;
      this.#look();
      const counts = await this.#matchmaking.counts();
      if (!this.#isCounted()) return;
      this.#circleQueue.sum += counts.get('oneminute:myCircle:open') ?? 0;
      this.#circleQueue.looks++;
    });
  }

  #pause(person: Person): void {
    this.#time.after(this.#random.around(this.#options.habits.pause), () => {
      if (person.groupSpace !== undefined || person.isGone) return;
      if (this.#random.chance(this.#options.habits.leaves)) {
        this.#leave(person);
        this.#time.after(this.#random.around(emptyFor), () => this.#pause(this.#come()));
      } else this.#connect(person, this.#random.chance(this.#options.habits.inCircle) ? inCircle : anyone);
    });
  }

  #connect(person: Person, pool: Pool): void {
    const clickID = `request-${++this.#names}`;
    person.clickID = clickID;
    person.since = this.#time.now();
    this.#watch(this.#matchmaking.connect(person.connection, { pool, noRepeat: true, clickID }));
    if (pool !== inCircle) return;
    this.#time.after(this.#options.habits.patience, () => {
      if (person.clickID !== clickID || person.since === undefined) return;
      person.since = undefined;
      this.#watch(this.#matchmaking.cancel(person.connection, clickID));
      this.#pause(person);
    });
  }

  #paired(roomID: string, ...entries: readonly [WaitingEntry, WaitingEntry]): void {
    const now = this.#time.now();
    const both = entries.map(({ accountId }) => this.#people.get(accountId) as Person) as [Person, Person];
    this.#check(entries, both);
    if (this.#isCounted()) this.#pairings++;
    for (const [i, person] of both.entries()) {
      const { groupSpace, poolType } = (entries[i] as WaitingEntry).pool;
      const waited = now - (person.since as number);
      if (groupSpace !== 'open') this.gatheringWaits.push(waited);
      else if (poolType === 'anyone' && this.#isCounted()) this.waits.push(waited);
      person.since = undefined;
      person.met.set((both[1 - i] as Person).connection.accountId, now);
    }
    if (entries[0].pool.groupSpace !== 'open') this.#noteSecond(now);
    const isShort = this.#random.chance(early);
    const lasts = this.#random.between(ready.least, ready.most) + (isShort ? this.#random.between(0, minute) : minute);
    this.#time.after(lasts, () => this.#part(roomID, entries, both));
  }

  #part(roomID: string, entries: readonly WaitingEntry[], both: readonly Person[]): void {
    for (const { accountId } of entries) this.#inRoom.delete(accountId);
    const exits = entries.map(({ accountId, clickID }) => ({ accountId, finishes: clickID }));
    this.#watch(this.#matchmaking.release(roomID, ...exits));
    for (const person of both) this.#pause(person);
  }

  #check(entries: readonly WaitingEntry[], both: readonly Person[]): void {
    const [one, other] = entries as readonly [WaitingEntry, WaitingEntry];
    for (const [i, { accountId, clickID }] of entries.entries()) {
      if (this.#inRoom.has(accountId)) this.problems.push(`${accountId} is in two rooms`);
      this.#inRoom.add(accountId);
      if (both[i]?.clickID !== clickID) this.problems.push(`${accountId} was paired for an older request`);
    }
    // Friends may meet again at once.
    if (one.pool.poolType === 'anyone' && both[0]?.met.has(other.accountId))
      this.problems.push(`${one.accountId} met ${other.accountId} twice within the hour`);
  }

  #noteSecond(now: number): void {
    const second = Math.floor(now / 1_000);
    if (second !== this.#secondOf) this.#pairingsOfSecond = 0;
    this.#secondOf = second;
    this.busiestSecond = Math.max(this.busiestSecond, ++this.#pairingsOfSecond);
  }

  /** People enter the space of a gathering, and press Connect when it begins. */
  #gather(): void {
    for (let i = 0; i < this.#options.gathering; i++) {
      const person = this.#come();
      person.groupSpace = 'a gathering';
      person.presence.emitted(person.connection, 'present', person.groupSpace);
      this.#time.after(this.#random.between(0, pressWithin), () => this.#connect(person, inGathering));
    }
  }

  #watch(work: Promise<unknown>): void {
    work.catch((error) => this.problems.push(String(error)));
  }
}
