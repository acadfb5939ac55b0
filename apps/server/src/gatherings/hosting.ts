import type { Accounts } from '../accounts/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { CaseDependencies, Conduct } from '../moderation/service.ts';
import type { Platform } from '../platform/platform.ts';
import { GatheringDecisions } from './decisions.ts';
import { proposalStore } from './proposal-store.ts';
import { Proposals } from './proposals.ts';
import type { GatheringStore } from './store.ts';

export interface HostingNeeds {
  readonly accounts: Accounts;
  readonly conduct: Pick<Conduct, 'standing' | 'subscribe'>;
  readonly ledger: Pick<CaseDependencies, 'append'>;
  readonly encounters: Pick<Encounters, 'counters'>;
}

/** What members host, and what administrators decide about it. `changed` is called when something may be listed otherwise. */
export function hosting(
  { db, clock, random, config: { publicUrl } }: Platform,
  { accounts, conduct, ledger, encounters }: HostingNeeds,
  { gatherings, changed }: { readonly gatherings: GatheringStore; readonly changed: () => Promise<void> },
) {
  const store = proposalStore(db);
  const isInGoodStanding = async (accountId: string) => (await conduct.standing(accountId)).conduct === 'good';
  const shared = { store, gatherings, accounts, clock, isInGoodStanding, changed };
  const proposals = new Proposals({
    ...{ ...shared, random },
    completedMinutes: async (accountId) => (await encounters.counters(accountId)).completedMinutes,
  });
  conduct.subscribe(async (accountId, { conduct: standing }) => {
    if (standing === 'banned') await proposals.cancelAhead(accountId);
  });
  return { proposals, decisions: new GatheringDecisions({ ...shared, ledger, publicUrl }) };
}
