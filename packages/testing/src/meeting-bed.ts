import { shippedDurations } from '@unspoken/contract/durations';
import type { RoomMessage, RoomMessageName } from '@unspoken/contract/encounters';
import type { ErrorCode } from '@unspoken/contract/errors';
import type { LengthWish } from '@unspoken/contract/lengths';
import type { MatchmakerEvent, PoolType } from '@unspoken/contract/matchmaking';
import { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { noPlans, type RoomPlan } from '@unspoken/server/encounters/plan';
import { type EncounterEvent, RoomRegistry } from '@unspoken/server/encounters/room-registry';
import type { UnendedRoom } from '@unspoken/server/encounters/store';
import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import { type Circumstances, Matchmaking } from '@unspoken/server/matchmaking/service';
import type { Welcoming } from '@unspoken/server/matchmaking/state';
import { LocalBus } from '@unspoken/server/platform/local-bus';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { StandingClock, settled } from './standing-clock.ts';

/** A socket of a member, with the events that it received. */
export interface TestSocket extends Connection {
  readonly heard: { readonly event: string; readonly payload: unknown }[];
}

interface BedRequest extends LengthWish {
  readonly noRepeat?: boolean;
  readonly clickID?: string;
  readonly groupSpace?: string;
  readonly poolType?: PoolType;
}

/** Matchmaking and the rooms that it opens, with records in memory and a clock that the test advances. */
export class MeetingBed {
  readonly clock = new StandingClock();
  readonly store = new MemoryEncounterStore();
  readonly matchmakingState = new MemoryMatchmakingState();
  /** Why an account may not be paired; accounts without an entry may. */
  readonly standing = new Map<string, ErrorCode>();
  /** When two accounts last met, by both ids separated by a space. */
  readonly met = new Map<string, number>();
  /** What holds for an account in a gathering that takes place; nothing for accounts without an entry. */
  readonly circumstances = new Map<string, Circumstances>();
  /** From whom an account is separated, and who is in its circle; nobody for accounts without an entry. */
  readonly separated = new Map<string, readonly string[]>();
  readonly circles = new Map<string, ReadonlySet<string>>();
  readonly welcoming = new Map<string, Welcoming>();
  readonly faults: unknown[] = [];
  /** The encounter events that were reported. */
  readonly notes: EncounterEvent[] = [];
  /** The pairs of accounts whose counters have changed, both ids in one entry. */
  readonly counted: string[] = [];
  /** The pools in which a minute began. */
  readonly begun: string[] = [];
  readonly guests = new Set<string>();
  /** Whether the two of a room may learn each other's network addresses. */
  direct = false;
  readonly matchmaking: Matchmaking;
  readonly roomRegistry: RoomRegistry;
  readonly #sockets = new Map<string, TestSocket>();
  #names = 0;

  /** With `plan`, every room is opened with it. `additions`: what the installation has beside the specified minute. */
  constructor({ plan, additions = [] }: { readonly plan?: RoomPlan; readonly additions?: readonly string[] } = {}) {
    const { clock, store, matchmakingState } = this;
    const fault = (error: unknown) => void this.faults.push(error);
    const reach = ({ connectionId }: { readonly connectionId: string }) => this.#sockets.get(connectionId);
    this.matchmaking = new Matchmaking({
      clock,
      durations: shippedDurations,
      matchmakingState,
      bus: new LocalBus(),
      isSignedIn: async () => true,
      denialReason: async () => undefined,
      connectDenialReason: async (accountId) => this.standing.get(accountId),
      metSince: async (accountId, since) => this.#metSince(accountId, since),
      separatedFrom: async (accountId) => this.separated.get(accountId) ?? [],
      named: (pool) => pool,
      invitationEligibility: async () => ({}),
      matched: async (accountId) => this.circles.get(accountId) ?? new Set(),
      circumstances: async (accountId) => this.circumstances.get(accountId),
      welcoming: async (accountId) => this.welcoming.get(accountId),
      hasLengths: true,
      reach,
      fault,
    });
    this.roomRegistry = new RoomRegistry({
      clock,
      random: { id: () => this.#name(), secret: () => this.#name(), digits: () => this.#name() },
      durations: shippedDurations,
      store,
      matchmaking: this.matchmaking,
      reach,
      mayBeDirect: async () => this.direct,
      plans: { ...noPlans, opening: async () => plan },
      isGuest: async (accountId) => this.guests.has(accountId),
      additions,
      begun: ({ poolType }) => void this.begun.push(poolType),
      countersChanged: (...both) => void this.counted.push(both.join(' ')),
      note: (note) => void this.notes.push(note),
      fault,
    });
    this.matchmaking.serve({
      nameRoom: (pool) => this.roomRegistry.nameRoom(pool),
      open: (roomID, first, second, mayMeet) => this.roomRegistry.open(roomID, first, second, mayMeet),
      sendAgain: async ({ roomID, node }, connection) => this.roomRegistry.repeatAnnouncement(connection, roomID, node),
      left: ({ roomID }) => this.roomRegistry.left(roomID),
      cancel: async ({ roomID }, accountId) => this.roomRegistry.withdraw(accountId, roomID),
    });
  }

  /** Opens a socket of an account; with `node`, on another process. */
  socket(accountId: string, node?: string): TestSocket {
    const received: { readonly event: string; readonly payload: unknown }[] = [];
    const socket: TestSocket = {
      ...{
        id: `socket ${this.#name()}`,
        accountId,
        sessionId: '',
        tab: '',
        heard: received,
        ...(node !== undefined && { node }),
      },
      send: (event, payload) => void received.push({ event, payload }),
      close: () => this.lose(socket),
    };
    this.#sockets.set(socket.id, socket);
    return socket;
  }

  /** Closes a socket and notifies matchmaking and the room registry. */
  lose(socket: TestSocket): void {
    this.#sockets.delete(socket.id);
    this.matchmaking.closed(socket);
    this.roomRegistry.closed(socket);
  }

  /** Sends a connect request. */
  async connect(
    socket: TestSocket,
    { noRepeat = false, clickID = `request ${this.#name()}`, groupSpace = 'open', poolType = 'anyone', ...wish }: BedRequest = {},
  ): Promise<string> {
    const pool = { experienceType: 'oneminute', poolType, groupSpace } as const;
    await this.matchmaking.connect(socket, { pool, noRepeat, clickID, ...wish });
    await settled();
    return clickID;
  }

  say(socket: TestSocket, roomID: string, name: RoomMessageName, payload?: unknown, n?: number): object {
    return this.roomRegistry.send(socket, { roomID, name, payload, n });
  }

  /** A confirmed room of two members; the first has position 1. */
  async confirmed(): Promise<{ readonly sockets: readonly [TestSocket, TestSocket]; readonly roomID: string }> {
    const sockets = [this.socket('ann'), this.socket('ben')] as const;
    for (const socket of sockets) await this.connect(socket);
    const roomID = roomOf(sockets[0]) as string;
    for (const socket of sockets) this.roomRegistry.join(socket, roomID, 0);
    for (const socket of [...sockets].reverse()) this.say(socket, roomID, 'hello');
    return { sockets, roomID };
  }

  /** A minute of two members, ann and ben, which this process has taken over from another 10 s after it began. */
  async takenOverMinute(): Promise<string> {
    const roomID = 'a room';
    const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
    const connectedAt = this.clock.now() - 10_000;
    const row = { roomID, a: 'ann', b: 'ben', pool, pairedAt: connectedAt - 30_000, waited: 0 };
    await this.store.open(row);
    const members = ['ann', 'ben'].map((accountId) => ({
      ...{ accountId, connectionId: '', node: '', clickID: 'request', pool, queuedAt: 0, noRepeat: false, avoid: {} },
    })) as unknown as [never, never];
    this.roomRegistry.adopt({ ...row, connectedAt } as unknown as UnendedRoom & { connectedAt: number }, members, {
      relayOnly: false,
      plan: undefined,
    });
    return roomID;
  }

  /** Two members whose start has been announced, and that start. */
  async begunMinute() {
    const { sockets, roomID } = await this.confirmed();
    for (const socket of sockets) this.say(socket, roomID, 'ready');
    for (const socket of sockets) this.roomRegistry.reportMedia(socket, roomID);
    return { sockets, roomID, startsAt: this.roomRegistry.look('ann', roomID)?.startsAt as number };
  }

  #metSince(accountId: string, since: number): ReadonlyMap<string, number> {
    const met = new Map<string, number>();
    for (const [ids, at] of this.met) {
      const both = ids.split(' ');
      if (at >= since && both.includes(accountId)) met.set(both.find((each) => each !== accountId) as string, at);
    }
    return met;
  }

  #name(): string {
    return String(++this.#names);
  }
}

/** The last room that was announced to a socket. */
export const roomOf = ({ heard }: TestSocket): string | undefined =>
  heard.map(({ payload }) => (payload as MatchmakerEvent).roomID).findLast((roomID) => roomID !== undefined);

/** The room messages that a socket received. */
export const messagesOf = ({ heard }: TestSocket): RoomMessage[] =>
  heard.filter(({ event }) => event === 'room:message').map(({ payload }) => payload as RoomMessage);

/** The end reason of the room that a socket received. */
export const endOf = ({ heard }: TestSocket): string | undefined =>
  heard.map(({ payload }) => payload as RoomMessage).find(({ name }) => name === 'close')?.endReason;
