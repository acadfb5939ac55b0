import type { Durations } from '@unspoken/contract/durations';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { RemotePresence } from './remote-presence.ts';

export interface GroupPresenceOptions {
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'presenceLease'>;
  readonly bus: Bus;
  /** Whether the account may be inside this group space now. */
  readonly mayEnter: (accountId: string, groupID: string) => Promise<boolean>;
  /** Notified whenever an account has been admitted to a space, and at most once a minute for each of its tabs that stays. */
  readonly inside: (accountId: string, groupID: string) => void;
  readonly fault: (error: unknown) => void;
}

type Verdict = 'admitted' | 'refused' | 'unknown';

/**
 * How long an answer of `mayEnter` stands, ms. A registration can end, and a refusal ends when the doors open. A tab that moves from space
 * to space asks no more often than this for `unknown`.
 */
const stands: Readonly<Record<Verdict, number>> = { admitted: 60_000, refused: 5_000, unknown: 1_000 };

/** A tab that reports a group space, or has reported one. */
interface Tab {
  readonly accountId: string;
  groupID: string | undefined;
  present: boolean;
  lastBeat: number;
  verdict: Verdict;
  askedAt: number;
  isAsking: boolean;
}

/**
 * Who is inside the private spaces of gatherings. A person is inside while one of their tabs reports the space, is present, and may be
 * there; they count once, however many tabs and processes they use.
 */
export class GroupPresence {
  readonly #options: GroupPresenceOptions;
  /** The tabs of this process that have reported a space, by the id of their socket. */
  readonly #tabs = new Map<string, Tab>();
  readonly #remote: RemotePresence;
  /** The names of those who were inside at the last update to the other processes. */
  #lastHere: ReadonlySet<string> = new Set();

  constructor(options: GroupPresenceOptions) {
    this.#options = options;
    this.#remote = new RemotePresence(options.bus, options.clock, 'group presence');
  }

  /** A tab reports that it is present or absent, and which space it shows. */
  emitted({ id, accountId }: Connection, present: boolean, groupID: string | undefined): void {
    const known = this.#tabs.get(id);
    if (!known && groupID === undefined) return;
    const now = this.#options.clock.now();
    const tab = known ?? newTab(accountId);
    this.#tabs.set(id, tab);
    tab.present = present;
    tab.lastBeat = now;
    if (tab.groupID !== groupID) {
      tab.groupID = groupID;
      tab.verdict = 'unknown';
    }
    if (present && groupID !== undefined && !tab.isAsking && now - tab.askedAt >= stands[tab.verdict])
      void this.#ask(id, tab, groupID);
  }

  closed({ id }: Connection): void {
    this.#tabs.delete(id);
  }

  /** The space that the tab of this socket is inside. */
  spaceOf(connectionId: string): string | undefined {
    const tab = this.#tabs.get(connectionId);
    return tab && this.#isInside(tab) ? tab.groupID : undefined;
  }

  /** How many people are inside a space, on all processes. */
  insideOf(groupID: string): number {
    return this.#counted(this.#here()).get(groupID) ?? 0;
  }

  /** Sends the other processes who has come and gone. Returns how many people are inside each space that is not empty. */
  publish(): ReadonlyMap<string, number> {
    const here = this.#here();
    this.#remote.publish(here, new Set([...this.#lastHere, ...here]));
    this.#lastHere = here;
    return this.#counted(here);
  }

  /** Reports to the other processes that nobody is inside here any more. */
  leave(): void {
    this.#remote.leave();
  }

  async #ask(id: string, tab: Tab, groupID: string): Promise<void> {
    const { clock, mayEnter, inside, fault } = this.#options;
    tab.askedAt = clock.now();
    tab.isAsking = true;
    try {
      const admitted = await mayEnter(tab.accountId, groupID);
      if (this.#tabs.get(id) !== tab || tab.groupID !== groupID) return;
      tab.verdict = admitted ? 'admitted' : 'refused';
      if (admitted) inside(tab.accountId, groupID);
    } catch (error) {
      // The answer before stands.
      fault(error);
    } finally {
      tab.isAsking = false;
    }
  }

  #isInside({ verdict, present, lastBeat }: Tab): boolean {
    const { clock, durations } = this.#options;
    return verdict === 'admitted' && present && lastBeat > clock.now() - durations.presenceLease;
  }

  /** The names of the people who are inside a space, by tabs of this process. */
  #here(): ReadonlySet<string> {
    const here = new Set<string>();
    for (const tab of this.#tabs.values())
      if (tab.groupID !== undefined && this.#isInside(tab)) here.add(nameOf(tab.accountId, tab.groupID));
    return here;
  }

  #counted(here: ReadonlySet<string>): ReadonlyMap<string, number> {
    const people = new Map<string, number>();
    const count = (name: string) => {
      const groupID = groupOf(name);
      people.set(groupID, (people.get(groupID) ?? 0) + 1);
    };
    for (const name of here) count(name);
    for (const name of this.#remote.all) if (!here.has(name)) count(name);
    return people;
  }
}

const newTab = (accountId: string): Tab => ({
  ...{ accountId, groupID: undefined, present: false, lastBeat: 0 },
  ...{ verdict: 'unknown', askedAt: Number.NEGATIVE_INFINITY, isAsking: false },
});

/** One name for a person in a space. An account id has no space in it. */
const nameOf = (accountId: string, groupID: string): string => `${accountId} ${groupID}`;
const groupOf = (name: string): string => name.slice(name.indexOf(' ') + 1);
