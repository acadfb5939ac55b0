import type { Durations } from '@unspoken/contract/durations';
import type { HeldRooms, Inheritance } from './encounters/service.ts';
import type { RedisPlaces } from './matchmaking/redis-places.ts';
import type { Matchmaking } from './matchmaking/service.ts';
import type { AgreedClock } from './platform/agreed-clock.ts';
import type { Bus } from './platform/bus.ts';
import { every } from './platform/every.ts';
import { Serially } from './platform/serially.ts';

/** What of a process takes part in the life of all. */
export interface ClusterParts {
  readonly held: HeldRooms;
  readonly inheritance: Inheritance;
  readonly matchmaking: Matchmaking;
}

interface ClusterLifeOptions extends ClusterParts {
  readonly node: string;
  readonly places: RedisPlaces;
  readonly bus: Bus;
  readonly clock: AgreedClock;
  readonly durations: Durations;
  readonly fault: (error: unknown) => void;
}

const topic = 'process gone';
/** How often rooms that nobody holds are looked for, in beats. */
const beatsBetweenSweeps = 3;

/**
 * One process among many: it says that it lives, agrees with the others on what time it is, writes down again what
 * a lost book has forgotten of its people, and takes over what processes that are gone have left behind.
 */
export class ClusterLife {
  readonly #options: ClusterLifeOptions;
  readonly #serially = new Serially();
  #stop = () => {};
  #beats = 0;

  constructor(options: ClusterLifeOptions) {
    this.#options = options;
    options.bus.serve(topic, (node: string) => options.held.nodeGone(node));
  }

  /** Takes part from now on, also if Redis cannot be reached yet. */
  async start(): Promise<void> {
    const { clock, durations, fault } = this.#options;
    await this.beat();
    this.#stop = every(clock, durations.nodeBeat, () => this.beat(), fault);
  }

  /** Says once more that this process lives, and does what is to be done then; one at a time. */
  readonly beat = (): Promise<void> =>
    this.#serially.run('beat', () => this.#beat()).catch((error) => void this.#options.fault(error));

  stop(): void {
    this.#stop();
  }

  /** Rooms whose minute runs are left to the others; any that has not begun is waited for, so long as that may take. */
  async leave(): Promise<void> {
    const { held, places, node, clock, durations, fault } = this.#options;
    const until = clock.now() + durations.drainLimit;
    const coming = () => held.running().some(({ phase }) => phase !== 'begun');
    while (coming() && clock.now() < until) await pause(clock, durations.countInterval);
    this.#stop();
    const rooms = held.running();
    try {
      await places.live(node, 0);
    } catch (error) {
      fault(error);
    }
    for (const room of rooms) held.abandon(room);
  }

  async #beat(): Promise<void> {
    const { places, node, clock, durations, held, inheritance, bus } = this.#options;
    const asked = clock.now();
    const { known, now } = await places.live(node, durations.nodeLease);
    clock.agree(now, asked);
    if (!known) await this.#restoreRooms();
    else await places.reconcile(node);
    const { gone, rooms } = await places.inherit(node);
    for (const each of gone) {
      bus.tellOthers(topic, each);
      held.nodeGone(each);
    }
    for (const room of rooms) await inheritance.take(room);
    if (this.#beats++ % beatsBetweenSweeps === 0) await inheritance.closeForgotten();
  }

  /** Nobody knows of this process: it was away for too long, or the book is new. */
  async #restoreRooms(): Promise<void> {
    const { places, node, held, clock, durations, fault } = this.#options;
    for (const room of held.running()) {
      const holder = await places.holderOf(room.id);
      if (holder !== undefined && holder !== node) held.abandon(room);
      else await places.restore({ roomID: room.id, node }, [room.sides[0].entry, room.sides[1].entry]);
    }
    // The people who wait only when the others, too, have written down who is in a room.
    clock.after(durations.countInterval, () => {
      this.#restoreWaiting().catch(fault);
    });
  }

  async #restoreWaiting(): Promise<void> {
    const { places, matchmaking } = this.#options;
    for (const entry of places.mine()) await matchmaking.requeue(entry);
  }
}

const pause = (clock: AgreedClock, ms: number) => new Promise<void>((resume) => clock.after(ms, resume));
