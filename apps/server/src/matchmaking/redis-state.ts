import { shortLengths } from '@unspoken/contract/lengths';
import { poolKey } from '@unspoken/contract/matchmaking';
import { asked, type OpenRedis, script } from '../platform/redis/redis.ts';
import { stateScript } from './script.ts';
import type {
  AccountState,
  Announcement,
  Joined,
  MatchmakingState,
  ProposedRoom,
  Refreshed,
  Requeued,
  ReservedEntry,
  RoomAssignment,
  RoomExit,
  WaitingEntry,
} from './state.ts';

/** What processes that are gone have left behind. */
export interface Orphans {
  /** The processes that are gone. */
  readonly gone: readonly string[];
  /** The rooms they owned, which the caller owns from now on. */
  readonly rooms: readonly OrphanedRoom[];
}

export interface OrphanedRoom {
  readonly roomID: string;
  /** Both members, by position, with the request that led them here; without a request, they have left the room already. */
  readonly sides: readonly [OrphanedSide, OrphanedSide];
}
type OrphanedSide = { readonly accountId: string; readonly clickID: string | undefined };

/**
 * The state of many processes, in Redis: every method is one script. Redis holds only what may be lost at any moment; who met
 * whom is recorded in the database.
 */
export class RedisMatchmakingState implements MatchmakingState {
  readonly #run: (...args: (string | number)[]) => Promise<unknown>;
  readonly #redis: OpenRedis;
  /** The prefix of every key of the installation. */
  readonly space: string;
  readonly #prefix: string;
  /** The entries of this process, so that it can restore them when Redis has lost them. */
  readonly #mine = new Map<string, WaitingEntry>();
  /** The accounts that waited by this process without a socket at the last `reconcile`. */
  #unconfirmedOrphans: ReadonlySet<string> = new Set();

  /** `space` is the prefix of every key, so that installations can share a server. */
  constructor(redis: OpenRedis, space: string) {
    this.#redis = redis;
    this.space = space;
    this.#prefix = `${space}:{matchmaking}`;
    const run = script(redis.client, 'matchmakingState', stateScript);
    // All keys share a slot; any of them says where the script runs.
    this.#run = (...args) => run(`${this.#prefix}:nodes`, this.#prefix, ...args);
  }

  async join(requested: WaitingEntry, room: ProposedRoom, now: number): Promise<Joined> {
    return (await this.#enter('join', requested, room, now)) as Joined;
  }

  async refresh(requested: WaitingEntry, room: ProposedRoom, now: number): Promise<Refreshed> {
    return (await this.#enter('refresh', requested, room, now)) as Refreshed;
  }

  async requeue(requested: WaitingEntry, room: ProposedRoom, now: number): Promise<Requeued> {
    return (await this.#enter('requeue', requested, room, now)) as Requeued;
  }

  async announce(requested: WaitingEntry, until: number, now: number): Promise<Announcement> {
    const { accountId, clickID, pool, queuedAt } = requested;
    const [outcome, first = '', firstQueuedAt = ''] = (await this.#run(
      'announce',
      ...[accountId, clickID, poolKey(pool), queuedAt, until, now],
      ...peopleOf(requested),
    )) as [Announcement['outcome'], ...string[]];
    if (outcome !== 'announced') return { outcome };
    const found = entryOf(first, firstQueuedAt);
    return { outcome, ...(found && { first: found }) };
  }

  /** Calls one of three scripts, which take the same arguments and return a subset of the same outcomes. */
  async #enter(
    verb: 'join' | 'refresh' | 'requeue',
    requested: WaitingEntry,
    room: ProposedRoom,
    now: number,
  ): Promise<Joined | Refreshed | Requeued> {
    const { accountId, clickID, connectionId, node, pool, queuedAt, avoid } = requested;
    const [outcome, ...rest] = (await this.#run(
      verb,
      ...[accountId, clickID, connectionId, node, poolKey(pool), queuedAt, room.roomID, room.node, now],
      ...[JSON.stringify({ ...requested, avoid: spelledAll(avoid) }), ...peopleOf(requested)],
    )) as [(Joined | Refreshed)['outcome'], ...string[]];
    if (outcome === 'ended' || outcome === 'superseded') return { outcome };
    if (outcome === 'in room') return { outcome, room: roomOf(rest) as RoomAssignment };
    const [at = '', before = '', beforeQueuedAt = '', first = '', firstQueuedAt = ''] = rest;
    const replaced = entryOf(before, beforeQueuedAt);
    const entry = { ...requested, queuedAt: Number(at) };
    if (outcome === 'waiting') {
      this.#mine.set(accountId, entry);
      return { outcome, entry, ...(replaced && { replaced }) };
    }
    this.#mine.delete(accountId);
    return { outcome, first: entryOf(first, firstQueuedAt) as WaitingEntry, second: entry, ...(replaced && { replaced }) };
  }

  async end(accountId: string, clickID: string): Promise<AccountState> {
    this.#forgetMine(accountId, clickID);
    return accountStateOf(await this.#run('end', accountId, clickID));
  }

  #forgetMine(accountId: string, clickID: string): void {
    if (this.#mine.get(accountId)?.clickID === clickID) this.#mine.delete(accountId);
  }

  async leave(accountId: string, connectionId: string, until: number): Promise<WaitingEntry | undefined> {
    if (this.#mine.get(accountId)?.connectionId === connectionId) this.#mine.delete(accountId);
    const [entry = '', queuedAt = ''] = (await this.#run('leave', accountId, connectionId, until)) as string[];
    return entryOf(entry, queuedAt);
  }

  async reserve(accountId: string, clickID: string, until: number): Promise<void> {
    await this.#run('reserve', accountId, clickID, until);
  }

  async release(roomID: string, ...exits: readonly RoomExit[]): Promise<readonly string[]> {
    for (const { accountId, finishes } of exits) if (finishes !== undefined) this.#forgetMine(accountId, finishes);
    const sides = exits.flatMap(({ accountId, finishes }) => [accountId, finishes === undefined ? '' : `=${finishes}`]);
    return (await this.#run('release', roomID, ...sides)) as string[];
  }

  async find(accountId: string): Promise<AccountState> {
    return accountStateOf(await this.#run('find', accountId));
  }

  async ownerOf(roomID: string): Promise<string | undefined> {
    return ((await this.#run('ownerOf', roomID)) as string) || undefined;
  }

  async waitingIn(pool: string): Promise<readonly WaitingEntry[]> {
    const found = (await this.#run('waitingIn', pool)) as string[];
    return Array.from(
      { length: found.length / 2 },
      (_, i) => entryOf(found[2 * i] ?? '', found[2 * i + 1] ?? '') as WaitingEntry,
    );
  }

  async counts(): Promise<ReadonlyMap<string, number>> {
    const counts = await asked(this.#redis.client.hgetall(`${this.#prefix}:counts`));
    return new Map(Object.entries(counts).map(([key, n]) => [key, Number(n)]));
  }

  /**
   * Renews the lease of this process for `lease` ms, with its `heartbeat`th heartbeat. Returns the number of the heartbeat that
   * Redis knew before, whether the lease had not expired, and the time of Redis, epoch ms.
   */
  async renewLease(node: string, lease: number, heartbeat: number): Promise<{ before: number; wasValid: boolean; now: number }> {
    const [before, wasValid, now] = (await this.#run('renewLease', node, lease, heartbeat)) as [string, number, string];
    return { before: Number(before), wasValid: wasValid === 1, now: Number(now) };
  }

  /** Those of these rooms that no process with a valid lease owns. */
  async withoutOwner(rooms: readonly string[]): Promise<readonly string[]> {
    return rooms.length === 0 ? [] : ((await this.#run('withoutOwner', ...rooms)) as string[]);
  }

  /** The rooms that this process owns, as Redis knows them. */
  ownedBy(node: string): Promise<string[]> {
    return this.#run('ownedBy', node) as Promise<string[]>;
  }

  /** A room as Redis knows it. */
  async room(roomID: string): Promise<OrphanedRoom> {
    return orphanedRoom(roomID, (await this.#run('sides', roomID)) as string[]);
  }

  /** The entries of this process, as far as it knows. */
  mine(): readonly WaitingEntry[] {
    return [...this.#mine.values()];
  }

  /**
   * Removes the entries of this process whose socket is not here (`isHere`), though Redis still has them, as after a loss or a call
   * that came too late. Returns the entries this process had that Redis no longer has: others paired or replaced them.
   */
  async reconcile(
    node: string,
    isHere: (entry: WaitingEntry) => boolean,
    reservedUntil: number,
  ): Promise<readonly WaitingEntry[]> {
    const waiting = new Set(await asked(this.#redis.client.smembers(`${this.#prefix}:by:${node}`)));
    const gone = this.mine().filter(({ accountId }) => !waiting.has(accountId));
    for (const { accountId } of gone) this.#mine.delete(accountId);
    const orphans = new Set<string>();
    for (const accountId of waiting) {
      const mine = this.#mine.get(accountId);
      if (!mine || !isHere(mine)) orphans.add(accountId);
    }
    for (const accountId of orphans) {
      // An entry that has just been made may not be known here yet; only the second look is certain.
      if (!this.#unconfirmedOrphans.has(accountId)) continue;
      const { waiting: entry } = await this.find(accountId);
      if (entry?.node === node) await this.leave(accountId, entry.connectionId, reservedUntil);
    }
    this.#unconfirmedOrphans = orphans;
    return gone;
  }

  /** Takes over from the processes whose lease has expired; positions of people who waited by them are reserved for `reservation` ms. */
  async takeOver(newOwner: string, reservation: number): Promise<Orphans> {
    const [gone, found] = (await this.#run('takeOver', newOwner, reservation)) as [string[], string[]];
    const rooms: OrphanedRoom[] = [];
    for (let i = 0; i < found.length; i += 5) rooms.push(orphanedRoom(found[i] ?? '', found.slice(i + 1, i + 5)));
    return { gone, rooms };
  }

  /** Records again that two people are in a room, after Redis has lost it. False if another process owns the room by now. */
  async restore(room: ProposedRoom, sides: readonly [RestoredSide, RestoredSide]): Promise<boolean> {
    const requests = sides.flatMap(({ accountId, clickID }) => [accountId, clickID]);
    return (await this.#run('restore', room.roomID, room.node, ...requests)) === 1;
  }
}

function orphanedRoom(roomID: string, [a = '', clickA, b = '', clickB]: readonly string[]): OrphanedRoom {
  const side = (accountId: string, click: string | undefined) => ({ accountId, clickID: click === '' ? undefined : click });
  return { roomID, sides: [side(a, clickA), side(b, clickB)] };
}

type RestoredSide = Pick<WaitingEntry, 'accountId' | 'clickID'>;

/** JSON has no infinity. */
const spelledAll = (avoid: WaitingEntry['avoid']): Record<string, number | 'ever'> =>
  Object.fromEntries(Object.entries(avoid).map(([other, until]) => [other, until === Number.POSITIVE_INFINITY ? 'ever' : until]));

/** Whom the person of an entry may meet, as arguments of the script. */
const peopleOf = ({ avoid, only, aloneFrom, standsIn, ...wishes }: WaitingEntry): (string | number)[] => [
  JSON.stringify(spelledAll(avoid)),
  only ? JSON.stringify(only) : '',
  aloneFrom ?? '',
  standsIn ? '1' : '',
  wishes.length === undefined ? '' : shortLengths.indexOf(wishes.length) + 1,
  wishes.orShorter ? '1' : '',
  wishes.isNew ? '1' : '',
  wishes.welcomes ? '1' : '',
  wishes.orderAfter ?? '',
];

/** An entry as Redis stores it; undefined for an empty string. */
export function entryOf(json: string, queuedAt: string): WaitingEntry | undefined {
  if (json === '') return undefined;
  const entry = JSON.parse(json) as Omit<WaitingEntry, 'avoid'> & { avoid: Record<string, number | 'ever'> };
  const avoid = Object.entries(entry.avoid).map(([other, until]) => [other, until === 'ever' ? Number.POSITIVE_INFINITY : until]);
  return { ...entry, avoid: Object.fromEntries(avoid), queuedAt: Number(queuedAt) };
}

function roomOf([roomID = '', node = '', clickID = '']: readonly string[]): RoomAssignment | undefined {
  return roomID === '' ? undefined : { roomID, node, clickID };
}

function reservedOf([clickID = '', queuedAt = '', until = '']: readonly string[]): ReservedEntry | undefined {
  return until === '' ? undefined : { clickID, queuedAt: Number(queuedAt), until: Number(until) };
}

function accountStateOf(answer: unknown): AccountState {
  const [entry = '', queuedAt = '', ...rest] = answer as string[];
  const waiting = entryOf(entry, queuedAt);
  const room = roomOf(rest.slice(0, 3));
  const reserved = reservedOf(rest.slice(3));
  return { ...(waiting && { waiting }), ...(room && { room }), ...(reserved && { reserved }) };
}
