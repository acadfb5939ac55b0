import { getFacilitator, listExperiences, selectedExperienceData } from '@unspoken/contract/catalogue';
import { AppError } from '@unspoken/contract/errors';
import { languageAmong } from '@unspoken/contract/languages';
import type { Position } from '@unspoken/contract/rooms';
import { type Accounts, hasBetaAccess } from '../accounts/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Catalogue } from './catalogue.ts';
import { experienceDataOf } from './experience-data.ts';

export interface CatalogueRoutesOptions {
  readonly catalogue: Catalogue;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly encounters: Pick<Encounters, 'scriptVersionOf'>;
}

export function catalogueRoutes(router: Router, { catalogue, accounts, encounters }: CatalogueRoutesOptions): void {
  const known = async (caller: { readonly accountId: string } | undefined) => caller && (await accounts.byId(caller.accountId));
  router.on(listExperiences, async ({ caller, body: { experienceStatus, language } }) => {
    const account = await known(caller);
    // A role gives access to the beta only in a browser that has proved the second factor.
    const isProven = account?.betaAccess || caller?.secondFactor;
    const hasAccess = account !== undefined && hasBetaAccess(account) && isProven && !caller?.suspended;
    if (experienceStatus === 'beta' && !hasAccess) throw new AppError('forbidden');
    const categories = catalogue.byCategory(experienceStatus, languageAmong(language, account?.language));
    return { experiencesByCategory: [...categories] };
  });
  router.on(selectedExperienceData, async ({ caller, body: { type, position, language, roomID } }) => {
    const versionId = await encounters.scriptVersionOf(caller.accountId, { type, position: position as Position, roomID });
    const version = await catalogue.version(versionId);
    if (!version) throw new AppError('experience_data_failed');
    const chosen = languageAmong(language, (await known(caller))?.language);
    const side = { type, script: version.script, position: position as Position, language: chosen };
    return { ...experienceDataOf(side, catalogue.addressOf), ...(version.isRehearsal && { isRehearsal: true }) };
  });
  router.on(getFacilitator, async ({ caller, body: { name, language } }) => {
    const found = catalogue.facilitator(name);
    if (!found) throw new AppError('facilitator_unknown');
    const chosen = languageAmong(language, (await known(caller))?.language);
    const { title, bio, image, pronouns, outboundLink } = found;
    return {
      ...{ name: found.name, pronouns, outboundLink },
      title: title[chosen] ?? title.en ?? '',
      bio: bio[chosen] ?? bio.en ?? '',
      imageUrl: image ? catalogue.addressOf(image) : null,
      experiences: catalogue.by(found, chosen),
    };
  });
}
