import type { Durations } from '@unspoken/contract/durations';
import { entryOf } from '@unspoken/server/matchmaking/redis-state';
import type { WaitingEntry } from '@unspoken/server/matchmaking/state';
import type { ServerAudit } from './audit.ts';
import type { Mutant } from './mutants.ts';
import type { Lua } from './redis/lua.ts';
import { type Return, SimulatedRedis } from './redis/server.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedServer } from './server.ts';
import { alone, amongMany, type SharedParts, space } from './shared.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { WaitingView } from './waiting-view.ts';

export interface InstallationOptions {
  readonly time: VirtualTime;
  readonly durations: Durations;
  readonly mutant: Mutant | undefined;
  readonly audit: ServerAudit;
  readonly id: () => string;
  /** Composes a process on top of what it shares with others. */
  readonly start: (shared: SharedParts) => SimulatedServer;
  /** Called at the beginning and at the end of every fault, of one process or of all. */
  readonly disturbed: (what: string, kind: 'crashes' | 'redis', node?: string) => void;
  /** Called when a process has died; `serves`, when a process begins to accept connections. */
  readonly died: (server: SimulatedServer) => void;
  readonly serves: () => void;
  readonly fault: (error: unknown) => void;
}

/** The processes of a world, as the rest of the simulation sees them. */
export interface Installation extends WaitingView {
  /** The running processes. */
  readonly servers: readonly SimulatedServer[];
  /** A process that accepts connections now, if there is one. */
  readonly anyone: () => SimulatedServer | undefined;
  /** Whether this account is in a room, or about to be. */
  isInRoom(accountId: string): boolean;
  /** A process dies with everything in its memory; another replaces it after `downtime` ms. */
  crash(downtime: number): void;
  close(): void;
}

interface OneProcessOptions extends InstallationOptions {
  /** Ends the rooms that are still open in the database. */
  readonly closeOrphans: () => void;
}

/** A single process, on stores that outlive it. */
export class OneProcess implements Installation {
  readonly #options: OneProcessOptions;
  readonly patience = 0;
  #server: SimulatedServer;
  #waiting: () => readonly WaitingEntry[] = () => [];

  constructor(options: OneProcessOptions) {
    this.#options = options;
    this.#server = this.#start();
  }

  #start(): SimulatedServer {
    const shared = alone(this.#options);
    this.#options.audit.stateLost();
    this.#waiting = shared.waiting;
    return this.#options.start(shared);
  }

  get servers(): readonly SimulatedServer[] {
    return this.#server.alive ? [this.#server] : [];
  }

  readonly anyone = (): SimulatedServer | undefined => this.servers[0];

  waiting(): readonly WaitingEntry[] {
    return this.#waiting();
  }

  hasSocket({ accountId, connectionId }: WaitingEntry): boolean {
    return this.#server.gateway.find(accountId, connectionId) !== undefined;
  }

  isInTwoPlaces(accountId: string): boolean {
    return this.isInRoom(accountId);
  }

  inEndedRooms(): readonly string[] {
    return [];
  }

  isInRoom(accountId: string): boolean {
    return this.#server.rooms.current(accountId) !== undefined;
  }

  calmFor(): number {
    return Number.POSITIVE_INFINITY;
  }

  crash(downtime: number): void {
    const { time, disturbed, died, serves, closeOrphans } = this.#options;
    if (!this.#server.alive) return;
    this.#server.kill();
    disturbed(`the server dies, for ${Math.round(downtime)} ms`, 'crashes');
    died(this.#server);
    time.after(downtime, () => {
      closeOrphans();
      this.#server = this.#start();
      serves();
    });
  }

  close(): void {}
}

/** How long a takeover takes at most, ms: a lease of 8 s, renewed every 2 s, and a search for orphans every 2 s. */
const recoversWithin = 12_000;
/** How long a decision takes to reach another process while there is no fault, ms. */
const propagatesWithin = 3_000;

/** Processes that share a Redis. Each has a clock of its own, which may be wrong; each can be cut off from Redis, or die. */
export class ManyProcesses implements Installation {
  readonly #options: InstallationOptions;
  readonly #random: SeededRandom;
  readonly #redis: SimulatedRedis;
  readonly #servers = new Map<string, SimulatedServer>();
  readonly #entries = new Map<string, WaitingEntry>();
  readonly patience = propagatesWithin;
  #waiting: readonly WaitingEntry[] = [];
  /** The change count of Redis for which `#waiting` is valid. */
  #waitingAt = -1;
  /** Since when there has been no fault at all, none of what is shared, and none of each process. */
  #calmSince = 0;
  #sharedCalmSince = 0;
  readonly #calmSinceOf = new Map<string, number>();
  #made = 0;

  constructor(options: InstallationOptions, processes: number, lua: Lua, random: SeededRandom) {
    this.#options = options;
    this.#random = random;
    this.#redis = new SimulatedRedis({ time: options.time, random: random.fork(), lua });
    for (let i = 0; i < processes; i++) this.#start();
  }

  #start(): void {
    const { time, mutant, durations, id, audit, start, serves, fault } = this.#options;
    const node = `process-${++this.#made}`;
    const skew = this.#random.pick([0, 0, 600_000, -600_000, 4_000]);
    const shared = amongMany({ time, mutant, redis: this.#redis, durations, id, node, skew, fault });
    const server = start({
      ...shared,
      matchmakingState: audit.audited(shared.matchmakingState),
      join: (parts) => shared.join(parts).then(() => void time.after(0, serves)),
    });
    this.#servers.set(node, server);
  }

  get servers(): readonly SimulatedServer[] {
    return [...this.#servers.values()];
  }

  readonly anyone = (): SimulatedServer | undefined => {
    const serving = this.servers.filter(({ serves }) => serves);
    return serving.length > 0 ? this.#random.pick(serving) : undefined;
  };

  waiting(): readonly WaitingEntry[] {
    const { changes } = this.#redis.model;
    if (changes === this.#waitingAt) return this.#waiting;
    this.#waitingAt = changes;
    const found: WaitingEntry[] = [];
    for (const person of this.#people()) {
      const [entry, since] = [person.get('entry'), person.get('since')];
      if (entry === undefined || since === undefined) continue;
      const text = `${entry} ${since}`;
      const known = this.#entries.get(text) ?? (entryOf(entry, since) as WaitingEntry);
      if (this.#entries.size > 200) this.#entries.clear();
      this.#entries.set(text, known);
      found.push(known);
    }
    this.#waiting = found;
    return found;
  }

  hasSocket({ node, accountId, connectionId }: WaitingEntry): boolean {
    return this.#servers.get(node)?.gateway.find(accountId, connectionId) !== undefined;
  }

  isInTwoPlaces(accountId: string): boolean {
    return this.#person(accountId)?.has('room') === true;
  }

  isInRoom(accountId: string): boolean {
    if (this.servers.some(({ rooms }) => rooms.current(accountId) !== undefined)) return true;
    const room = this.#person(accountId)?.get('room');
    return room !== undefined && !this.#hasEnded(room);
  }

  inEndedRooms(): readonly string[] {
    return [...this.#options.audit.everWaited].filter((accountId) => {
      const room = this.#person(accountId)?.get('room');
      return room !== undefined && this.#hasEnded(room);
    });
  }

  #hasEnded(room: string): boolean {
    return this.#options.audit.store.rows.get(room)?.end !== undefined;
  }

  calmFor(nodes?: Iterable<string>): number {
    const since = nodes
      ? Math.max(this.#sharedCalmSince, ...Array.from(nodes, (node) => this.#calmSinceOf.get(node) ?? 0))
      : this.#calmSince;
    return this.#options.time.now() - since - recoversWithin;
  }

  crash(downtime: number): void {
    const { time, died } = this.#options;
    if (this.#servers.size === 0) return;
    const [node, server] = this.#random.pick([...this.#servers]);
    this.#servers.delete(node);
    server.kill();
    // The remaining processes recover at once; if there are none, recovery begins when this one is back.
    this.#trouble(`${node} dies, for ${Math.round(downtime)} ms`, 'crashes', this.#servers.size > 0 ? 0 : downtime, node);
    died(server);
    time.after(downtime, () => this.#start());
  }

  /** Redis dies, and comes back with the data that `back` names. */
  loseRedis(downtime: number, back: Return): void {
    this.#trouble(`Redis dies, for ${Math.round(downtime)} ms, and comes back with ${back}`, 'redis', downtime);
    this.#redis.die(downtime, back);
    if (back !== 'all') this.#options.audit.stateLost();
  }

  /** Nothing passes between a process and Redis for `length` ms. */
  stall(length: number): void {
    if (this.#servers.size === 0) return;
    const node = this.#random.pick([...this.#servers.keys()]);
    this.#trouble(`${node} and Redis do not hear each other for ${Math.round(length)} ms`, 'redis', length, node);
    this.#redis.stall(node, length);
  }

  /** The connections between a process and Redis break. */
  cut(): void {
    if (this.#servers.size === 0) return;
    const node = this.#random.pick([...this.#servers.keys()]);
    this.#trouble(`${node} loses its lines to Redis`, 'redis', 0, node);
    this.#redis.cut(node);
  }

  close(): void {
    this.#redis.close();
  }

  #trouble(what: string, kind: 'crashes' | 'redis', length: number, node?: string): void {
    const { time, disturbed } = this.#options;
    const until = time.now() + length;
    this.#calmSince = Math.max(this.#calmSince, until);
    if (node === undefined) this.#sharedCalmSince = Math.max(this.#sharedCalmSince, until);
    else this.#calmSinceOf.set(node, Math.max(this.#calmSinceOf.get(node) ?? 0, until));
    disturbed(what, kind, node);
    if (length > 0) time.after(length, () => disturbed('that is over', kind, node));
  }

  #person(accountId: string): ReadonlyMap<string, string> | undefined {
    return this.#redis.model.hash(`${space}:{matchmaking}:p:${accountId}`);
  }

  *#people(): Generator<ReadonlyMap<string, string>> {
    for (const accountId of this.#options.audit.everWaited) {
      const person = this.#person(accountId);
      if (person) yield person;
    }
  }
}
