import type { Language } from '@unspoken/contract/languages';
import type { ReceivedScript, SoundPort } from '@unspoken/encounter/ports';
import type { ServerClock } from '@unspoken/encounter/server-clock';
import type { Claims } from '@unspoken/server/encounters/claims';
import type { Plans } from '@unspoken/server/encounters/plan';
import { Catalogue, type CatalogueOptions, type Version } from '@unspoken/server/experiences/catalogue';
import { plansOf } from '@unspoken/server/experiences/plans';
import { Rights } from '@unspoken/server/experiences/rights';
import { Membership } from '@unspoken/server/membership/service';
import type { MembershipStore } from '@unspoken/server/membership/store';
import type { Clock } from '@unspoken/server/platform/clock';
import type { StoredExperiences } from './experiences.ts';
import type { Mutant } from './mutants.ts';
import { ScriptedPage, type ScriptedPageOptions } from './scripted-page.ts';

/** The mutants in experiences: versions, rights and tries, and what a page makes of a script. */

/** Reads what is published now, whatever version is asked for. */
class NewestCatalogue extends Catalogue {
  override async version(id: string): Promise<Version | undefined> {
    const version = await super.version(id);
    return (version && this.current(version.type, true)) ?? version;
  }
}

export const mutantCatalogue = (mutant: Mutant | undefined, options: CatalogueOptions): Catalogue =>
  mutant === 'a page is sent the newest version' ? new NewestCatalogue(options) : new Catalogue(options);

export function mutantPlans(mutant: Mutant | undefined, catalogue: Catalogue): Plans {
  // Nobody rehearses.
  const plans = plansOf(catalogue, async () => undefined);
  if (mutant !== 'a room that is taken over gets the newest version') return plans;
  return {
    opening: (pool) => plans.opening(pool),
    async of(versionId) {
      const newest = catalogue.current((await catalogue.version(versionId))?.type ?? '', true);
      return plans.of(newest?.id ?? versionId);
    },
  };
}

/** The rights of a process. Nobody here is invited, and nobody has access to the beta. */
export const rightsOver = (catalogue: Pick<Catalogue, 'current'>, stored: StoredExperiences, clock: Pick<Clock, 'now'>): Rights =>
  new Rights({
    catalogue,
    membership: new Membership({
      ...{ store: stored.memberships as MembershipStore, clock },
      // Those who have a membership have it as a gift.
      places: { at: async (id: string) => (stored.membership(id) === 'subscriber' ? {} : undefined) } as never,
      providerAccount: () => undefined,
      trialHash: String,
      paid: async () => undefined,
      isSuspended: async () => false,
    }),
    accounts: { byId: async () => undefined },
    invitation: async () => undefined,
  });

/** What is claimed and settled in the transactions of the ledger. */
export function claimsOver(mutant: Mutant | undefined, stored: StoredExperiences, clock: Pick<Clock, 'now'>): Claims {
  const rights = rightsOver({ current: () => undefined }, stored, clock);
  const claims: Claims = {
    claim: (tx, pair) => rights.claim(tx, pair),
    settle: (tx, roomID, ends) => rights.settle(tx, roomID, ends),
    release: (tx, rooms) => rights.release(tx, rooms),
  };
  if (mutant === 'a try is not claimed') return { ...claims, claim: async () => {} };
  if (mutant === 'a try is claimed outside of its transaction')
    return { ...claims, claim: (_, pair) => rights.claim({} as never, pair) };
  if (mutant === 'a try stays claimed when its process dies') return { ...claims, release: async () => {} };
  if (mutant === 'a try is used up by the partner’s end')
    return {
      ...claims,
      settle: (tx, roomID, ends) =>
        rights.settle(
          tx,
          roomID,
          ends.map((end) => (end.reason === 'manual_other' ? { ...end, reason: 'manual_self' } : end)),
        ),
    };
  return claims;
}

/** Lets the partner be heard whatever the script says. */
class GatelessPage extends ScriptedPage {
  override readonly sound: SoundPort = {
    open: (emit) => {
      const handle = this.modelled.open(emit);
      return { ...handle, openVoice: () => handle.openVoice(true) };
    },
  };
}

/** Plays what it is told at another time. */
class LatePage extends ScriptedPage {
  override readonly sound: SoundPort = {
    open: (emit) => {
      const handle = this.modelled.open(emit);
      return { ...handle, play: (phase, address, startsAt) => handle.play(phase, address, startsAt + 150) };
    },
  };
}

/** Takes the server's instants for this machine's own. */
class LocalPage extends ScriptedPage {
  override serverClock(): Pick<ServerClock, 'local' | 'measured'> {
    return { local: (instant) => instant, measured: (instant) => instant };
  }
}

/** Asks for the script of the other side. */
class SwappedPage extends ScriptedPage {
  protected override received(...[script, position, language]: Parameters<ScriptedPage['received']>): ReceivedScript {
    return super.received(script, position === 1 ? 2 : 1, language);
  }
}

/** Keeps the language of the first answer. */
class StubbornPage extends ScriptedPage {
  #first: Language | undefined;
  protected override received(...[script, position, language]: Parameters<ScriptedPage['received']>): ReceivedScript {
    this.#first ??= language;
    return super.received(script, position, this.#first);
  }
}

/** Shows nothing where its language is missing. */
class EmptyPage extends ScriptedPage {
  protected override received(...[script, position, language]: Parameters<ScriptedPage['received']>): ReceivedScript {
    const { name, plan } = super.received(script, position, language);
    return script.languages.includes(language) ? { name, plan } : { name, plan: { ...plan, texts: {} } };
  }
}

const pages: Partial<Record<Mutant, typeof ScriptedPage>> = {
  'the partner is heard outside their windows': GatelessPage,
  'sounds are played late': LatePage,
  'the script runs by the local clock': LocalPage,
  'the two sides of a script are swapped': SwappedPage,
  'the language is that of the first script': StubbornPage,
  'a language that is missing stays empty': EmptyPage,
};

export const mutatedPage = (mutant: Mutant | undefined, options: ScriptedPageOptions): ScriptedPage =>
  new ((mutant && pages[mutant]) ?? ScriptedPage)(options);
