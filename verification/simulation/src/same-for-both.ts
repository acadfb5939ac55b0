import type { EncounterActor } from '@unspoken/encounter/machine';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How long two whose connections are good may see different things, ms: messages are repeated every second and a half. */
const agreedWithin = 6_000;

/** What the audit needs to know of a page. */
export interface Page {
  readonly accountId: string;
  readonly actor: EncounterActor;
  readonly gone: boolean;
  readonly state: string;
}

interface SameForBothOptions {
  readonly time: VirtualTime;
  readonly store: MemoryEncounterStore;
  readonly promise: string;
  /** What is the same for both, for the message: `the veil is down`. */
  readonly what: string;
  readonly isSo: (page: Page) => boolean;
  /** Whether a page counts; those of an earlier version may know nothing of it. */
  readonly counts?: (page: Page) => boolean;
}

/** Something that the two of a minute see alike, while their connections are good. */
export class SameForBoth {
  readonly #options: SameForBothOptions;
  /** Since when the two of a room have seen different things. */
  readonly #apartSince = new Map<string, number>();

  constructor(options: SameForBothOptions) {
    this.#options = options;
  }

  /** `steadyFor`: for how long a page has had a good connection while nothing was wrong, ms. Throws a violation. */
  look<P extends Page>(pages: Iterable<P>, steadyFor: (page: P) => number): void {
    const { time, store, promise, what, isSo, counts = () => true } = this.#options;
    const rooms = new Map<string, P[]>();
    for (const page of pages) {
      const { roomID } = page.actor.getSnapshot().context.room ?? {};
      if (page.gone || page.state !== 'connected' || roomID === undefined || !counts(page)) continue;
      rooms.set(roomID, [...(rooms.get(roomID) ?? []), page]);
    }
    for (const roomID of this.#apartSince.keys()) if (!rooms.has(roomID)) this.#apartSince.delete(roomID);
    for (const [roomID, [one, other]] of rooms) {
      // Where a process has died with the room, the two see each other to the end of the minute, and know nothing of each other.
      const isOver = store.rows.get(roomID)?.end !== undefined;
      if (!one || !other || one.accountId === other.accountId || isOver) continue;
      if (isSo(one) === isSo(other)) {
        this.#apartSince.delete(roomID);
        continue;
      }
      const since = this.#apartSince.get(roomID) ?? time.now();
      this.#apartSince.set(roomID, since);
      const lasted = Math.min(time.now() - since, steadyFor(one), steadyFor(other));
      if (lasted > agreedWithin)
        throw new Violation(promise, `in ${roomID} ${what} for one of the two, for ${Math.round(lasted)} ms`);
    }
  }
}
