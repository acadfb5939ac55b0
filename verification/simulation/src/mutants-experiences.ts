import type { Claims } from '@unspoken/server/encounters/claims';
import type { Catalogue } from '@unspoken/server/experiences/catalogue';
import { Rights } from '@unspoken/server/experiences/rights';
import { Membership } from '@unspoken/server/membership/service';
import type { MembershipStore } from '@unspoken/server/membership/store';
import type { Clock } from '@unspoken/server/platform/clock';
import type { StoredExperiences } from './experiences.ts';
import type { Mutant } from './mutants.ts';
import { ScriptedPage, type ScriptedPageOptions } from './scripted-page.ts';

/** The mutants in experiences: rights and tries, versions, and what a page makes of a script. */

/** The rights of a process. Nobody here is invited, and nobody has access to the beta. */
export const rightsOver = (catalogue: Pick<Catalogue, 'current'>, stored: StoredExperiences, clock: Pick<Clock, 'now'>): Rights =>
  new Rights({
    catalogue,
    membership: new Membership({ store: stored.memberships as MembershipStore, clock }),
    accounts: { byId: async () => undefined },
    invitation: async () => undefined,
  });

/** What is claimed and settled in the transactions of the ledger. */
export const claimsOver = (mutant: Mutant | undefined, stored: StoredExperiences, clock: Pick<Clock, 'now'>): Claims => {
  void mutant;
  return rightsOver({ current: () => undefined }, stored, clock);
};

export const mutatedPage = (mutant: Mutant | undefined, options: ScriptedPageOptions): ScriptedPage => {
  void mutant;
  return new ScriptedPage(options);
};
