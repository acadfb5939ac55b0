import type { Accounts } from '../accounts/service.ts';
import type { Feedback } from '../feedback/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import type { WaitingList } from '../waiting-list/service.ts';
import { administrationRoutes } from './routes.ts';
import { Administration, type AdministrationOptions, PauseSwitch } from './service.ts';
import { administrationStore } from './store.ts';

interface AdministrationNeeds {
  readonly accounts: Accounts;
  readonly waitingList: WaitingList;
  readonly feedback: Feedback;
  readonly ledger: CaseDependencies;
  readonly encounterHealth: AdministrationOptions['encounters'];
}

/** Administration, and the switch that pauses the product. */
export async function administrationModule(
  { db, clock, fault, config }: Platform,
  { accounts, waitingList, feedback, ledger, encounterHealth: encounters }: AdministrationNeeds,
): Promise<Module & { readonly pause: PauseSwitch }> {
  const pause = await PauseSwitch.open({
    ...{ store: administrationStore(db), clock, fault },
    otherwise: config.pause,
    interval: config.durations.settingsCheck,
  });
  const transaction: AdministrationOptions['transaction'] = (run) => db.transaction(run);
  const administration = new Administration({ accounts, waitingList, feedback, ledger, pause, clock, transaction, encounters });
  return {
    pause,
    routes: (router) => administrationRoutes(router, administration),
    stop: () => pause.close(),
  };
}
