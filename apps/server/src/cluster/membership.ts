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

/** The parts of a process that take part in the cluster. */
export interface ClusterParts {
  readonly roomRegistry: RoomRegistry;
  readonly takeover: RoomTakeover;
  readonly encounters: Encounters;
  readonly matchmaking: Matchmaking;
}

interface ClusterMembershipOptions extends ClusterParts {
  readonly node: string;
  readonly matchmakingState: RedisMatchmakingState;
  readonly bus: Bus;
  readonly clock: AgreedClock;
  readonly durations: Durations;
  readonly fault: (error: unknown) => void;
}

const hasEnded = ({ phase }: Room): boolean => phase === 'ended';

const topic = 'process gone';
/** A process whose heartbeats have failed for longer than this many intervals cannot know whether those of others succeeded. */
const heartbeatsMissed = 2;
/** Every third maintenance round also searches the records for rooms without an owner. */
const roundsBetweenSweeps = 3;

/**
 * One process of a cluster: it renews its lease, agrees with the others on the time, rebuilds what lost matchmaking state
 * has forgotten of its users, and takes over what processes that are gone have left behind.
 */
export class ClusterMembership {
  readonly #options: ClusterMembershipOptions;
  readonly #mutex = new KeyedMutex();
  #stops: (() => void)[] = [];
  /** How many heartbeats this process has sent, and how many maintenance rounds it has completed. */
  #heartbeats = 0;
  #rounds = 0;
  /** When the last acknowledged heartbeat was sent. */
  #renewedAt = 0;
  /** Whether a heartbeat or the connection has failed since: messages sent meanwhile may have reached no process. */
  #hasFailed = false;
  /** Whether the matchmaking state has all that this process knows. */
  #isRebuilt = true;
  /** Until when no process is taken to be gone: all of them may have been cut off as this one was. */
  #takeoverPausedUntil = 0;
  /** Entries of this process that are no longer in the matchmaking state; their clients may not know. */
  readonly #displaced: WaitingEntry[] = [];
  /** Rooms that this process owns by the matchmaking state, and that did not run here at the last check. */
  #orphans: ReadonlySet<string> = new Set();

  constructor(options: ClusterMembershipOptions) {
    this.#options = options;
    options.bus.serve(topic, (node: string) => options.roomRegistry.nodeGone(node));
  }

  /** Joins the cluster, even if Redis cannot be reached yet. */
  async start(redis: Pick<OpenRedis, 'ready' | 'whenBack'>): Promise<void> {
    const { clock, durations, fault } = this.#options;
    // The first heartbeat also sets the clock; it would fail if Redis were not connected yet.
    await Promise.race([redis.ready, pause(clock, durations.heartbeatInterval)]);
    await this.#heartbeatAndMaintain();
    // Two loops: the lease is renewed however long maintenance takes.
    this.#stops = [
      every(clock, durations.heartbeatInterval, () => this.#heartbeat(), fault),
      every(clock, durations.heartbeatInterval, () => this.#maintain(), fault),
    ];
    // Recover at once instead of waiting for the next interval.
    redis.whenBack(() => {
      this.#hasFailed = true;
      void this.#heartbeatAndMaintain();
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Leaves the cluster: waits, up to the drain limit, for rooms whose minute has not begun; the others take over the rest. */
  async leave(): Promise<void> {
    const { roomRegistry, matchmakingState, node, clock, durations, fault } = this.#options;
    const until = clock.now() + durations.drainLimit;
    const hasUnbegun = () => roomRegistry.running().some(({ phase }) => phase !== 'begun');
    while (hasUnbegun() && clock.now() < until) await pause(clock, durations.countInterval);
    this.stop();
    // A lease of 0 ms: the others take over in their next round.
    await this.#mutex.run('maintenance', () =>
      matchmakingState.renewLease(node, 0, ++this.#heartbeats).then(
        () => {},
        (error) => fault(error),
      ),
    );
    for (const room of roomRegistry.running()) roomRegistry.abandon(room);
  }

  async #heartbeatAndMaintain(): Promise<void> {
    await this.#heartbeat();
    await this.#maintain();
  }

  #heartbeat(): Promise<void> {
    return this.#mutex
      .run('heartbeat', () => this.#renewLease())
      .catch((error) => {
        this.#hasFailed = true;
        this.#options.fault(error);
      });
  }

  async #renewLease(): Promise<void> {
    const { matchmakingState, node, clock, durations, encounters, roomRegistry } = this.#options;
    const sentAt = clock.now();
    const sentBefore = this.#heartbeats;
    const {
      before: countedBefore,
      wasValid,
      now,
    } = await matchmakingState.renewLease(node, durations.nodeLease, ++this.#heartbeats);
    const took = clock.now() - sentAt;
    clock.agree(now, sentAt);
    const away = sentAt - this.#renewedAt;
    if (this.#hasFailed) roomRegistry.repeatSince(this.#renewedAt);
    this.#hasFailed = false;
    this.#renewedAt = clock.now() - took;
    if (sentBefore === 0) return;
    // An earlier heartbeat may have arrived late and its reply been lost: then Redis reports a running lease in spite of the gap.
    const isLate = away > durations.nodeLease;
    // Redis has counted fewer heartbeats than were sent: its state is new, or from an earlier time.
    const isLost = countedBefore < sentBefore;
    if (isLost || !wasValid || isLate) this.#isRebuilt = false;
    if (isLost || !wasValid || away > heartbeatsMissed * durations.heartbeatInterval)
      this.#takeoverPausedUntil = clock.now() + durations.nodeLease;
    // The other processes have taken the sockets of this one to be gone.
    if (isLate) encounters.rejoin();
  }

  /** Puts in order what the matchmaking state has of this process, and of processes that are gone. */
  #maintain(): Promise<void> {
    return this.#mutex.run('maintenance', () => this.#runMaintenance()).catch(this.#options.fault as (error: unknown) => void);
  }

  async #runMaintenance(): Promise<void> {
    const { matchmakingState, node, clock, durations, roomRegistry, takeover, matchmaking, bus } = this.#options;
    if (!this.#isRebuilt) await this.#rebuild();
    const reservedUntil = clock.now() + durations.reservationLife;
    this.#displaced.push(...(await matchmakingState.reconcile(node, (entry) => matchmaking.reaches(entry), reservedUntil)));
    for (const each of this.#displaced.splice(0)) this.#requeueDisplaced(each);
    await this.#takeOverOrphans();
    if (clock.now() >= this.#takeoverPausedUntil) {
      const { gone, rooms } = await matchmakingState.takeOver(node, durations.reservationLife);
      for (const each of gone) {
        bus.broadcast(topic, each);
        roomRegistry.nodeGone(each);
      }
      for (const room of rooms) await this.#takeOver(room);
    }
    if (this.#rounds++ % roundsBetweenSweeps === 0)
      await takeover.closeForgotten((rooms) => matchmakingState.withoutOwner(rooms));
  }

  /**
   * The process that removed the entry may not know that it did, so the client has not been notified: it is requeued, or
   * hears that it no longer waits.
   */
  #requeueDisplaced(entry: WaitingEntry): void {
    const { matchmaking, fault } = this.#options;
    matchmaking.requeue(entry).catch((error) => {
      fault(error);
      this.#displaced.push(entry);
    });
  }

  /** A room that cannot be taken over now is found as an orphan by the next rounds. */
  async #takeOver(room: Parameters<RoomTakeover['take']>[0]): Promise<void> {
    try {
      await this.#options.takeover.take(room);
    } catch (error) {
      this.#options.fault(error);
    }
  }

  /**
   * Takes over rooms that this process owns by the matchmaking state, and that do not run here: a reply was lost, or a takeover
   * failed. A room must be found by two rounds in a row.
   */
  async #takeOverOrphans(): Promise<void> {
    const { matchmakingState, node, roomRegistry, matchmaking } = this.#options;
    const running = new Set(roomRegistry.running().map(({ id }) => id));
    const orphans = new Set(
      (await matchmakingState.ownedBy(node)).filter((id) => !running.has(id) && !matchmaking.isOpening(id)),
    );
    for (const roomID of orphans) {
      if (!this.#orphans.has(roomID)) continue;
      if (roomRegistry.holds(roomID)) void this.#releaseEnded(roomID).catch(this.#options.fault);
      else await this.#takeOver(await matchmakingState.room(roomID));
    }
    this.#orphans = orphans;
  }

  /** The room has ended here, but outdated matchmaking state has its members in it: releases them once the end is stored. */
  async #releaseEnded(roomID: string): Promise<void> {
    const { roomRegistry, matchmakingState, matchmaking } = this.#options;
    await roomRegistry.settled(roomID);
    const { sides } = await matchmakingState.room(roomID);
    await matchmaking.release(roomID, ...sides);
  }

  /** The matchmaking state may have lost what this process wrote: the process was away for too long, or the state was lost. */
  async #rebuild(): Promise<void> {
    const { matchmakingState, roomRegistry, takeover, clock, durations } = this.#options;
    // Set first: if state is lost again meanwhile, it must be rebuilt once more.
    this.#isRebuilt = true;
    const rooms = roomRegistry.running();
    // If the database cannot be reached either, the rooms are taken to be running.
    const open = await takeover.stillOpen(rooms.map(({ id }) => id)).catch(() => undefined);
    try {
      for (const room of rooms) await this.#restoreRoom(room, open?.has(room.id) ?? true);
    } catch (error) {
      this.#isRebuilt = false;
      throw error;
    }
    // Queued entries follow later, when the other processes have restored their rooms too.
    const waiting = matchmakingState.mine();
    clock.after(durations.countInterval, () => this.#requeueAll(waiting));
  }

  /** `isOpen`: whether the room is running by the records. */
  async #restoreRoom(room: Room, isOpen: boolean): Promise<void> {
    const { matchmakingState, node, roomRegistry } = this.#options;
    if (hasEnded(room)) return;
    const sides = [room.sides[0].entry, room.sides[1].entry] as const;
    const isRestored = isOpen && (await matchmakingState.restore({ roomID: room.id, node }, sides));
    // The room may have ended, and released its members, before it was restored.
    if (hasEnded(room)) {
      if (isRestored) await matchmakingState.release(room.id, ...room.sides);
      return;
    }
    // Another process has taken the room over; or, if the state was lost too, has closed it because it seemed to have no owner.
    if (isRestored) return;
    roomRegistry.abandon(room);
    for (const { connection } of room.sides) connection?.close();
  }

  #requeueAll(waiting: readonly WaitingEntry[]): void {
    const { matchmaking, fault } = this.#options;
    for (const entry of waiting)
      matchmaking.requeue(entry).catch((error) => {
        fault(error);
        this.#isRebuilt = false;
      });
  }
}
