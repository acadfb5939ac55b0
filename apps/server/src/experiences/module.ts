import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { EncountersModule } from '../encounters/module.ts';
import type { Claims } from '../encounters/service.ts';
import type { MatchmakingModule } from '../matchmaking/module.ts';
import type { Membership } from '../membership/service.ts';
import type { ModerationModule } from '../moderation/module.ts';
import type { Conduct } from '../moderation/service.ts';
import { serveFiles } from '../platform/files/routes.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { retryForever } from '../platform/retry-forever.ts';
import type { PresenceModule } from '../presence/module.ts';
import type { SessionModule } from '../session/module.ts';
import type { WaitsModule } from '../waits/module.ts';
import { Catalogue } from './catalogue.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { catalogueStore } from './catalogue-store.ts';
import { ContentError } from './content.ts';
import { contentFolders } from './content-folders.ts';
import { type InvitationMade, PersonalInvitations } from './personal-invitations.ts';
import { plansOf } from './plans.ts';
import { recognisedAs } from './recognised.ts';
import { Rights } from './rights.ts';
import { experienceRoutes } from './routes.ts';
import { experienceStore } from './store.ts';

interface ExperiencesNeeds
  extends Pick<ModerationModule, 'moderation' | 'recogniseBy'>,
    Pick<MatchmakingModule, 'matchmaking' | 'inviteBy' | 'permitBy'>,
    Pick<EncountersModule, 'encounters' | 'onBegun' | 'planBy'>,
    Pick<PresenceModule, 'presence' | 'countTypesBy'>,
    Pick<WaitsModule, 'promiseTypesBy'>,
    Pick<SessionModule, 'describe' | 'expectGuests'> {
  readonly http: FastifyInstance;
  readonly membership: Membership;
  readonly store: { claimBy(claims: Claims): void };
  readonly accounts: Accounts;
  readonly conduct: Conduct;
  readonly circle: Circle;
}

export interface ExperiencesModule extends Module {
  readonly onGuestOver: PersonalInvitations['onGuestOver'];
  /** The types in production, besides the minute. */
  readonly productionTypes: () => readonly string[];
  /** Invites somebody with access to the beta to a rehearsal of this version. */
  readonly rehearse: (host: string, type: string, versionId: string) => Promise<InvitationMade>;
  /** Reads at once what is published; the other processes do within seconds. */
  readonly reloadCatalogue: () => Promise<void>;
}

/** The catalogue of experiences, and who may use them; personal invitations, and the guests who come by them. */
export function experiencesModule(platform: Platform, needs: ExperiencesNeeds): ExperiencesModule {
  const { db, clock, random, fault, limits, shared, sockets, gateway, config, files, log } = platform;
  const { accounts, conduct, moderation, circle, presence, matchmaking, encounters, membership, describe } = needs;
  const { durations, publicUrl, productName } = config;
  const store = experienceStore(db);
  const stored = catalogueStore(db);
  const catalogue = new Catalogue({
    ...{ store: stored, clock, interval: durations.settingsCheck, fault },
    takenDown: (types) => void endWaiting(types).catch(fault),
  });
  /** Nobody waits for an experience that is not offered any more. */
  const endWaiting = async (types: ReadonlySet<string>) => {
    for (const accountId of new Set(gateway.sessions().values()))
      if (types.has((await matchmaking.waiting(accountId))?.pool.experienceType ?? ''))
        await matchmaking.eligibilityChanged(accountId);
  };
  const invitations = new PersonalInvitations({
    ...{ store, bus: shared.bus, accounts, moderation, conduct, clock, durations, random, publicUrl, fault },
    announce: (accountId, event, payload) => sockets.announce(accountId, event, payload),
  });
  const rights = new Rights({
    catalogue,
    membership,
    accounts,
    invitation: (codeHash, from) => store.invitation(codeHash, from),
  });
  needs.permitBy((accountId, pool) => rights.denial(accountId, pool));
  const rehearsed = async (codeHash: string) => (await store.invitation(codeHash))?.versionId ?? undefined;
  needs.planBy(plansOf(catalogue, rehearsed));
  needs.countTypesBy(() => catalogue.productionTypes);
  needs.promiseTypesBy(() => catalogue.productionTypes);
  needs.store.claimBy(rights);
  membership.subscribe((accountId) => matchmaking.eligibilityChanged(accountId));
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
    productionTypes: () => catalogue.productionTypes,
    rehearse: (host, type, versionId) => invitations.create(host, type, { membersOnly: true, versionId }),
    reloadCatalogue: () => catalogue.load(),
    routes: (router) => {
      experienceRoutes(router, {
        ...{ invitations, catalogue, rights, encounters, circle, conduct, presence, limits, productName, describe },
      });
      catalogueRoutes(router, { catalogue, accounts, encounters });
    },
    async prepare() {
      serveFiles(needs.http, files);
      // The minute does not depend on the content: what is wrong with it is for the operator, and keeps nobody from meeting.
      if (config.contentDir !== undefined)
        await contentFolders(platform)
          .importFrom(config.contentDir, { onlyIfEmpty: true })
          .catch((error: unknown) => {
            if (error instanceof ContentError) log.error({ problems: error.message.split('\n') }, 'CONTENT_DIR was not imported');
            else fault(error);
          });
      await catalogue.start();
    },
    personalData: [invitations, catalogue],
    retention: { personalInvitations: (before) => invitations.forget(before) },
    work: () => invitations.start(),
    stop() {
      invitations.stop();
      catalogue.stop();
    },
  };
}
