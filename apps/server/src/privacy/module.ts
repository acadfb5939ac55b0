import type { Accounts } from '../accounts/service.ts';
import type { Module, Modules } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { PersonalData } from './personal-data.ts';
import { Retention } from './retention.ts';
import { leavingRoutes } from './routes.ts';

/** Export and erasure of a person's data in all modules, and deletion of data after its retention period. */
export function privacyModule(
  { db, clock, limits, fault, config: { durations } }: Platform,
  { accounts, modules }: { readonly accounts: Accounts; readonly modules: Modules },
): Module & { readonly privacy: PersonalData } {
  const privacy = new PersonalData({
    accounts,
    records: () => modules.personalData,
    transaction: (run) => db.transaction(run),
  });
  let retention: Retention | undefined;
  return {
    privacy,
    routes: (router) => leavingRoutes(router, accounts, privacy, limits),
    // Known once all modules have been added.
    async prepare() {
      retention = new Retention({ clock, durations, fault, records: modules.retention });
    },
    work: () => retention?.start(),
    stop: () => retention?.stop(),
  };
}
