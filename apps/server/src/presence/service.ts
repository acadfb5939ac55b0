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
  readonly fault: (error: unknown) => void;
}

interface Here {
  readonly connection: Connection;
  present: boolean;
  lastBeat: number;
}

export class Presence {
  readonly #options: PresenceOptions;
  readonly #here = new Map<string, Here>();
  #sent: string | undefined;
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
    this.#here.set(connection.id, { connection, present: true, lastBeat: this.#options.clock.now() });
    // What was last announced, and the truth within a second: counting anew for each of a thousand who come at once would cost.
    if (this.#latest) connection.send('newPeopleCount', this.#latest);
  }

  closed(connection: Connection): void {
    this.#here.delete(connection.id);
  }

  emitted(connection: Connection, state: 'present' | 'absent'): void {
    const here = this.#here.get(connection.id);
    if (!here) return;
    here.present = state === 'present';
    here.lastBeat = this.#options.clock.now();
  }

  async counts(): Promise<PresenceCounts> {
    const waiting = await this.#options.waiting();
    const inPool = (poolType: string) => {
      let people = 0;
      for (const [key, n] of waiting) if (key.startsWith(`oneminute:${poolType}:`)) people += n;
      return people;
    };
    return {
      general: this.#people(),
      // Nobody has a circle yet; a visitor is never told anything else (security.md S13).
      myCircle: 0,
      'oneminute:anyone': inPool('anyone'),
      'oneminute:myCircle': inPool('myCircle'),
    };
  }

  #people(): number {
    const { clock, durations } = this.#options;
    const oldest = clock.now() - durations.presenceLease;
    const people = new Set<string>();
    for (const { connection, present, lastBeat } of this.#here.values())
      if (present && lastBeat > oldest) people.add(connection.accountId);
    return people.size;
  }

  async #announce(): Promise<void> {
    if (this.#here.size === 0) {
      this.#sent = undefined;
      this.#latest = undefined;
      return;
    }
    const counts = await this.counts();
    const spelled = JSON.stringify(counts);
    if (spelled === this.#sent) return;
    this.#sent = spelled;
    this.#latest = counts;
    for (const { connection } of this.#here.values()) connection.send('newPeopleCount', counts);
  }
}
