import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import type { PersonAudit, Story } from './person-audit.ts';

/** Lays what the two of an encounter tell of it beside each other, and beside the ledger. */
export class Stories {
  readonly #store: MemoryEncounterStore;
  /** The first of two, until the other is there. */
  readonly #told = new Map<string, Story>();
  /** Minutes in which nothing was disturbed, so that exact times could be demanded of both sides. */
  exact = 0;

  constructor(store: MemoryEncounterStore) {
    this.#store = store;
  }

  told(story: Story, audit: PersonAudit): void {
    const row = this.#store.rows.get(story.roomID);
    const written = row?.a === story.accountId ? row?.end?.reasonA : row?.end?.reasonB;
    if (story.steady && row?.end && story.undisturbed && written !== story.reason)
      throw new Violation('A14', `${story.accountId} saw ${story.reason}, the ledger has ${written}`);
    const other = this.#told.get(story.roomID);
    this.#told.set(story.roomID, story);
    if (!other) return;
    this.#told.delete(story.roomID);
    if (story.undisturbed && other.undisturbed && story.startedAt !== undefined) this.exact++;
    // A process that had been cut off may name a start after the others have closed the room: by then each has begun by itself.
    const announced = row?.connectedAt !== undefined && row.connectedAt <= (row.end?.endedAt ?? row.connectedAt);
    audit.compare(story, other, announced);
  }
}
