import type { Accounts } from '../accounts/service.ts';
import type { ExperiencesModule } from '../experiences/module.ts';
import type { Module, Modules } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { PersonalData } from './personal-data.ts';
import { Retention } from './retention.ts';
import { leavingRoutes } from './routes.ts';

interface PrivacyNeeds extends Pick<ExperiencesModule, 'onGuestOver'> {
  readonly accounts: Accounts;
  readonly modules: Modules;
}

/** Export and erasure of a person's data in all modules, and deletion of data after its retention period. */
export function privacyModule(
  { db, clock, limits, fault, config: { durations } }: Platform,
  { accounts, modules, onGuestOver }: PrivacyNeeds,
): Module {
  const privacy = new PersonalData({
    accounts,
    records: () => modules.personalData,
    transaction: (run) => db.transaction(run),
  });
  onGuestOver((guest) => privacy.erase(guest));
  let retention: Retention | undefined;
  return {
    routes: (router) => leavingRoutes(router, accounts, privacy, limits),
    // Known once all modules have been added.
    async prepare() {
      retention = new Retention({ clock, durations, fault, records: modules.retention });
    },
    work: () => retention?.start(),
    stop: () => retention?.stop(),
  };
}
