import type { Accounts } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { EncountersModule } from '../encounters/module.ts';
import type { MatchmakingModule } from '../matchmaking/module.ts';
import type { ModerationModule } from '../moderation/module.ts';
import type { Conduct } from '../moderation/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { Presence } from '../presence/service.ts';
import type { SessionModule } from '../session/module.ts';
import { PersonalInvitations } from './personal-invitations.ts';
import { recognisedAs } from './recognised.ts';
import { experienceRoutes } from './routes.ts';
import { experienceStore } from './store.ts';

interface ExperiencesNeeds
  extends Pick<ModerationModule, 'moderation' | 'recogniseBy'>,
    Pick<MatchmakingModule, 'matchmaking' | 'inviteBy'>,
    Pick<EncountersModule, 'encounters' | 'onBegun'>,
    Pick<SessionModule, 'describe' | 'expectGuests'> {
  readonly accounts: Accounts;
  readonly conduct: Conduct;
  readonly circle: Circle;
  readonly presence: Pick<Presence, 'isHere'>;
}

export interface ExperiencesModule extends Module {
  readonly onGuestOver: PersonalInvitations['onGuestOver'];
}

/** Personal invitations to an encounter, and the guests who come by them. */
export function experiencesModule(platform: Platform, needs: ExperiencesNeeds): ExperiencesModule {
  const { db, clock, random, fault, limits, shared, sockets, config } = platform;
  const { accounts, conduct, moderation, circle, presence, matchmaking, encounters, describe } = needs;
  const { durations, publicUrl, productName } = config;
  const store = experienceStore(db);
  const invitations = new PersonalInvitations({
    ...{ store, bus: shared.bus, accounts, moderation, conduct, clock, durations, random, publicUrl, fault },
    announce: (accountId, event, payload) => sockets.announce(accountId, event, payload),
  });
  invitations.subscribe((...accountIds) => matchmaking.eligibilityChanged(...accountIds));
  needs.inviteBy({
    named: (pool) => invitations.named(pool),
    invitationEligibility: (accountId, name) => invitations.eligibility(accountId, name),
  });
  needs.onBegun(({ poolType, groupSpace }) => {
    if (poolType === 'personalInvite') void retryForever(clock, fault, () => invitations.used(groupSpace));
  });
  needs.recogniseBy((accountId) => recognisedAs({ store, accounts, clock }, accountId));
  needs.expectGuests((accountId) => invitations.isExpected(accountId));
  return {
    onGuestOver: invitations.onGuestOver,
    routes: (router) =>
      experienceRoutes(router, { invitations, encounters, circle, conduct, presence, limits, productName, describe }),
    personalData: [invitations],
    retention: { personalInvitations: (before) => invitations.forget(before) },
    work: () => invitations.start(),
    stop: () => invitations.stop(),
  };
}
