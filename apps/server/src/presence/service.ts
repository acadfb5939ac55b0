import type { Durations } from '@unspoken/contract/durations';
import { minuteType, type PoolType } from '@unspoken/contract/matchmaking';
import { groupCountKey, type PresenceCounts } from '@unspoken/contract/presence';
import type { Bus } from '../platform/bus.ts';
import { type Clock, pause } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { GroupPresence, type GroupPresenceOptions } from './group-presence.ts';
import { RemotePresence } from './remote-presence.ts';

/**
 * Who is present. A person is present while one of their sockets reports so and has lately given a sign of life; they count
 * once, however many tabs they have open. Counts are sent when they change, at most once a second, one message per socket; a process with
 * thousands of sockets sends them less often.
 */
export interface PresenceOptions extends Pick<GroupPresenceOptions, 'mayEnter' | 'inside'> {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly bus: Bus;
  /** People waiting, by pool key. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  /** The types, besides the minute, whose waiting people are counted. */
  readonly types: () => readonly string[];
  /** The circle of a person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
  /** Sends the same event to many sockets. */
  readonly send: (connections: readonly Connection[], event: string, payload: unknown) => void;
  readonly fault: (error: unknown) => void;
}

/** A socket of a person. */
interface Tab {
  readonly connection: Connection;
  present: boolean;
  lastBeat: number;
  /** The announcement that this socket was last sent, and the counts that only some sockets are sent. */
  sent: number;
  sentOwn: string;
}

/** Sockets that are sent the same counts. */
interface Recipients {
  readonly counts: PresenceCounts;
  readonly connections: Connection[];
}

interface Person {
  readonly tabs: Map<string, Tab>;
  circle: ReadonlySet<string>;
}

/** Reports to the other processes whose circles have changed. */
const circlesTopic = 'presence circles';

/** How many sockets are sent new counts in one batch, and the pause after it that lets other work run, ms. */
const batchSize = 250;
const batchPause = 2;

/** For each so many sockets that have been sent new counts the next announcement is passed over, and two at most. */
const sentBeforeRest = 4_000;
const longestRest = 2;

/** Who waits by an invitation is not counted. */
const countedPools = ['anyone', 'myCircle'] as const satisfies readonly PoolType[];

const nobody: ReadonlySet<string> = new Set();

export class Presence {
  readonly #options: PresenceOptions;
  /** The people with a socket on this process, by account. */
  readonly #people = new Map<string, Person>();
  /** Who was present here at the last check; and for whom that has changed since the last update to the other processes. */
  readonly #lastHere = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #remote: RemotePresence;
  readonly #groups: GroupPresence;
  #latest: PresenceCounts | undefined;
  /** The number of the latest announcement; one with unchanged counts keeps its number. */
  #announced = 0;
  /** How many of the next announcements are passed over, because the last one went to very many sockets. */
  #rest = 0;
  #stop: (() => void) | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#remote = new RemotePresence(options.bus, options.clock);
    this.#groups = new GroupPresence(options);
    options.bus.serve(circlesTopic, (accountIds: readonly string[]) => {
      this.#learnCircles(accountIds).catch(options.fault);
    });
  }

  start(): void {
    const { clock, durations, fault } = this.#options;
    this.#stop = every(clock, durations.countInterval, () => this.#announce(), fault);
  }

  stop(): void {
    this.#stop?.();
    this.#remote.leave();
    this.#groups.leave();
  }

  opened(connection: Connection): void {
    const { accountId } = connection;
    const person = this.#people.get(accountId) ?? { tabs: new Map(), circle: nobody };
    person.tabs.set(connection.id, { connection, present: true, lastBeat: this.#options.clock.now(), sent: 0, sentOwn: '' });
    this.#people.set(accountId, person);
    this.#learnCircle(accountId).catch(this.#options.fault);
    // The last announced counts now, current ones within a second: a new count for each of a thousand arrivals would be costly.
    if (this.#latest) connection.send('newPeopleCount', this.#latest);
  }

  closed(connection: Connection): void {
    const { id, accountId } = connection;
    this.#groups.closed(connection);
    const person = this.#people.get(accountId);
    person?.tabs.delete(id);
    if (person?.tabs.size !== 0) return;
    this.#people.delete(accountId);
    this.#note(accountId, false);
  }

  /** The circles of these people have changed: this process knows it when this resolves, the others a moment later. */
  async circleChanged(...accountIds: readonly string[]): Promise<void> {
    this.#options.bus.broadcast(circlesTopic, accountIds);
    await this.#learnCircles(accountIds);
  }

  async #learnCircles(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) if (this.#people.has(accountId)) await this.#learnCircle(accountId);
  }

  /** Whether the account is present just now, on any process. */
  isHere(accountId: string): boolean {
    const person = this.#people.get(accountId);
    return (person !== undefined && isHere(person, this.#oldest())) || this.#remote.has(accountId);
  }

  /** How many people are inside a group space, on any process. */
  insideOf(groupID: string): number {
    return this.#groups.insideOf(groupID);
  }

  emitted(connection: Connection, state: 'present' | 'hidden' | 'absent', groupSpace?: string): void {
    const tab = this.#people.get(connection.accountId)?.tabs.get(connection.id);
    if (!tab) return;
    tab.present = state === 'present';
    tab.lastBeat = this.#options.clock.now();
    this.#groups.emitted(connection, tab.present, groupSpace);
  }

  /** The counts as this account may see them; a visitor has no circle, so it counts nobody (requirements/threats S13). */
  async counts(accountId?: string): Promise<PresenceCounts> {
    const circle = accountId === undefined ? nobody : await this.#options.matched(accountId);
    const here = this.#here();
    return { ...(await this.#common(here)), myCircle: this.#countOf(circle, here) };
  }

  async #common(here: ReadonlySet<string>): Promise<PresenceCounts> {
    const { waiting, types } = this.#options;
    const counts: PresenceCounts = {
      general: this.#remote.with(here),
      myCircle: 0,
      [`${minuteType}:anyone`]: 0,
      [`${minuteType}:myCircle`]: 0,
    };
    for (const type of types()) for (const poolType of countedPools) counts[`${type}:${poolType}`] = 0;
    for (const [key, people] of await waiting()) {
      // The group space does not matter. A type that is not counted has no entry.
      const pool = key.slice(0, key.indexOf(':', key.indexOf(':') + 1));
      const sum = counts[pool];
      if (sum !== undefined) counts[pool] = sum + people;
    }
    return counts;
  }

  async #learnCircle(accountId: string): Promise<void> {
    const circle = await this.#options.matched(accountId);
    const person = this.#people.get(accountId);
    if (person) person.circle = circle;
  }

  /** Signs of life from this instant or earlier no longer count. */
  #oldest(): number {
    const { clock, durations } = this.#options;
    return clock.now() - durations.presenceLease;
  }

  /** Who is present here now. Everybody is checked every second, so only changes are written. */
  #here(): ReadonlySet<string> {
    const oldest = this.#oldest();
    for (const [accountId, person] of this.#people) this.#note(accountId, isHere(person, oldest));
    return this.#lastHere;
  }

  #note(accountId: string, isHere: boolean): void {
    if (isHere === this.#lastHere.has(accountId)) return;
    if (isHere) this.#lastHere.add(accountId);
    else this.#lastHere.delete(accountId);
    this.#changed.add(accountId);
  }

  async #announce(): Promise<void> {
    const here = this.#here();
    this.#remote.publish(here, this.#changed);
    this.#changed.clear();
    const inside = this.#groups.publish();
    if (this.#people.size === 0) {
      this.#latest = undefined;
      return;
    }
    if (this.#rest > 0) {
      this.#rest -= 1;
      return;
    }
    const common = await this.#common(here);
    if (JSON.stringify(common) !== JSON.stringify(this.#latest)) this.#announced++;
    this.#latest = common;
    let sent = 0;
    for (const { counts, connections } of this.#recipients(common, here, inside)) {
      sent += connections.length;
      for (let from = 0; from < connections.length; from += batchSize) {
        this.#options.send(connections.slice(from, from + batchSize), 'newPeopleCount', counts);
        // No running minute waits until thousands of sockets have been sent their counts.
        if (from + batchSize < connections.length) await pause(this.#options.clock, batchPause);
      }
    }
    this.#rest = Math.min(longestRest, Math.floor(sent / sentBeforeRest));
  }

  /** The sockets whose counts have changed. Those inside a group space are sent how many people are there. */
  #recipients(common: PresenceCounts, here: ReadonlySet<string>, inside: ReadonlyMap<string, number>): Iterable<Recipients> {
    const byCounts = new Map<string, Recipients>();
    for (const { tabs, circle } of this.#people.values()) {
      const myCircle = this.#countOf(circle, here);
      for (const tab of tabs.values()) {
        const groupID = this.#groups.spaceOf(tab.connection.id);
        const people = groupID === undefined ? undefined : inside.get(groupID);
        const own = people === undefined ? `${myCircle}` : `${myCircle} ${people} ${groupID}`;
        if (tab.sent === this.#announced && tab.sentOwn === own) continue;
        tab.sent = this.#announced;
        tab.sentOwn = own;
        const ofGroup = groupID !== undefined && people !== undefined && { [groupCountKey(groupID)]: people };
        const recipients = byCounts.get(own) ?? { counts: { ...common, myCircle, ...ofGroup }, connections: [] };
        byCounts.set(own, recipients);
        recipients.connections.push(tab.connection);
      }
    }
    return byCounts.values();
  }

  /** How many of a circle are present, on any process. */
  #countOf(circle: ReadonlySet<string>, here: ReadonlySet<string>): number {
    let count = 0;
    for (const each of circle) if (here.has(each) || this.#remote.has(each)) count++;
    return count;
  }
}

function isHere({ tabs }: Person, oldest: number): boolean {
  for (const { present, lastBeat } of tabs.values()) if (present && lastBeat > oldest) return true;
  return false;
}
