import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import type { PersonAudit, Story } from './person-audit.ts';

/** Compares how the two sides of an encounter saw it with each other, and with the ledger. */
export class BothSides {
  readonly #store: MemoryEncounterStore;
  /** By room: the story of one side, until that of the other side is complete. */
  readonly #unmatched = new Map<string, Story>();
  /** Undisturbed minutes, for which exact times could be required of both sides. */
  exact = 0;

  constructor(store: MemoryEncounterStore) {
    this.#store = store;
  }

  add(story: Story, audit: PersonAudit): void {
    const row = this.#store.rows.get(story.roomID);
    const written = row?.a === story.accountId ? row?.end?.reasonA : row?.end?.reasonB;
    if (story.steady && row?.end && story.undisturbed && written !== story.reason)
      throw new Violation('A14', `${story.accountId} saw ${story.reason}, the ledger has ${written}`);
    const other = this.#unmatched.get(story.roomID);
    this.#unmatched.set(story.roomID, story);
    if (!other) return;
    this.#unmatched.delete(story.roomID);
    if (story.undisturbed && other.undisturbed && story.startedAt !== undefined) this.exact++;
    // A process that had been cut off may announce a start after the others have closed the room: by then each side began alone.
    const announced = row?.connectedAt !== undefined && row.connectedAt <= (row.end?.endedAt ?? row.connectedAt);
    audit.compare(story, other, announced);
  }
}
