import type { MatchmakingModule } from '../matchmaking/module.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Waits } from './service.ts';
import { waitStore } from './store.ts';

export interface WaitsModule extends Module {
  readonly waits: Waits;
  /** Calls the listener for each wait that could not be recorded. */
  readonly onWaitDropped: (listener: () => void) => void;
}

/** How long people wait, and what comes of it. */
export function waitsModule(
  { db, clock, random, fault }: Pick<Platform, 'db' | 'clock' | 'random' | 'fault'>,
  { onWaited }: Pick<MatchmakingModule, 'onWaited'>,
): WaitsModule {
  const waits = new Waits({ store: waitStore(db), clock, random, fault });
  onWaited((wait) => waits.record(wait));
  return {
    waits,
    onWaitDropped: waits.onDropped,
    serve: () => waits.start(),
    stop: () => waits.stop(),
    async leave() {
      await waits.flush().catch(fault);
    },
    retention: { waits: (before) => waits.forget(before) },
  };
}
