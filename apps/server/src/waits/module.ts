import type { MatchmakingModule } from '../matchmaking/module.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { usualArrivals } from './arrivals.ts';
import { WaitPromises } from './promises.ts';
import { waitRoutes } from './routes.ts';
import { Waits } from './service.ts';
import { waitStore } from './store.ts';

interface WaitsNeeds extends Pick<MatchmakingModule, 'onWaited' | 'matchmaking'> {
  readonly isPaused: () => boolean;
}

export interface WaitsModule extends Module {
  readonly waits: Waits;
  /** Calls the listener for each wait that could not be recorded. */
  readonly onWaitDropped: (listener: () => void) => void;
  /** How many people usually connect with anyone around each quarter of the day, in UTC. */
  readonly usualArrivals: (now: number) => Promise<readonly number[]>;
  /** Sets the types, besides the minute, of whose waits something is said. */
  readonly promiseTypesBy: (types: () => readonly string[]) => void;
}

/** How long people wait, and what comes of it. */
export function waitsModule(
  { db, clock, random, limits, fault }: Pick<Platform, 'db' | 'clock' | 'random' | 'limits' | 'fault'>,
  { onWaited, matchmaking, isPaused }: WaitsNeeds,
): WaitsModule {
  const store = waitStore(db);
  const waits = new Waits({ store, clock, random, fault });
  let types: () => readonly string[] = () => [];
  const promises = new WaitPromises({
    ...{ store, clock, types: () => types() },
    waiting: () => matchmaking.counts(),
    couldMeet: async (accountId, pool) => !isPaused() && matchmaking.couldMeet(accountId, pool),
  });
  onWaited((wait) => waits.record(wait));
  return {
    waits,
    onWaitDropped: waits.onDropped,
    usualArrivals: usualArrivals(store),
    promiseTypesBy(read) {
      types = read;
    },
    routes: (router) => waitRoutes(router, { promises, limits }),
    serve: () => waits.start(),
    stop: () => waits.stop(),
    async leave() {
      await waits.flush().catch(fault);
    },
    retention: { waits: (before) => waits.forget(before) },
  };
}
