import type { Durations } from '@unspoken/contract/durations';
import type { Room } from '../encounters/room.ts';
import type { Encounters, RoomRegistry, RoomTakeover } from '../encounters/service.ts';
import type { RedisMatchmakingState } from '../matchmaking/redis-state.ts';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { AgreedClock } from '../platform/agreed-clock.ts';
import type { Bus } from '../platform/bus.ts';
import { pause } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import { KeyedMutex } from '../platform/keyed-mutex.ts';
import type { OpenRedis } from '../platform/redis/redis.ts';

/** What of a process takes part in the life of all. */
export interface ClusterParts {
  readonly held: RoomRegistry;
  readonly inheritance: RoomTakeover;
  readonly encounters: Encounters;
  readonly matchmaking: Matchmaking;
}

interface ClusterMembershipOptions extends ClusterParts {
  readonly node: string;
  readonly places: RedisMatchmakingState;
  readonly bus: Bus;
  readonly clock: AgreedClock;
  readonly durations: Durations;
  readonly fault: (error: unknown) => void;
}

const hasEnded = ({ phase }: Room): boolean => phase === 'ended';

const topic = 'process gone';
/** Whoever has not been heard for so many beats does not know whether the others could be. */
const beatsMissed = 2;
/** How often rooms that nobody holds are looked for, in beats. */
const beatsBetweenSweeps = 3;

/**
 * One process among many: it says that it lives, agrees with the others on what time it is, writes down again what
 * a lost book has forgotten of its people, and takes over what processes that are gone have left behind.
 */
export class ClusterMembership {
  readonly #options: ClusterMembershipOptions;
  readonly #serially = new KeyedMutex();
  #stops: (() => void)[] = [];
  /** How often this process has said that it lives, and how often it has looked after the rest. */
  #beats = 0;
  #looks = 0;
  /** When it last said so and knows that it was heard. */
  #livedAt = 0;
  /** Whether the line to the others has failed since: what was said meanwhile may have been heard by nobody. */
  #hasFailed = false;
  /** Whether the book has all that this process knows. */
  #isWritten = true;
  /** Until when nobody is taken to be gone: everybody may have been cut off as this process was. */
  #sparesUntil = 0;
  /** People who waited by this process and do so no longer by the book; they may not know. */
  readonly #displaced: WaitingEntry[] = [];
  /** Rooms that this process holds by the book and knows nothing of, when it last looked. */
  #strays: ReadonlySet<string> = new Set();

  constructor(options: ClusterMembershipOptions) {
    this.#options = options;
    options.bus.serve(topic, (node: string) => options.held.nodeGone(node));
  }

  /** Takes part from now on, also if Redis cannot be reached yet. */
  async start(redis: Pick<OpenRedis, 'ready' | 'whenBack'>): Promise<void> {
    const { clock, durations, fault } = this.#options;
    // So that the first beat, by which the clock is put right, does not fail for want of a line.
    await Promise.race([redis.ready, pause(clock, durations.nodeBeat)]);
    await this.#beatAndLook();
    // The lease is renewed whatever the rest has to wait for.
    this.#stops = [
      every(clock, durations.nodeBeat, () => this.#beat(), fault),
      every(clock, durations.nodeBeat, () => this.#look(), fault),
    ];
    // Nobody waits longer than they must.
    redis.whenBack(() => {
      this.#hasFailed = true;
      void this.#beatAndLook();
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Rooms whose minute runs are left to the others; any that has not begun is waited for, so long as that may take. */
  async leave(): Promise<void> {
    const { held, places, node, clock, durations, fault } = this.#options;
    const until = clock.now() + durations.drainLimit;
    const coming = () => held.running().some(({ phase }) => phase !== 'begun');
    while (coming() && clock.now() < until) await pause(clock, durations.countInterval);
    this.stop();
    await this.#serially.run('look', () =>
      places.live(node, 0, ++this.#beats).then(
        () => {},
        (error) => fault(error),
      ),
    );
    for (const room of held.running()) held.abandon(room);
  }

  async #beatAndLook(): Promise<void> {
    await this.#beat();
    await this.#look();
  }

  /** Says once more that this process lives. */
  #beat(): Promise<void> {
    return this.#serially
      .run('beat', () => this.#sayThatItLives())
      .catch((error) => {
        this.#hasFailed = true;
        this.#options.fault(error);
      });
  }

  async #sayThatItLives(): Promise<void> {
    const { places, node, clock, durations, encounters, held } = this.#options;
    const asked = clock.now();
    const said = this.#beats;
    const { before, lived, now } = await places.live(node, durations.nodeLease, ++this.#beats);
    const took = clock.now() - asked;
    clock.agree(now, asked);
    const away = asked - this.#livedAt;
    if (this.#hasFailed) held.repeatSince(this.#livedAt);
    this.#hasFailed = false;
    this.#livedAt = clock.now() - took;
    if (said === 0) return;
    // A word that was under way for long may have been heard only now, and its answer never here: then the book says that it lived.
    const isLate = away > durations.nodeLease;
    // A book that has heard this process less often than it has spoken is new, or from before.
    const isLost = before < said;
    if (isLost || !lived || isLate) this.#isWritten = false;
    if (isLost || !lived || away > beatsMissed * durations.nodeBeat) this.#sparesUntil = clock.now() + durations.nodeLease;
    // The others have taken this process's people to be gone.
    if (isLate) encounters.rejoin();
  }

  /** Looks after what the book says of this process, and of those that are gone. */
  #look(): Promise<void> {
    return this.#serially.run('look', () => this.#lookAfter()).catch(this.#options.fault as (error: unknown) => void);
  }

  async #lookAfter(): Promise<void> {
    const { places, node, clock, durations, held, inheritance, matchmaking, bus } = this.#options;
    if (!this.#isWritten) await this.#writeAnew();
    const keptUntil = clock.now() + durations.placeKept;
    this.#displaced.push(...(await places.reconcile(node, (entry) => matchmaking.reaches(entry), keptUntil)));
    for (const each of this.#displaced.splice(0)) this.#settle(each);
    await this.#takeStrays();
    if (clock.now() >= this.#sparesUntil) {
      const { gone, rooms } = await places.inherit(node, durations.placeKept);
      for (const each of gone) {
        bus.tellOthers(topic, each);
        held.nodeGone(each);
      }
      for (const room of rooms) await this.#take(room);
    }
    if (this.#looks++ % beatsBetweenSweeps === 0) await inheritance.closeForgotten((rooms) => places.unheld(rooms));
  }

  /** The process that took their place may not know that it did, so that nobody has told them: they wait on, or hear that they do not. */
  #settle(entry: WaitingEntry): void {
    const { matchmaking, fault } = this.#options;
    matchmaking.requeue(entry).catch((error) => {
      fault(error);
      this.#displaced.push(entry);
    });
  }

  /** What cannot be taken over now is among the strays of the next look. */
  async #take(room: Parameters<RoomTakeover['take']>[0]): Promise<void> {
    try {
      await this.#options.inheritance.take(room);
    } catch (error) {
      this.#options.fault(error);
    }
  }

  /** Rooms that are this process's own by the book, and that do not run here: an answer was lost, or taking them over failed. */
  async #takeStrays(): Promise<void> {
    const { places, node, held, matchmaking } = this.#options;
    const running = new Set(held.running().map(({ id }) => id));
    const strays = new Set((await places.held(node)).filter((id) => !running.has(id) && !matchmaking.isOpening(id)));
    for (const roomID of strays) {
      if (!this.#strays.has(roomID)) continue;
      if (held.holds(roomID)) void this.#letGo(roomID).catch(this.#options.fault);
      else await this.#take(await places.room(roomID));
    }
    this.#strays = strays;
  }

  /** A room that has ended here, and whose two are in it by a book that has come back from before: free once its end is written. */
  async #letGo(roomID: string): Promise<void> {
    const { held, places, matchmaking } = this.#options;
    await held.settled(roomID);
    const { sides } = await places.room(roomID);
    await matchmaking.release(roomID, ...sides);
  }

  /** Nobody knows of this process: it was away for too long, or the book is new. */
  async #writeAnew(): Promise<void> {
    const { places, held, inheritance, clock, durations } = this.#options;
    // Set first: what is lost meanwhile has to be written once more.
    this.#isWritten = true;
    const rooms = held.running();
    // Where the records cannot be asked either, the rooms are there all the same.
    const open = await inheritance.stillOpen(rooms.map(({ id }) => id)).catch(() => undefined);
    try {
      for (const room of rooms) await this.#writeRoom(room, open?.has(room.id) ?? true);
    } catch (error) {
      this.#isWritten = false;
      throw error;
    }
    // The people who wait only when the others, too, have written down who is in a room.
    const waiting = places.mine();
    clock.after(durations.countInterval, () => this.#waitAnew(waiting));
  }

  /** `isOpen`: whether the records have it as running. */
  async #writeRoom(room: Room, isOpen: boolean): Promise<void> {
    const { places, node, held } = this.#options;
    const holder = await places.holderOf(room.id);
    if (hasEnded(room)) return;
    // Others have taken it over; or, with the book lost besides, have closed what nobody seemed to hold.
    if ((holder !== undefined && holder !== node) || !isOpen) {
      held.abandon(room);
      for (const { connection } of room.sides) connection?.close();
      return;
    }
    await places.restore({ roomID: room.id, node }, [room.sides[0].entry, room.sides[1].entry]);
    // It may have ended, and let its two go, before the book heard that they were there.
    if (hasEnded(room)) await places.release(room.id, ...room.sides);
  }

  #waitAnew(waiting: readonly WaitingEntry[]): void {
    const { matchmaking, fault } = this.#options;
    for (const entry of waiting)
      matchmaking.requeue(entry).catch((error) => {
        fault(error);
        this.#isWritten = false;
      });
  }
}
