import type { Accounts } from '../accounts/service.ts';
import type { ModerationModule } from '../moderation/module.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { guestAddStore } from './guest-add-store.ts';
import { GuestAdds } from './guest-adds.ts';
import { circleRoutes } from './routes.ts';
import { Circle, type CircleOptions } from './service.ts';
import { circleStore } from './store.ts';

interface CircleNeeds extends Pick<ModerationModule, 'moderation' | 'whenSeparating'> {
  readonly accounts: Pick<Accounts, 'byId'>;
}

export interface CircleModule extends Module {
  readonly circle: Circle;
  readonly guestAdds: GuestAdds;
  /** Sets the source that knows which accounts are online; without it, none is shown as online. */
  readonly showOnline: (isOnline: (accountId: string) => boolean) => void;
}

/** The circle: people who want to meet again. */
export function circleModule(
  { db, clock, random, config }: Pick<Platform, 'db' | 'clock' | 'random' | 'config'>,
  { accounts, moderation, whenSeparating }: CircleNeeds,
  { store = circleStore(db) }: { readonly store?: CircleOptions['store'] } = {},
): CircleModule {
  const separatedFrom = (accountId: string) => moderation.separatedFrom(accountId);
  const circle = new Circle({ store, accounts, separatedFrom, clock, random });
  const { durations } = config;
  const guestAdds = new GuestAdds({ store: guestAddStore(db), circle, clock, random, durations });
  whenSeparating((tx, by, other) => circle.part(tx, by, other));
  let isOnline = (_accountId: string): boolean => false;
  return {
    circle,
    guestAdds,
    showOnline: (known) => {
      isOnline = known;
    },
    routes: (router) =>
      circleRoutes(router, { circle, guestAdds, moderation, presence: { isHere: (accountId) => isOnline(accountId) } }),
    personalData: [circle, guestAdds],
    retention: { guestAdds: (before) => guestAdds.forget(before) },
  };
}
