import { AppError } from '@unspoken/contract/errors';
import type { Accounts } from '../accounts/service.ts';
import type { ExperiencesModule } from '../experiences/module.ts';
import { authoringStore, catalogueStore, mediaStore } from '../experiences/service.ts';
import type { CaseDependencies } from '../moderation/service.ts';
import { MediaChecks } from '../platform/media/media-checks.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Categories } from './categories.ts';
import { Checking } from './checking.ts';
import { Drafts } from './drafts.ts';
import { Pages } from './pages.ts';
import { Proving } from './proving.ts';
import { Reviews } from './reviews.ts';
import { studioRoutes } from './routes.ts';
import { Uploads } from './uploads.ts';

interface StudioNeeds extends Pick<ExperiencesModule, 'reloadCatalogue' | 'rehearse'> {
  readonly accounts: Accounts;
  readonly ledger: CaseDependencies;
}

/** Where facilitators write experiences, and administrators decide about them. */
export function studioModule(platform: Platform, { accounts, ledger, rehearse, reloadCatalogue: changed }: StudioNeeds): Module {
  const { db, clock, ownClock, random, limits, config, files, jobs, fault } = platform;
  const { durations, publicUrl } = config;
  const [store, catalogue] = [authoringStore(db), catalogueStore(db)];
  const proving = new Proving({ catalogue, durations });
  const drafts = new Drafts({ store, catalogue, proving, accounts, clock, random });
  const pages = new Pages({ store, catalogue, drafts, changed });
  const reviews = new Reviews({ store, proving, accounts, ledger, clock, publicUrl, changed });
  const media = mediaStore(db);
  const checks = new MediaChecks({ clock: ownClock, fault });
  const checking = new Checking({ store: media, db, files, jobs, checks });
  const uploads = new Uploads({ store: media, catalogue, drafts, files, jobs, clock, random });
  const categories = new Categories({ store, catalogue, ledger, changed });
  const grantBeta = async (me: string, personID: string, hasAccess: boolean) => {
    const account = await accounts.byId(personID);
    if (!account || account.role === 'experienceGuest') throw new AppError('not_found');
    const kind = hasAccess ? 'beta access granted' : 'beta access revoked';
    await accounts.settings.betaAccess(personID, hasAccess, async (tx) => {
      await ledger.append(tx, { kind, subject: personID, actor: me });
    });
  };
  return {
    routes: (router) => studioRoutes(router, { drafts, pages, reviews, categories, uploads, limits, rehearse, grantBeta }),
    prepare: () => checking.start(),
    retention: {
      files: (before) => uploads.forgetFiles(before),
      uploads: (before) => uploads.forgetUploads(before),
    },
    leave: () => checks.close(),
  };
}
