import { shippedDurations as durations } from '@unspoken/contract/durations';
import { minuteType, type Pool } from '@unspoken/contract/matchmaking';
import { type PushPayload, type Ring, ringEvent } from '@unspoken/contract/notifications';
import { type RendezvousNews, rendezvousEvent } from '@unspoken/contract/rendezvous';
import { MemoryMatchmakingState } from '@unspoken/server/matchmaking/memory-state';
import { Matchmaking, type WaitingEntry } from '@unspoken/server/matchmaking/service';
import { Bell, type BellOptions } from '@unspoken/server/notifications/bell';
import { Delivery } from '@unspoken/server/notifications/delivery';
import { RendezvousCalls } from '@unspoken/server/notifications/rendezvous-calls';
import type { Database } from '@unspoken/server/platform/database/database';
import { LocalBus } from '@unspoken/server/platform/local-bus';
import type { Random } from '@unspoken/server/platform/random';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Rendezvous, type RendezvousOptions } from '@unspoken/server/rendezvous/service';
import type { RendezvousStore } from '@unspoken/server/rendezvous/store';
import { usualArrivals } from '@unspoken/server/waits/arrivals';
import { Waits } from '@unspoken/server/waits/service';
import type { VirtualTime } from '../virtual-time.ts';
import { type BellStore, MemoryBellStore } from './bell-store.ts';
import { MemoryRendezvousStore } from './rendezvous-store.ts';
import { MemoryWaitStore } from './wait-store.ts';

/** By which means people are brought together. */
export interface Arrangement {
  readonly rendezvous: boolean;
  readonly bell: boolean;
}

/** Bugs put into the domains, or rules taken out of them, to see what comes of it: each replaces what a domain works with. */
export interface Planted {
  readonly bellStore?: (store: BellStore) => BellStore;
  readonly bellMatchmaking?: (matchmaking: BellOptions['matchmaking']) => BellOptions['matchmaking'];
  readonly rendezvousStore?: (store: RendezvousStore) => RendezvousStore;
}

/** What the simulated people are to the domains. */
export interface People {
  reach(connectionId: string): Connection | undefined;
  metSince(accountId: string, since: number): ReadonlyMap<string, number>;
  separatedFrom(accountId: string): readonly string[];
  zoneOf(accountId: string): string;
  hasPage(accountId: string): boolean;
  /** Whether a page of theirs acknowledges what it is sent. */
  acknowledges(accountId: string): boolean;
  paired(roomID: string, first: WaitingEntry, second: WaitingEntry): void;
  /** The bell has claimed this member. */
  called(accountId: string): void;
  rung(accountId: string, ring: Ring): void;
  notified(accountId: string, news: RendezvousNews): void;
}

export interface World {
  readonly time: VirtualTime;
  readonly people: People;
  readonly name: (kind: string) => string;
  readonly arrangement: Arrangement;
  readonly planted: Planted;
  readonly fault: (error: unknown) => void;
}

export const pool: Pool = { experienceType: minuteType, poolType: 'anyone', groupSpace: 'open' };
const node = new LocalBus().node;

/** The real domains of one process, connected to each other as their modules do it, over stores in memory. */
export class Domains {
  readonly bells = new MemoryBellStore();
  readonly matchmaking: Matchmaking;
  readonly rendezvous: Rendezvous;
  readonly bell: Bell;
  readonly bellStore: BellStore;
  readonly #world: World;
  readonly #delivery: Delivery;
  readonly #calls: RendezvousCalls;
  readonly #waits: Waits;
  readonly #sweeps = new Set<number>();

  constructor(world: World) {
    this.#world = world;
    const { time: clock, planted, arrangement, fault } = world;
    const waitStore = new MemoryWaitStore();
    const random: Random = { id: () => world.name('row'), secret: () => '', digits: () => '' };
    this.bellStore = planted.bellStore?.(this.bells) ?? this.bells;
    this.matchmaking = openMatchmaking(world);
    this.#waits = new Waits({ store: waitStore, clock, random, fault });
    this.rendezvous = openRendezvous(world, random, usualArrivals(waitStore));
    this.#delivery = openDelivery(world);
    this.bell = this.#openBell(random);
    const isBusy = (accountId: string) => this.bell.isBusy(accountId);
    this.#calls = new RendezvousCalls({
      clock,
      rendezvous: this.rendezvous,
      delivery: this.#delivery,
      store: this.bellStore,
      isBusy,
      isPaused: () => false,
      fault,
    });
    this.matchmaking.waits.subscribe((wait) => {
      this.#waits.record(wait);
      this.#waits.flush().catch(fault);
    });
    this.matchmaking.onEntered((...entries) => {
      for (const entry of entries) {
        if (arrangement.rendezvous) this.rendezvous.connected(entry.accountId, 'anyone').catch(fault);
        if (arrangement.bell) this.bell.entered(entry);
      }
    });
  }

  /** Looks at the next regular time after `at` whose rendezvous are due. Between those times there would be nothing to see. */
  sweepAfter(at: number): void {
    const { time, fault } = this.#world;
    const { rendezvousSweep } = durations;
    const next = Math.ceil(Math.max(at, time.now() + 1) / rendezvousSweep) * rendezvousSweep;
    if (this.#sweeps.has(next)) return;
    this.#sweeps.add(next);
    time.after(next - time.now(), () => {
      this.#sweeps.delete(next);
      this.#calls.sweep().catch(fault);
    });
  }

  async forget(): Promise<void> {
    const now = this.#world.time.now();
    await this.rendezvous.forget(new Date(now - durations.rendezvousRetention));
    await this.#waits.forget(new Date(now - durations.waitsRetention));
  }

  #openBell(random: Random): Bell {
    const { time: clock, people, planted, fault } = this.#world;
    const { matchmaking: real, bellStore: store } = this;
    return new Bell({
      ...{ node, clock, random, durations, store, fault },
      matchmaking: planted.bellMatchmaking?.(real) ?? real,
      isSilent: () => false,
      inGathering: async () => new Set(),
      hasPage: async (accountId) => people.hasPage(accountId),
      calling: () => {},
      deliver: async (accountId, ring, { isStillRelevant, asked }) => {
        people.called(accountId);
        const at = clock.now();
        const push = (language: string): PushPayload => ({ kind: 'ring', ...ring, at, language });
        const news = { event: ringEvent, page: ring, push, until: ring.until, isStillRelevant };
        const channel = await this.#delivery.deliver(accountId, news);
        if (channel !== 'page') await store.recordChannel(ring.ringID, channel, asked);
        return channel !== 'none';
      },
    });
  }
}

function openMatchmaking({ time: clock, people, name, fault }: World): Matchmaking {
  const matchmaking = new Matchmaking({
    ...{ clock, durations, matchmakingState: new MemoryMatchmakingState(), bus: new LocalBus(), fault },
    isSignedIn: async () => true,
    denialReason: async () => undefined,
    connectDenialReason: async () => undefined,
    metSince: async (accountId, since) => people.metSince(accountId, since),
    separatedFrom: async (accountId) => people.separatedFrom(accountId),
    named: (each) => each,
    invitationEligibility: async () => ({}),
    matched: async () => new Set(),
    circumstances: async () => undefined,
    welcoming: async () => undefined,
    hasLengths: true,
    reach: ({ connectionId }) => people.reach(connectionId),
  });
  matchmaking.serve({
    nameRoom: () => name('room'),
    open: async (roomID, first, second, mayMeet) => {
      if (!(await mayMeet())) return false;
      people.paired(roomID, first, second);
      return true;
    },
    sendAgain: async () => {},
    left: async () => false,
    cancel: async () => {},
  });
  return matchmaking;
}

function openRendezvous(
  { time: clock, people, planted, fault }: World,
  random: Random,
  usual: RendezvousOptions['usual'],
): Rendezvous {
  const memory = new MemoryRendezvousStore();
  const tx = {} as Database;
  const accounts = {
    timeZone: async (accountId: string) => people.zoneOf(accountId),
    lock: async (_: Database, id: string) => ({ id }),
    transaction: async <T>(run: (within: Database) => Promise<T>): Promise<T> => run(tx),
  } as unknown as RendezvousOptions['accounts'];
  // In memory each call is a transaction.
  const store = planted.rendezvousStore?.(memory) ?? memory;
  const separatedFrom = async (accountId: string) => people.separatedFrom(accountId);
  return new Rendezvous({ store, accounts, clock, random, usual, separatedFrom, matched: async () => new Set(), fault });
}

/** Open pages are asked first, then push hands over at once. */
function openDelivery({ time: clock, people }: World): Delivery {
  const handOver = (accountId: string, event: string, payload: object) => {
    if (event === ringEvent) people.rung(accountId, payload as Ring);
    else people.notified(accountId, payload as RendezvousNews);
    return 1;
  };
  return new Delivery({
    ...{ clock, durations },
    sockets: {
      async ask(accountId, event, payload, patience) {
        if (!people.hasPage(accountId)) return 0;
        if (people.acknowledges(accountId)) return handOver(accountId, event, payload as object);
        await new Promise<void>((resume) => void clock.after(patience, resume));
        return 0;
      },
    },
    devices: {
      async push(accountId, payload) {
        const { kind, ...news } = payload('en');
        return handOver(accountId, kind === 'ring' ? ringEvent : rendezvousEvent, news);
      },
    },
  });
}
