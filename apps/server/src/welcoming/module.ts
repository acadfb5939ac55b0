import type { Accounts } from '../accounts/service.ts';
import type { CaseDependencies, Conduct } from '../moderation/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { welcomingRoutes } from './routes.ts';
import { Welcoming, type WelcomingOptions } from './service.ts';
import { welcomingStore } from './store.ts';

interface WelcomingNeeds extends Pick<WelcomingOptions, 'completedMinutes' | 'hasCompletedMinute'> {
  readonly accounts: Accounts;
  readonly conduct: Conduct;
  readonly ledger: CaseDependencies;
}

export interface WelcomingModule extends Module {
  /** `partOf` is for the matchmaker. */
  readonly welcoming: Welcoming;
}

/** Who welcomes newcomers. */
export function welcomingModule({ db, clock, limits, config }: Platform, needs: WelcomingNeeds): WelcomingModule {
  const isOffered = config.additions.includes('welcomers');
  const welcoming = new Welcoming({ ...needs, store: welcomingStore(db), clock, isOffered });
  return {
    welcoming,
    routes: (router) => welcomingRoutes(router, { welcoming, limits }),
    personalData: [welcoming],
    retention: { welcoming: (before) => welcoming.forget(before) },
  };
}
