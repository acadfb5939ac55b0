import type { MemoryCircleStore } from '@unspoken/server/circle/memory-store';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import type { MemoryModerationStore } from '@unspoken/server/moderation/memory-store';
import type { Violation } from './audit.ts';
import type { Mutant } from './mutants.ts';
import { mutatedCircleStore, mutatedModerationStore, mutatedStore } from './mutants-stores.ts';
import { ScriptedStore } from './scripted-store.ts';
import { SeededRandom } from './seeded-random.ts';

/** The stores that outlive a crash, as the tables of the database do. */
export interface Records {
  readonly encounters: MemoryEncounterStore;
  readonly circle: MemoryCircleStore;
  readonly moderation: MemoryModerationStore;
  /** Resolves when the calls in progress are done; virtual time must not pass before that. Undefined when there are none. */
  readonly atWork?: () => Promise<unknown> | undefined;
  /** The violation found in the stores, if any; the caller may not have reported it. */
  readonly violation?: () => Violation | undefined;
}

export const records = (mutant: Mutant | undefined): Records => ({
  encounters: mutatedStore(mutant),
  circle: mutatedCircleStore(mutant),
  moderation: mutatedModerationStore(mutant),
});

/** The records of a world; with experiences the ledger has transactions. */
export const recordsOf = ({
  mutant,
  experiences,
  seed,
}: {
  readonly mutant: Mutant | undefined;
  readonly experiences?: boolean;
  readonly seed: number;
}): Records => ({
  ...records(mutant),
  ...(experiences && { encounters: new ScriptedStore(new SeededRandom(seed)) }),
});
