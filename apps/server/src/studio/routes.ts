import type { AnswerOf } from '@unspoken/contract/call';
import * as studio from '@unspoken/contract/studio';
import * as uploading from '@unspoken/contract/uploads';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Categories } from './categories.ts';
import type { Drafts } from './drafts.ts';
import { studioLimits } from './limits.ts';
import type { Pages } from './pages.ts';
import type { Reviews } from './reviews.ts';
import type { Uploads } from './uploads.ts';

export interface StudioRoutesOptions {
  readonly drafts: Drafts;
  readonly pages: Pages;
  readonly reviews: Reviews;
  readonly categories: Categories;
  readonly uploads: Uploads;
  readonly limits: Limits;
  /** An invitation to a rehearsal of this version. */
  readonly rehearse: (accountId: string, type: string, versionID: string) => Promise<AnswerOf<typeof studio.inviteToRehearsal>>;
  readonly grantBeta: (me: string, personID: string, hasAccess: boolean) => Promise<void>;
}

const success = { success: true } as const;

export function studioRoutes(router: Router, options: StudioRoutesOptions): void {
  const { drafts, pages, categories, limits } = options;
  officeRoutes(router, options);
  uploadRoutes(router, options);
  router.on(studio.ownStudio, async ({ caller: { accountId } }) => ({
    profile: await pages.own(accountId),
    experiences: await drafts.all(accountId),
    categories: (await categories.list()).categories.map(({ categoryID, name }) => ({ categoryID, name })),
  }));
  router.on(studio.createExperience, async ({ caller, body }) => {
    await limits.use(studioLimits.experiencePerAccount, caller.accountId);
    return { draft: await drafts.create(caller.accountId, body) };
  });
  router.on(studio.readDraft, ({ caller, body }) => drafts.read(caller.accountId, body.type));
  router.on(studio.saveDraft, async ({ caller, body }) => {
    await limits.use(studioLimits.draftPerAccount, caller.accountId);
    return { revision: await drafts.save(caller.accountId, body) };
  });
  router.on(studio.proveDraft, async ({ caller, body }) => {
    await limits.use(studioLimits.draftPerAccount, caller.accountId);
    return { findings: [...(await drafts.prove(caller.accountId, body.type))] };
  });
  router.on(studio.submitDraft, async ({ caller, body }) => {
    await limits.use(studioLimits.submissionPerAccount, caller.accountId);
    return { experience: await drafts.submit(caller.accountId, body) };
  });
  router.on(studio.inviteToRehearsal, async ({ caller, body }) => {
    await limits.use(studioLimits.rehearsalPerAccount, caller.accountId);
    const versionID = await drafts.freezeForRehearsal(caller.accountId, body);
    return options.rehearse(caller.accountId, body.type, versionID);
  });
  router.on(studio.withdrawSubmission, async ({ caller, body }) => ({
    experience: await drafts.withdraw(caller.accountId, body.type),
  }));
  router.on(studio.updateProfile, async ({ caller, body }) => {
    await limits.use(studioLimits.draftPerAccount, caller.accountId);
    await pages.change(caller.accountId, body);
    return success;
  });
}

function uploadRoutes(router: Router, { uploads, limits }: StudioRoutesOptions): void {
  router.on(uploading.beginUpload, async ({ caller: { accountId }, body }) => ({
    upload: await uploads.begin(accountId, body, () => limits.use(studioLimits.uploadPerAccount, accountId)),
  }));
  router.on(uploading.sendPart, async ({ caller: { accountId }, body }) => {
    await limits.use(studioLimits.partPerAccount, accountId);
    return { received: await uploads.receive(accountId, body) };
  });
  router.on(uploading.finishUpload, async ({ caller: { accountId }, body }) => ({
    upload: await uploads.finish(accountId, body.mediaID),
  }));
  router.on(uploading.ownFiles, ({ caller }) => uploads.list(caller.accountId));
  router.on(uploading.removeFile, async ({ caller: { accountId }, body }) => {
    await limits.use(studioLimits.draftPerAccount, accountId);
    await uploads.remove(accountId, body.mediaID);
    return success;
  });
}

function officeRoutes(router: Router, { reviews, categories, grantBeta }: StudioRoutesOptions): void {
  router.on(studio.listReviews, async ({ caller }) => ({ experiences: await reviews.list(caller.accountId) }));
  router.on(studio.readVersion, ({ body }) => reviews.version(body.versionID));
  router.on(studio.decideVersion, async ({ caller, body }) => {
    await reviews.decide(caller.accountId, body);
    return success;
  });
  router.on(studio.publishVersion, async ({ caller, body }) => {
    await reviews.publish(caller.accountId, body);
    return success;
  });
  router.on(studio.takeDown, async ({ caller, body }) => {
    await reviews.takeDown(caller.accountId, body);
    return success;
  });
  router.on(studio.listCategories, () => categories.list());
  router.on(studio.saveCategories, async ({ caller, body }) => {
    await categories.save(caller.accountId, body);
    return success;
  });
  router.on(studio.grantBeta, async ({ caller, body }) => {
    await grantBeta(caller.accountId, body.personID, body.hasAccess);
    return success;
  });
}
