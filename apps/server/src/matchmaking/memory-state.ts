import { poolKey } from '@unspoken/contract/matchmaking';
import { mayPair } from './rules.ts';
import {
  type Coming,
  type Entered,
  endedRequestsKept,
  type Leaving,
  type MatchmakingState,
  type Place,
  type ProposedRoom,
  type WaitingEntry,
} from './state.ts';

/** What is known of a person. */
interface Person extends Place {
  /** The place of the press being served, also while it stands in no pool because its room is just being given up. */
  readonly seniority?: { readonly clickID: string; readonly since: number; readonly until?: number };
  readonly ended: readonly string[];
}

const stranger: Person = { ended: [] };
/** Those who neither wait nor are in a room are remembered only for their presses, and only so many of them. */
const remembered = 100_000;

/** The places of one process. Each queue is kept in order of seniority. */
export class MemoryMatchmakingState implements MatchmakingState {
  readonly #queues = new Map<string, WaitingEntry[]>();
  readonly #people = new Map<string, Person>();

  async enter(wish: WaitingEntry, coming: Coming, room: ProposedRoom, now: number): Promise<Entered> {
    const { accountId, clickID } = wish;
    const person = this.#person(accountId);
    const { waiting, room: held, ended } = person;
    if (ended.includes(clickID)) return { became: 'ended' };
    if (coming === 'again' && (waiting?.clickID !== clickID || waiting.connectionId !== wish.connectionId))
      return { became: 'nothing' };
    if (coming === 'back' && (waiting || held)) return { became: 'nothing' };
    if (held) return { became: 'in room', room: held };
    const since = this.placeOf(wish, person, now);
    const entry = { ...wish, since };
    this.#dequeue(accountId);
    const isOver = waiting !== undefined && waiting.clickID !== clickID;
    this.#note(accountId, {
      seniority: { clickID, since },
      ended: isOver ? remember(ended, waiting.clickID) : endedByReturn(person, clickID, now),
    });
    const instead = isOver ? { insteadOf: waiting } : {};
    const first = this.#eldest(entry, now);
    if (!first) {
      this.#enqueue(entry);
      return { became: 'waiting', entry, ...instead };
    }
    this.#dequeue(first.accountId);
    for (const each of [first, entry])
      this.#note(each.accountId, { ...this.#person(each.accountId), room: { ...room, clickID: each.clickID } });
    return { became: 'paired', first, second: entry, ...instead };
  }

  async end(accountId: string, clickID: string): Promise<Place> {
    return this.#end(accountId, clickID);
  }

  #end(accountId: string, clickID: string): Place {
    const { waiting, room, seniority, ended } = this.#person(accountId);
    const led = {
      ...(waiting?.clickID === clickID && { waiting }),
      ...(room?.clickID === clickID && { room }),
    };
    if (led.waiting) this.#dequeue(accountId);
    this.#note(accountId, {
      ...(waiting && !led.waiting && { waiting }),
      ...(room && { room }),
      ...(seniority && seniority.clickID !== clickID && { seniority }),
      ended: remember(ended, clickID),
    });
    return led;
  }

  async leave(accountId: string, connectionId: string, until: number): Promise<boolean> {
    const { waiting } = this.#person(accountId);
    if (waiting?.connectionId !== connectionId) return false;
    this.#dequeue(accountId);
    await this.keep(accountId, waiting.clickID, until);
    return true;
  }

  async keep(accountId: string, clickID: string, until: number): Promise<void> {
    const person = this.#person(accountId);
    const { waiting, room, seniority } = person;
    if (waiting || room || seniority?.clickID !== clickID) return;
    this.#note(accountId, { ...person, seniority: { ...seniority, until } });
  }

  async release(roomID: string, ...leaving: readonly Leaving[]): Promise<readonly string[]> {
    const over: string[] = [];
    for (const { accountId, finishes } of leaving) {
      if (finishes !== undefined) this.#end(accountId, finishes);
      const { room, ...rest } = this.#person(accountId);
      if (room?.roomID !== roomID) continue;
      if (rest.ended.includes(room.clickID)) over.push(accountId);
      this.#note(accountId, rest);
    }
    return over;
  }

  async find(accountId: string): Promise<Place> {
    const { waiting, room, seniority } = this.#person(accountId);
    const until = waiting || room ? undefined : seniority?.until;
    return {
      ...(waiting && { waiting }),
      ...(room && { room }),
      ...(seniority && until !== undefined && { kept: { ...seniority, until } }),
    };
  }

  /** Whoever asks is the only process there is. */
  async holderOf(): Promise<undefined> {}

  async counts(): Promise<ReadonlyMap<string, number>> {
    return new Map([...this.#queues].map(([key, queue]) => [key, queue.length]));
  }

  /** Everybody who waits; for audits. */
  all(): WaitingEntry[] {
    const all: WaitingEntry[] = [];
    for (const queue of this.#queues.values()) for (const entry of queue) all.push(entry);
    return all;
  }

  /** Since when this press has waited, though it may not have stood in the queue all the time. */
  protected placeOf({ clickID, since }: WaitingEntry, { waiting, seniority }: Person, now: number): number {
    if (waiting) return waiting.since;
    const isKept = seniority?.clickID === clickID && now < (seniority.until ?? Number.POSITIVE_INFINITY);
    return isKept ? seniority.since : since;
  }

  /** Who has waited longest of those this person may be paired with. Whoever wants certain people is not looked for among all. */
  #eldest(entry: WaitingEntry, now: number): WaitingEntry | undefined {
    const queue = this.#queue(entry);
    if (!entry.only) return queue.find((each) => mayPair(each, entry, now));
    const [first, ...others] = entry.only
      .map((accountId) => this.#person(accountId).waiting)
      .filter((each) => each !== undefined)
      .filter((each) => mayPair(each, entry, now));
    const isBefore = (one: WaitingEntry, other: WaitingEntry) =>
      one.since === other.since ? queue.indexOf(one) < queue.indexOf(other) : one.since < other.since;
    return others.reduce((eldest, each) => (eldest && isBefore(each, eldest) ? each : eldest), first);
  }

  #person(accountId: string): Person {
    return this.#people.get(accountId) ?? stranger;
  }

  /** Re-inserted, so that the map's order is the order of last use. */
  #note(accountId: string, person: Person): void {
    this.#people.delete(accountId);
    this.#people.set(accountId, person);
    if (this.#people.size <= remembered) return;
    for (const [id, { waiting, room }] of this.#people) {
      if (waiting || room) continue;
      this.#people.delete(id);
      return;
    }
  }

  #queue({ pool }: WaitingEntry): WaitingEntry[] {
    return this.#queues.get(poolKey(pool)) ?? [];
  }

  #enqueue(entry: WaitingEntry): void {
    const queue = this.#queue(entry);
    queue.splice(queue.findLastIndex((each) => each.since <= entry.since) + 1, 0, entry);
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

/** A place that is still kept for another request is given up: of two requests, the later one counts. */
const endedByReturn = ({ seniority, ended }: Person, clickID: string, now: number): readonly string[] =>
  seniority?.until !== undefined && now < seniority.until && seniority.clickID !== clickID
    ? remember(ended, seniority.clickID)
    : ended;

const remember = (ended: readonly string[], clickID: string): readonly string[] =>
  clickID === '' || ended.includes(clickID) ? ended : [...ended, clickID].slice(-endedRequestsKept);
