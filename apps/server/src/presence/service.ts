import type { Durations } from '@unspoken/contract/durations';
import type { PresenceCounts } from '@unspoken/contract/presence';
import type { Bus } from '../platform/bus.ts';
import { type Clock, pause } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { RemotePresence } from './remote-presence.ts';

/**
 * Who is here. A person is here while one of their sockets says so and has lately given a sign of life; however many
 * tabs they have open, they count once. Counts go out when they change, at most once a second, one message a socket.
 */
export interface PresenceOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly bus: Bus;
  /** People waiting, by pool key. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  /** The circle of a person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
  /** Says the same to many sockets. */
  readonly tell: (connections: readonly Connection[], event: string, payload: unknown) => void;
  readonly fault: (error: unknown) => void;
}

/** A socket of somebody. */
interface Tab {
  readonly connection: Connection;
  present: boolean;
  lastBeat: number;
  /** Which of the announcements this socket was last told, and how many of its circle. */
  told: number;
  toldCircle: number;
}

interface Person {
  readonly tabs: Map<string, Tab>;
  circle: ReadonlySet<string>;
}

/** Tells the other processes whose circles have changed. */
const circlesTopic = 'presence circles';

/** So many are told of new counts before everything else has its turn, and how long that is, ms. */
const toldInOneGo = 250;
const betweenGoes = 2;

const nobody: ReadonlySet<string> = new Set();

export class Presence {
  readonly #options: PresenceOptions;
  /** Those with a socket, by account. */
  readonly #people = new Map<string, Person>();
  /** Who was here when it was last looked; and of whom that has changed since the other processes were told. */
  readonly #lastHere = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #elsewhere: RemotePresence;
  #latest: PresenceCounts | undefined;
  /** The announcements are numbered; one that says nothing new is the same. */
  #announced = 0;
  #stop: (() => void) | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#elsewhere = new RemotePresence(options.bus, options.clock);
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
    this.#elsewhere.leave();
  }

  opened(connection: Connection): void {
    const { accountId } = connection;
    const person = this.#people.get(accountId) ?? { tabs: new Map(), circle: nobody };
    person.tabs.set(connection.id, { connection, present: true, lastBeat: this.#options.clock.now(), told: 0, toldCircle: 0 });
    this.#people.set(accountId, person);
    this.#learnCircle(accountId).catch(this.#options.fault);
    // What was last announced, and the truth within a second: counting anew for each of a thousand who come at once would cost.
    if (this.#latest) connection.send('newPeopleCount', this.#latest);
  }

  closed({ id, accountId }: Connection): void {
    const person = this.#people.get(accountId);
    person?.tabs.delete(id);
    if (person?.tabs.size !== 0) return;
    this.#people.delete(accountId);
    this.#note(accountId, false);
  }

  /** The circles of these people have changed: known here when this resolves, elsewhere a moment later. */
  async circleChanged(...accountIds: readonly string[]): Promise<void> {
    this.#options.bus.tellOthers(circlesTopic, accountIds);
    await this.#learnCircles(accountIds);
  }

  async #learnCircles(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) if (this.#people.has(accountId)) await this.#learnCircle(accountId);
  }

  /** Whether somebody is here just now. */
  isHere(accountId: string): boolean {
    const person = this.#people.get(accountId);
    return (person !== undefined && isHere(person, this.#oldest())) || this.#elsewhere.has(accountId);
  }

  emitted(connection: Connection, state: 'present' | 'absent'): void {
    const tab = this.#people.get(connection.accountId)?.tabs.get(connection.id);
    if (!tab) return;
    tab.present = state === 'present';
    tab.lastBeat = this.#options.clock.now();
  }

  /** The counts as this person is to see them; a visitor's circle counts nobody (requirements/threats S13). */
  async counts(accountId?: string): Promise<PresenceCounts> {
    const circle = accountId === undefined ? nobody : await this.#options.matched(accountId);
    const here = this.#here();
    return { ...(await this.#common(here)), myCircle: this.#countOf(circle, here) };
  }

  async #common(here: ReadonlySet<string>): Promise<PresenceCounts> {
    const waiting = await this.#options.waiting();
    const inPool = (poolType: string) => {
      let people = 0;
      for (const [key, n] of waiting) if (key.startsWith(`oneminute:${poolType}:`)) people += n;
      return people;
    };
    return {
      general: this.#elsewhere.with(here),
      myCircle: 0,
      'oneminute:anyone': inPool('anyone'),
      'oneminute:myCircle': inPool('myCircle'),
    };
  }

  async #learnCircle(accountId: string): Promise<void> {
    const circle = await this.#options.matched(accountId);
    const person = this.#people.get(accountId);
    if (person) person.circle = circle;
  }

  /** Signs of life from before this instant do not count any more. */
  #oldest(): number {
    const { clock, durations } = this.#options;
    return clock.now() - durations.presenceLease;
  }

  /** Who is here now. Looked at every second of everybody: only what has changed is written. */
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
    this.#elsewhere.tell(here, this.#changed);
    this.#changed.clear();
    if (this.#people.size === 0) {
      this.#latest = undefined;
      return;
    }
    const common = await this.#common(here);
    if (JSON.stringify(common) !== JSON.stringify(this.#latest)) this.#announced++;
    this.#latest = common;
    const toTell = new Map<number, Connection[]>();
    for (const { tabs, circle } of this.#people.values()) {
      const myCircle = this.#countOf(circle, here);
      for (const tab of tabs.values()) {
        if (tab.told === this.#announced && tab.toldCircle === myCircle) continue;
        tab.told = this.#announced;
        tab.toldCircle = myCircle;
        const alike = toTell.get(myCircle) ?? [];
        toTell.set(myCircle, alike);
        alike.push(tab.connection);
      }
    }
    for (const [myCircle, connections] of toTell)
      for (let from = 0; from < connections.length; from += toldInOneGo) {
        this.#options.tell(connections.slice(from, from + toldInOneGo), 'newPeopleCount', { ...common, myCircle });
        // Nobody's minute waits until thousands have been told how many there are.
        if (from + toldInOneGo < connections.length) await pause(this.#options.clock, betweenGoes);
      }
  }

  /** How many of a circle are here, or elsewhere. */
  #countOf(circle: ReadonlySet<string>, here: ReadonlySet<string>): number {
    let count = 0;
    for (const each of circle) if (here.has(each) || this.#elsewhere.has(each)) count++;
    return count;
  }
}

function isHere({ tabs }: Person, oldest: number): boolean {
  for (const { present, lastBeat } of tabs.values()) if (present && lastBeat > oldest) return true;
  return false;
}
