import type { Durations } from '@unspoken/contract/durations';
import type { PresenceCounts } from '@unspoken/contract/presence';
import type { Clock } from '../platform/clock.ts';
import type { Connection } from '../platform/socket/gateway.ts';

/**
 * Who is here. A person is here while one of their sockets says so and has lately given a sign of life; however many
 * tabs they have open, they count once. Counts go out when they change, at most once a second, one message a socket.
 */
export interface PresenceOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  /** People waiting, by pool key. */
  readonly waiting: () => Promise<ReadonlyMap<string, number>>;
  /** The circle of a person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
  readonly fault: (error: unknown) => void;
}

interface Here {
  readonly connection: Connection;
  present: boolean;
  lastBeat: number;
  /** What this socket was last told, spelled out. */
  told: string;
}

const nobody: ReadonlySet<string> = new Set();

export class Presence {
  readonly #options: PresenceOptions;
  readonly #here = new Map<string, Here>();
  /** The circles of those who are here. */
  readonly #circles = new Map<string, ReadonlySet<string>>();
  #latest: PresenceCounts | undefined;
  #stop: (() => void) | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, durations, fault } = this.#options;
    const tick = () => {
      this.#stop = clock.after(durations.countInterval, () => {
        this.#announce().catch(fault).then(tick, tick);
      });
    };
    tick();
  }

  stop(): void {
    this.#stop?.();
  }

  opened(connection: Connection): void {
    this.#here.set(connection.id, { connection, present: true, lastBeat: this.#options.clock.now(), told: '' });
    this.#learnCircle(connection.accountId).catch(this.#options.fault);
    // What was last announced, and the truth within a second: counting anew for each of a thousand who come at once would cost.
    if (this.#latest) connection.send('newPeopleCount', this.#latest);
  }

  closed(connection: Connection): void {
    this.#here.delete(connection.id);
    if (![...this.#here.values()].some((each) => each.connection.accountId === connection.accountId))
      this.#circles.delete(connection.accountId);
  }

  /** The circles of these people have changed. */
  async circleChanged(...accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) if (this.#circles.has(accountId)) await this.#learnCircle(accountId);
  }

  /** Whether somebody is here just now. */
  isHere(accountId: string): boolean {
    return this.#people().has(accountId);
  }

  emitted(connection: Connection, state: 'present' | 'absent'): void {
    const here = this.#here.get(connection.id);
    if (!here) return;
    here.present = state === 'present';
    here.lastBeat = this.#options.clock.now();
  }

  /** The counts as this person is to see them; a visitor's circle counts nobody (security.md S13). */
  async counts(accountId?: string): Promise<PresenceCounts> {
    const circle = accountId === undefined ? nobody : await this.#options.matched(accountId);
    return { ...(await this.#common()), myCircle: countOf(circle, this.#people()) };
  }

  async #common(): Promise<PresenceCounts> {
    const waiting = await this.#options.waiting();
    const inPool = (poolType: string) => {
      let people = 0;
      for (const [key, n] of waiting) if (key.startsWith(`oneminute:${poolType}:`)) people += n;
      return people;
    };
    return {
      general: this.#people().size,
      myCircle: 0,
      'oneminute:anyone': inPool('anyone'),
      'oneminute:myCircle': inPool('myCircle'),
    };
  }

  async #learnCircle(accountId: string): Promise<void> {
    const circle = await this.#options.matched(accountId);
    if ([...this.#here.values()].some(({ connection }) => connection.accountId === accountId))
      this.#circles.set(accountId, circle);
  }

  #people(): ReadonlySet<string> {
    const { clock, durations } = this.#options;
    const oldest = clock.now() - durations.presenceLease;
    const people = new Set<string>();
    for (const { connection, present, lastBeat } of this.#here.values())
      if (present && lastBeat > oldest) people.add(connection.accountId);
    return people;
  }

  async #announce(): Promise<void> {
    if (this.#here.size === 0) {
      this.#latest = undefined;
      return;
    }
    const common = await this.#common();
    const spelled = JSON.stringify(common);
    const people = this.#people();
    this.#latest = common;
    for (const here of this.#here.values()) {
      const myCircle = countOf(this.#circles.get(here.connection.accountId) ?? nobody, people);
      const told = `${myCircle} ${spelled}`;
      if (told === here.told) continue;
      here.told = told;
      here.connection.send('newPeopleCount', { ...common, myCircle });
    }
  }
}

/** How many of a circle are among the people here. */
function countOf(circle: ReadonlySet<string>, people: ReadonlySet<string>): number {
  let count = 0;
  for (const each of circle) if (people.has(each)) count++;
  return count;
}
