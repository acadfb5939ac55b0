import { MemoryCircleStore } from '@unspoken/server/circle/memory-store';
import type { LedgerRow } from '@unspoken/server/encounters/ledger-store';
import { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import type { EncounterStore } from '@unspoken/server/encounters/store';
import { MemoryModerationStore } from '@unspoken/server/moderation/memory-store';
import type { Mutant } from './mutants.ts';

/** The mutants in stores. */

export class CredulousStore extends MemoryEncounterStore {
  noteReport(roomID: string): void {
    const row = this.rows.get(roomID);
    if (row?.end) row.end = { ...row.end, completed: true };
  }
}

class GenerousStore extends MemoryEncounterStore {
  override ended(...[roomID, end]: Parameters<EncounterStore['ended']>): Promise<void> {
    return super.ended(roomID, { ...end, completed: end.duration > 0 });
  }
}

/** A natural end counts, whatever its length. */
class LengthlessStore extends MemoryEncounterStore {
  override ended(...[roomID, end]: Parameters<EncounterStore['ended']>): Promise<void> {
    return super.ended(roomID, { ...end, completed: end.reasonA === 'natural' });
  }
}

class GratefulStore extends MemoryEncounterStore {
  #count = 0;
  override async thank(roomID: string, giver: string, receiver: string): Promise<boolean> {
    this.thanks.set(`${roomID} ${giver} ${this.#count++}`, { giver, receiver });
    return true;
  }
}

class OneEyedStore extends MemoryEncounterStore {
  override ended(...[roomID, end]: Parameters<EncounterStore['ended']>): Promise<void> {
    return super.ended(roomID, { ...end, reasonB: end.reasonA });
  }
}

/** Acknowledges a pair a moment before it is written. */
class LateStore extends MemoryEncounterStore {
  override async open(row: LedgerRow): Promise<void> {
    void this.#late(row);
  }
  async #late(row: LedgerRow): Promise<void> {
    for (let turns = 0; turns < 40; turns++) await undefined;
    await super.open(row).catch(() => {});
  }
}

export function mutatedStore(mutant: Mutant | undefined): MemoryEncounterStore {
  if (mutant === 'the counter trusts the client') return new CredulousStore();
  if (mutant === 'a short meeting counts as a minute') return new LengthlessStore();
  if (mutant === 'every ended minute counts') return new GenerousStore();
  if (mutant === 'a thank counts twice') return new GratefulStore();
  if (mutant === 'the two ends do not agree') return new OneEyedStore();
  if (mutant === 'a room opens without a record') return new LateStore();
  return new MemoryEncounterStore();
}

class ForgetfulCircle extends MemoryCircleStore {
  readonly #forgets: 'add' | 'remove';
  #count = 0;
  constructor(forgets: 'add' | 'remove') {
    super();
    this.#forgets = forgets;
  }
  override async add(row: Parameters<MemoryCircleStore['add']>[0]): Promise<void> {
    if (this.#forgets !== 'add' || ++this.#count % 7) await super.add(row);
  }
  override async remove(adder: string, added: string): Promise<void> {
    if (this.#forgets !== 'remove' || ++this.#count % 3) await super.remove(adder, added);
  }
}

export function mutatedCircleStore(mutant: Mutant | undefined): MemoryCircleStore {
  if (mutant === 'an add is forgotten') return new ForgetfulCircle('add');
  if (mutant === 'a removal is forgotten') return new ForgetfulCircle('remove');
  return new MemoryCircleStore();
}

/** Stores reports without separating anybody. */
class ForgetfulModeration extends MemoryModerationStore {
  override async separatedFrom(): Promise<string[]> {
    return [];
  }
}

export const mutatedModerationStore = (mutant: Mutant | undefined): MemoryModerationStore =>
  mutant === 'a report separates nobody' ? new ForgetfulModeration() : new MemoryModerationStore();
