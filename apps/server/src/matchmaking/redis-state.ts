import { readFileSync } from 'node:fs';
import { poolKey } from '@unspoken/contract/matchmaking';
import { asked, type OpenRedis, script } from '../platform/redis/redis.ts';
import type {
  Coming,
  Entered,
  Leaving,
  MatchmakingState,
  Place,
  ProposedRoom,
  ReservedEntry,
  RoomAssignment,
  WaitingEntry,
} from './state.ts';

const lua = readFileSync(new URL('./state.lua', import.meta.url), 'utf8');

/** What processes that are gone have left behind. */
export interface Orphans {
  /** The processes that are gone. */
  readonly gone: readonly string[];
  /** The rooms they held, which are held by the heir from now on. */
  readonly rooms: readonly OrphanedRoom[];
}

export interface OrphanedRoom {
  readonly roomID: string;
  /** The two, by position, each with the press that led them there; without a press, they are out of the room already. */
  readonly sides: readonly [Heir, Heir];
}
type Heir = { readonly accountId: string; readonly clickID: string | undefined };

/**
 * The places of many processes, in Redis: every decision is one script. Only what may be lost in any second is kept
 * here; who met whom stands in the database.
 */
export class RedisMatchmakingState implements MatchmakingState {
  readonly #run: (...args: (string | number)[]) => Promise<unknown>;
  readonly #redis: OpenRedis;
  /** What stands in front of every key of the installation, and of the book. */
  readonly space: string;
  readonly #book: string;
  /** Who waits by this process, so that it can be written down again when the book is lost. */
  readonly #mine = new Map<string, WaitingEntry>();
  /** Who waited by this process without a socket when it was last looked. */
  #ghosts: ReadonlySet<string> = new Set();

  /** `space` goes in front of every key, so that installations can share a server. */
  constructor(redis: OpenRedis, space: string) {
    this.#redis = redis;
    this.space = space;
    this.#book = `${space}:{places}`;
    const run = script(redis.client, 'unspokenPlaces', lua);
    // Any key of the one slot will do to say where it runs.
    this.#run = (...args) => run(`${this.#book}:nodes`, this.#book, ...args);
  }

  async enter(wish: WaitingEntry, coming: Coming, room: ProposedRoom, now: number): Promise<Entered> {
    const { accountId, clickID, connectionId, node, pool, since, avoid, only } = wish;
    const avoided = Object.fromEntries(Object.entries(avoid).map(([other, until]) => [other, spelled(until)]));
    const [became, ...rest] = (await this.#run(
      'enter',
      ...[accountId, clickID, connectionId, node, poolKey(pool), since, coming, room.roomID, room.node, now],
      ...[JSON.stringify({ ...wish, avoid: avoided }), JSON.stringify(avoided), only ? JSON.stringify(only) : ''],
    )) as [Entered['became'], ...string[]];
    if (became === 'ended' || became === 'nothing') return { became };
    if (became === 'in room') return { became, room: roomOf(rest) as RoomAssignment };
    const [at = '', instead = '', insteadSince = '', first = '', firstSince = ''] = rest;
    const insteadOf = entryOf(instead, insteadSince);
    const entry = { ...wish, since: Number(at) };
    if (became === 'waiting') {
      this.#mine.set(accountId, entry);
      return { became, entry, ...(insteadOf && { insteadOf }) };
    }
    this.#mine.delete(accountId);
    return { became, first: entryOf(first, firstSince) as WaitingEntry, second: entry, ...(insteadOf && { insteadOf }) };
  }

  async end(accountId: string, clickID: string): Promise<Place> {
    this.#forgetMine(accountId, clickID);
    return placeOf(await this.#run('end', accountId, clickID));
  }

  #forgetMine(accountId: string, clickID: string): void {
    if (this.#mine.get(accountId)?.clickID === clickID) this.#mine.delete(accountId);
  }

  async leave(accountId: string, connectionId: string, until: number): Promise<boolean> {
    if (this.#mine.get(accountId)?.connectionId === connectionId) this.#mine.delete(accountId);
    return (await this.#run('leave', accountId, connectionId, until)) === 1;
  }

  async keep(accountId: string, clickID: string, until: number): Promise<void> {
    await this.#run('keep', accountId, clickID, until);
  }

  async release(roomID: string, ...leaving: readonly Leaving[]): Promise<readonly string[]> {
    for (const { accountId, finishes } of leaving) if (finishes !== undefined) this.#forgetMine(accountId, finishes);
    const sides = leaving.flatMap(({ accountId, finishes }) => [accountId, finishes === undefined ? '' : `=${finishes}`]);
    return (await this.#run('release', roomID, ...sides)) as string[];
  }

  async find(accountId: string): Promise<Place> {
    return placeOf(await this.#run('find', accountId));
  }

  async holderOf(roomID: string): Promise<string | undefined> {
    return ((await this.#run('holder', roomID)) as string) || undefined;
  }

  async counts(): Promise<ReadonlyMap<string, number>> {
    const counts = await asked(this.#redis.client.hgetall(`${this.#book}:counts`));
    return new Map(Object.entries(counts).map(([key, n]) => [key, Number(n)]));
  }

  /**
   * This process lives for `lease` ms more, and says so for the `beat`th time. Answers how often it had by this book, whether its
   * lease still ran, and what time it is by Redis, epoch ms.
   */
  async live(node: string, lease: number, beat: number): Promise<{ before: number; lived: boolean; now: number }> {
    const [before, lived, now] = (await this.#run('live', node, lease, beat)) as [string, number, string];
    return { before: Number(before), lived: lived === 1, now: Number(now) };
  }

  /** Which of these rooms no living process holds. */
  async unheld(rooms: readonly string[]): Promise<readonly string[]> {
    return rooms.length === 0 ? [] : ((await this.#run('unheld', ...rooms)) as string[]);
  }

  /** The rooms that this process holds by the book. */
  held(node: string): Promise<string[]> {
    return asked(this.#redis.client.smembers(`${this.#book}:held:${node}`));
  }

  /** A room as the book has it. */
  async room(roomID: string): Promise<OrphanedRoom> {
    return inherited(roomID, (await this.#run('sides', roomID)) as string[]);
  }

  /** Who waits by this process, as far as it knows. */
  mine(): readonly WaitingEntry[] {
    return [...this.#mine.values()];
  }

  /**
   * Has nobody wait by this process whose socket is not here, though the book, once lost or not reached in time, may say so; `isHere`
   * knows. Answers who has waited by this process and does so no longer, as others have found them, or have taken their place.
   */
  async reconcile(
    node: string,
    isHere: (entry: WaitingEntry) => boolean,
    placeKeptUntil: number,
  ): Promise<readonly WaitingEntry[]> {
    const waiting = new Set(await asked(this.#redis.client.smembers(`${this.#book}:by:${node}`)));
    const gone = this.mine().filter(({ accountId }) => !waiting.has(accountId));
    for (const { accountId } of gone) this.#mine.delete(accountId);
    const ghosts = new Set<string>();
    for (const accountId of waiting) {
      const mine = this.#mine.get(accountId);
      if (!mine || !isHere(mine)) ghosts.add(accountId);
    }
    for (const accountId of ghosts) {
      // Somebody who has just come may not be among one's own yet: the second look tells.
      if (!this.#ghosts.has(accountId)) continue;
      const { waiting: entry } = await this.find(accountId);
      if (entry?.node === node) await this.leave(accountId, entry.connectionId, placeKeptUntil);
    }
    this.#ghosts = ghosts;
    return gone;
  }

  /** Takes over what processes whose lease has run out have left behind; whoever waited by them keeps their place for `placeKept` ms. */
  async inherit(heir: string, placeKept: number): Promise<Orphans> {
    const [gone, found] = (await this.#run('inherit', heir, placeKept)) as [string[], string[]];
    const rooms: OrphanedRoom[] = [];
    for (let i = 0; i < found.length; i += 5) rooms.push(inherited(found[i] ?? '', found.slice(i + 1, i + 5)));
    return { gone, rooms };
  }

  /** Writes down once more that two people are in a room, after the book was lost. */
  async restore(room: ProposedRoom, sides: readonly [RestoredSide, RestoredSide]): Promise<void> {
    await this.#run('restore', room.roomID, room.node, ...sides.flatMap(({ accountId, clickID }) => [accountId, clickID]));
  }
}

function inherited(roomID: string, [a = '', clickA, b = '', clickB]: readonly string[]): OrphanedRoom {
  const side = (accountId: string, click: string | undefined) => ({ accountId, clickID: click === '' ? undefined : click });
  return { roomID, sides: [side(a, clickA), side(b, clickB)] };
}

type RestoredSide = Pick<WaitingEntry, 'accountId' | 'clickID'>;

const spelled = (until: number): number | 'ever' => (until === Number.POSITIVE_INFINITY ? 'ever' : until);

/** Who waits, as it is written in the book; undefined where nobody does. */
export function entryOf(json: string, since: string): WaitingEntry | undefined {
  if (json === '') return undefined;
  const entry = JSON.parse(json) as Omit<WaitingEntry, 'avoid'> & { avoid: Record<string, number | 'ever'> };
  const avoid = Object.entries(entry.avoid).map(([other, until]) => [other, until === 'ever' ? Number.POSITIVE_INFINITY : until]);
  return { ...entry, avoid: Object.fromEntries(avoid), since: Number(since) };
}

function roomOf([roomID = '', node = '', clickID = '']: readonly string[]): RoomAssignment | undefined {
  return roomID === '' ? undefined : { roomID, node, clickID };
}

function keptOf([clickID = '', since = '', until = '']: readonly string[]): ReservedEntry | undefined {
  return until === '' ? undefined : { clickID, since: Number(since), until: Number(until) };
}

function placeOf(answer: unknown): Place {
  const [entry = '', since = '', ...rest] = answer as string[];
  const waiting = entryOf(entry, since);
  const room = roomOf(rest.slice(0, 3));
  const kept = keptOf(rest.slice(3));
  return { ...(waiting && { waiting }), ...(room && { room }), ...(kept && { kept }) };
}
