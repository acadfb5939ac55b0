import { poolKey } from '@unspoken/contract/matchmaking';
import { isInOrder, mayPair } from './rules.ts';
import {
  type AccountState,
  type Admitted,
  type Announcement,
  type Joined,
  type MatchmakingState,
  maxEndedRequests,
  type ProposedRoom,
  type Refreshed,
  type Requeued,
  type RoomExit,
  type WaitingEntry,
} from './state.ts';

/** What is known of a person. */
interface Person extends AccountState {
  /** The position of the current request, also while it is in no queue because its room is being given up. */
  readonly position?: { readonly clickID: string; readonly queuedAt: number; readonly until?: number };
  readonly ended: readonly string[];
}

const unknown: Person = { ended: [] };
/** People who neither wait nor are in a room are remembered only for their ended requests, and only this many of them. */
const remembered = 100_000;

/** The state of one process. Each queue is sorted by `queuedAt`. */
export class MemoryMatchmakingState implements MatchmakingState {
  readonly #queues = new Map<string, WaitingEntry[]>();
  readonly #people = new Map<string, Person>();
  /** The people who neither wait nor are in a room, in the order of their last use. */
  readonly #idle = new Set<string>();
  /** Stands at the one who was last used longest ago. A new iterator would walk over the places of all who were deleted before. */
  readonly #oldestIdle = this.#idle.values();
  /** By account, the request that was passed over once for a newcomer, and is not again. */
  readonly #passedOver = new Map<string, string>();

  async join(requested: WaitingEntry, room: ProposedRoom, now: number): Promise<Joined> {
    const person = this.#person(requested.accountId);
    const { waiting, room: current, ended } = person;
    if (ended.includes(requested.clickID)) return { outcome: 'ended' };
    if (current) return { outcome: 'in room', room: current };
    const replaced = waiting && waiting.clickID !== requested.clickID ? waiting : undefined;
    const over = replaced ? remember(ended, replaced.clickID) : endedByReturn(person, requested.clickID, now);
    return { ...this.#admit(requested, over, room, now), ...(replaced && { replaced }) };
  }

  async announce(requested: WaitingEntry, until: number, now: number): Promise<Announcement> {
    const { accountId, clickID } = requested;
    const person = this.#person(accountId);
    if (person.ended.includes(clickID)) return { outcome: 'ended' };
    if (person.waiting || person.room) return { outcome: 'superseded' };
    const queuedAt = this.queuedAtOf(requested, person, now);
    this.#note(accountId, { position: { clickID, queuedAt, until }, ended: endedByReturn(person, clickID, now) });
    const { first } = this.#partner(requested, now);
    return { outcome: 'announced', ...(first && { first }) };
  }

  async refresh(requested: WaitingEntry, room: ProposedRoom, now: number): Promise<Refreshed> {
    const { waiting, ended } = this.#person(requested.accountId);
    if (waiting?.clickID !== requested.clickID || waiting.connectionId !== requested.connectionId)
      return { outcome: 'superseded' };
    return this.#admit(requested, ended, room, now);
  }

  async requeue(requested: WaitingEntry, room: ProposedRoom, now: number): Promise<Requeued> {
    const person = this.#person(requested.accountId);
    if (person.ended.includes(requested.clickID)) return { outcome: 'ended' };
    if (person.waiting || person.room) return { outcome: 'superseded' };
    return this.#admit(requested, endedByReturn(person, requested.clickID, now), room, now);
  }

  /** Pairs the entry, or lets it wait. */
  #admit(requested: WaitingEntry, ended: readonly string[], room: ProposedRoom, now: number): Admitted {
    const { accountId, clickID } = requested;
    const queuedAt = this.queuedAtOf(requested, this.#person(accountId), now);
    const entry = { ...requested, queuedAt };
    this.#dequeue(accountId);
    this.#note(accountId, { position: { clickID, queuedAt }, ended });
    const { first, passedOver } = this.#partner(entry, now);
    for (const each of passedOver) this.#passedOver.set(each.accountId, each.clickID);
    if (!first) {
      this.#enqueue(entry);
      return { outcome: 'waiting', entry };
    }
    this.#dequeue(first.accountId);
    for (const each of [first, entry])
      this.#note(each.accountId, { ...this.#person(each.accountId), room: { ...room, clickID: each.clickID } });
    return { outcome: 'paired', first, second: entry };
  }

  async end(accountId: string, clickID: string): Promise<AccountState> {
    return this.#end(accountId, clickID);
  }

  #end(accountId: string, clickID: string): AccountState {
    const { waiting, room, position, ended } = this.#person(accountId);
    const until = waiting || room || position?.clickID !== clickID ? undefined : position.until;
    const led = {
      ...(waiting?.clickID === clickID && { waiting }),
      ...(room?.clickID === clickID && { room }),
      ...(position && until !== undefined && { reserved: { ...position, until } }),
    };
    if (led.waiting) this.#dequeue(accountId);
    if (this.#passedOver.get(accountId) === clickID) this.#passedOver.delete(accountId);
    this.#note(accountId, {
      ...(waiting && !led.waiting && { waiting }),
      ...(room && { room }),
      ...(position && position.clickID !== clickID && { position }),
      ended: remember(ended, clickID),
    });
    return led;
  }

  async leave(accountId: string, connectionId: string, until: number): Promise<WaitingEntry | undefined> {
    const { waiting } = this.#person(accountId);
    if (waiting?.connectionId !== connectionId) return undefined;
    this.#dequeue(accountId);
    await this.reserve(accountId, waiting.clickID, until);
    return waiting;
  }

  async reserve(accountId: string, clickID: string, until: number): Promise<void> {
    const person = this.#person(accountId);
    const { waiting, room, position } = person;
    if (waiting || room || position?.clickID !== clickID) return;
    this.#note(accountId, { ...person, position: { ...position, until } });
  }

  async release(roomID: string, ...exits: readonly RoomExit[]): Promise<readonly string[]> {
    const over: string[] = [];
    for (const { accountId, finishes } of exits) {
      if (finishes !== undefined) this.#end(accountId, finishes);
      const { room, ...rest } = this.#person(accountId);
      if (room?.roomID !== roomID) continue;
      if (rest.ended.includes(room.clickID)) over.push(accountId);
      this.#note(accountId, rest);
    }
    return over;
  }

  async find(accountId: string): Promise<AccountState> {
    const { waiting, room, position } = this.#person(accountId);
    const until = waiting || room ? undefined : position?.until;
    return {
      ...(waiting && { waiting }),
      ...(room && { room }),
      ...(position && until !== undefined && { reserved: { ...position, until } }),
    };
  }

  /** There is no process but the caller. */
  async ownerOf(): Promise<undefined> {}

  async waitingIn(pool: string): Promise<readonly WaitingEntry[]> {
    return [...(this.#queues.get(pool) ?? [])];
  }

  async counts(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#queues].map(([key, queue]) => [key, queue.length]));
  }

  /** All entries that wait; for audits. */
  all(): WaitingEntry[] {
    const all: WaitingEntry[] = [];
    for (const queue of this.#queues.values()) for (const entry of queue) all.push(entry);
    return all;
  }

  /** When the request of this entry began to wait, though it may not have been in the queue all the time. */
  protected queuedAtOf({ clickID, queuedAt }: WaitingEntry, { waiting, position }: Person, now: number): number {
    if (waiting) return waiting.queuedAt;
    const isReserved = position?.clickID === clickID && now < (position.until ?? Number.POSITIVE_INFINITY);
    return isReserved ? position.queuedAt : queuedAt;
  }

  /** The entry with which this one is paired, and those that have waited longer and are passed over for it, because it is a newcomer's. */
  #partner(entry: WaitingEntry, now: number): { readonly first?: WaitingEntry; readonly passedOver: readonly WaitingEntry[] } {
    const eldest = this.#eldest(entry, now);
    const passedOver: WaitingEntry[] = [];
    for (const each of entry.welcomes && !entry.only ? this.#queue(entry) : []) {
      if (!mayPair(each, entry, now)) continue;
      if (each.isNew) return { first: each, passedOver };
      if (isInOrder(each, now) || this.#passedOver.get(each.accountId) === each.clickID) break;
      passedOver.push(each);
    }
    return { ...(eldest && { first: eldest }), passedOver: [] };
  }

  /** The entry that has waited longest of those this one may be paired with. With `only`, just those accounts are looked up. */
  #eldest(entry: WaitingEntry, now: number): WaitingEntry | undefined {
    const queue = this.#queue(entry);
    if (!entry.only) return queue.find((each) => mayPair(each, entry, now));
    const [first, ...others] = entry.only
      .map((accountId) => this.#person(accountId).waiting)
      .filter((each) => each !== undefined)
      .filter((each) => mayPair(each, entry, now));
    const isBefore = (one: WaitingEntry, other: WaitingEntry) =>
      one.queuedAt === other.queuedAt ? queue.indexOf(one) < queue.indexOf(other) : one.queuedAt < other.queuedAt;
    return others.reduce((eldest, each) => (eldest && isBefore(each, eldest) ? each : eldest), first);
  }

  #person(accountId: string): Person {
    return this.#people.get(accountId) ?? unknown;
  }

  #note(accountId: string, person: Person): void {
    this.#people.set(accountId, person);
    this.#idle.delete(accountId);
    if (person.waiting || person.room) return;
    this.#idle.add(accountId);
    if (this.#idle.size <= remembered) return;
    const { value: oldest } = this.#oldestIdle.next();
    if (oldest === undefined) return;
    this.#idle.delete(oldest);
    this.#people.delete(oldest);
    this.#passedOver.delete(oldest);
  }

  #queue({ pool }: WaitingEntry): WaitingEntry[] {
    return this.#queues.get(poolKey(pool)) ?? [];
  }

  #enqueue(entry: WaitingEntry): void {
    const queue = this.#queue(entry);
    queue.splice(queue.findLastIndex((each) => each.queuedAt <= entry.queuedAt) + 1, 0, entry);
    this.#queues.set(poolKey(entry.pool), queue);
    this.#note(entry.accountId, { ...this.#person(entry.accountId), waiting: entry });
  }

  #dequeue(accountId: string): void {
    const { waiting, ...rest } = this.#person(accountId);
    if (!waiting) return;
    const queue = this.#queue(waiting);
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.#queues.delete(poolKey(waiting.pool));
    this.#note(accountId, rest);
  }
}

/** A position that is still reserved for another request is given up, because the later request counts. */
const endedByReturn = ({ position, ended }: Person, clickID: string, now: number): readonly string[] =>
  position?.until !== undefined && now < position.until && position.clickID !== clickID
    ? remember(ended, position.clickID)
    : ended;

const remember = (ended: readonly string[], clickID: string): readonly string[] =>
  clickID === '' || ended.includes(clickID) ? ended : [...ended, clickID].slice(-maxEndedRequests);
