import { shippedDurations } from '@unspoken/contract/durations';
import type { RoomMessage, RoomMessageName } from '@unspoken/contract/encounters';
import type { ErrorCode } from '@unspoken/contract/errors';
import type { MatchmakerEvent, Pool } from '@unspoken/contract/matchmaking';
import { HeldRooms } from '@unspoken/server/encounters/held-rooms';
import { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { MemoryPlaces } from '@unspoken/server/matchmaking/memory-places';
import { Matchmaking } from '@unspoken/server/matchmaking/service';
import { LocalBus } from '@unspoken/server/platform/local-bus';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { StandingClock, settled } from './standing-clock.ts';

/** A socket of somebody, and what it heard. */
export interface TestSocket extends Connection {
  readonly heard: { readonly event: string; readonly payload: unknown }[];
}

/** Matchmaking and the rooms it leads to, on records in memory, in time that a test lets pass. */
export class MeetingBed {
  readonly clock = new StandingClock();
  readonly store = new MemoryEncounterStore();
  readonly places = new MemoryPlaces();
  /** Why somebody may not be paired, if for anything. */
  readonly standing = new Map<string, ErrorCode>();
  /** When two have met last, by both names in order. */
  readonly met = new Map<string, number>();
  readonly faults: unknown[] = [];
  /** The pools in which the start of a minute was named, in order. */
  readonly begun: Pool[] = [];
  readonly matchmaking: Matchmaking;
  readonly held: HeldRooms;
  readonly #sockets = new Map<string, TestSocket>();
  #names = 0;

  constructor() {
    const { clock, store, places } = this;
    const fault = (error: unknown) => void this.faults.push(error);
    const reach = ({ connectionId }: { readonly connectionId: string }) => this.#sockets.get(connectionId);
    this.matchmaking = new Matchmaking({
      clock,
      durations: shippedDurations,
      places,
      bus: new LocalBus(),
      isSignedIn: async () => true,
      objection: async () => undefined,
      standing: async (accountId) => this.standing.get(accountId),
      metSince: async (accountId, since) => this.#metSince(accountId, since),
      separatedFrom: async () => [],
      named: (pool) => pool,
      invited: async () => ({}),
      matched: async () => new Set(),
      reach,
      fault,
    });
    this.held = new HeldRooms({
      clock,
      chance: { id: () => this.#name(), secret: () => this.#name(), digits: () => this.#name() },
      durations: shippedDurations,
      store,
      matchmaking: this.matchmaking,
      reach,
      mayBeDirect: async () => false,
      begun: (pool) => void this.begun.push(pool),
      fault,
    });
    this.matchmaking.serve({
      nameRoom: (pool) => this.held.nameRoom(pool),
      open: (roomID, first, second, mayMeet) => this.held.open(roomID, first, second, mayMeet),
      tellAgain: async ({ roomID, node }, connection) => this.held.tellAgain(connection, roomID, node),
      cancel: async ({ roomID }, accountId) => this.held.withdraw(accountId, roomID),
    });
  }

  /** Opens a socket of somebody. */
  socket(accountId: string): TestSocket {
    const heard: TestSocket['heard'] = [];
    const socket: TestSocket = {
      ...{ id: `socket ${this.#name()}`, accountId, sessionId: '', tab: '', heard },
      send: (event, payload) => void heard.push({ event, payload }),
      close: () => this.lose(socket),
    };
    this.#sockets.set(socket.id, socket);
    return socket;
  }

  /** A socket is gone, and whoever follows sockets is told. */
  lose(socket: TestSocket): void {
    this.#sockets.delete(socket.id);
    this.matchmaking.closed(socket);
    this.held.closed(socket);
  }

  /** Presses Connect. */
  async press(socket: TestSocket, { noRepeat = false, clickID = `press ${this.#name()}` } = {}): Promise<string> {
    const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
    await this.matchmaking.connect(socket, { pool, noRepeat, clickID });
    await settled();
    return clickID;
  }

  say(socket: TestSocket, roomID: string, name: RoomMessageName, payload?: unknown): object {
    return this.held.send(socket, { roomID, name, payload });
  }

  /** Two who have greeted each other; the first has position 1. */
  async confirmed(): Promise<{ readonly sockets: readonly [TestSocket, TestSocket]; readonly roomID: string }> {
    const sockets = [this.socket('ann'), this.socket('ben')] as const;
    for (const socket of sockets) await this.press(socket);
    const roomID = roomOf(sockets[0]) as string;
    for (const socket of sockets) this.held.join(socket, roomID, 0);
    for (const socket of [...sockets].reverse()) this.say(socket, roomID, 'hello');
    return { sockets, roomID };
  }

  #metSince(accountId: string, since: number): ReadonlyMap<string, number> {
    const met = new Map<string, number>();
    for (const [names, at] of this.met) {
      const both = names.split(' ');
      if (at >= since && both.includes(accountId)) met.set(both.find((each) => each !== accountId) as string, at);
    }
    return met;
  }

  #name(): string {
    return String(++this.#names);
  }
}

/** The room that a socket was last told of. */
export const roomOf = ({ heard }: TestSocket): string | undefined =>
  heard.map(({ payload }) => (payload as MatchmakerEvent).roomID).findLast((roomID) => roomID !== undefined);

/** How the room ended for a socket, as it was told. */
export const endOf = ({ heard }: TestSocket): string | undefined =>
  heard.map(({ payload }) => payload as RoomMessage).find(({ name }) => name === 'close')?.endReason;
