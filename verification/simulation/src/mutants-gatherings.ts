import type { ErrorCode } from '@unspoken/contract/errors';
import type { Pool } from '@unspoken/contract/matchmaking';
import { Phases, type PhasesOptions } from '@unspoken/server/gatherings/phases';
import { PoolRules, type PoolRulesOptions } from '@unspoken/server/gatherings/pool-rules';
import type { Circumstances } from '@unspoken/server/matchmaking/service';
import type { Mutant } from './mutants.ts';

/** The mutants in gatherings: what holds in their pools, and what happens at their end. */

class OpenPoolRules extends PoolRules {
  override async denial(...[accountId, pool, now]: [string, Pool, number]): Promise<ErrorCode | undefined> {
    const denial = await super.denial(accountId, pool, now);
    return denial === 'gathering_not_found' ? undefined : denial;
  }
}

class ForgetfulPoolRules extends PoolRules {
  override async circumstances(...call: [string, Pool, number]): Promise<Circumstances | undefined> {
    const circumstances = await super.circumstances(...call);
    return circumstances && { ...circumstances, met: new Map() };
  }
}

/** Treats the last partner like one met earlier. */
class HastyPoolRules extends PoolRules {
  override async circumstances(...[accountId, pool, now]: [string, Pool, number]): Promise<Circumstances | undefined> {
    const circumstances = await super.circumstances(accountId, pool, now);
    return circumstances && { ...circumstances, met: new Map([...circumstances.met, ['nobody', now]]) };
  }
}

class EagerPoolRules extends PoolRules {
  override async circumstances(...call: [string, Pool, number]): Promise<Circumstances | undefined> {
    const circumstances = await super.circumstances(...call);
    return circumstances && { ...circumstances, standsIn: false };
  }
}

const kinds: Partial<Record<Mutant, typeof PoolRules>> = {
  'a group space is open to everybody': OpenPoolRules,
  'those met in a gathering are not avoided': ForgetfulPoolRules,
  'the last partner is avoided no longer than others': HastyPoolRules,
  'a stand-in is paired like everybody else': EagerPoolRules,
};

export const mutantPoolRules = (mutant: Mutant | undefined, options: PoolRulesOptions): PoolRules =>
  new ((mutant && kinds[mutant]) ?? PoolRules)(options);

export const mutantPhases = (mutant: Mutant | undefined, options: PhasesOptions): Phases =>
  new Phases(
    mutant === 'nobody is refused at the end of a gathering' ? { ...options, refuseWhereShut: async () => {} } : options,
  );
