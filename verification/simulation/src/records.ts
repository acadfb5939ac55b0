import type { MemoryCircleStore } from '@unspoken/server/circle/memory-store';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import type { MemoryModerationStore } from '@unspoken/server/moderation/memory-store';
import type { Violation } from './audit.ts';
import type { Mutant } from './mutants.ts';
import { mutatedCircleStore, mutatedModerationStore, mutatedStore } from './mutants-stores.ts';

/** What outlives a crash: the tables of the database. */
export interface Records {
  readonly encounters: MemoryEncounterStore;
  readonly circle: MemoryCircleStore;
  readonly moderation: MemoryModerationStore;
  /** Resolves when all of it that is being worked on just now is done: time must not pass before. Nothing, if nothing is. */
  readonly atWork?: () => Promise<unknown> | undefined;
  /** What was found wrong with them; whoever asked may not have said so. */
  readonly violation?: () => Violation | undefined;
}

export const records = (mutant: Mutant | undefined): Records => ({
  encounters: mutatedStore(mutant),
  circle: mutatedCircleStore(mutant),
  moderation: mutatedModerationStore(mutant),
});
