import type { Script } from '@unspoken/contract/scripts';
import type { CatalogueStore } from '@unspoken/server/experiences/catalogue-store';
import type { MembershipStore } from '@unspoken/server/membership/store';
import { Publishing } from './publishing.ts';
import { rollback } from './scripted-store.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A claimed or used try, as its table has it. */
interface Try {
  readonly accountId: string;
  readonly roomID: string;
  readonly claimedAt: Date;
  readonly usedAt: Date | null;
}

export interface StoredVersion {
  readonly id: string;
  readonly type: string;
  readonly script: Script;
}

/** Who has paid, by the number of the person: the first two always have, so that they can meet. */
const memberships = ['subscriber', 'subscriber', 'try', 'try', 'none'] as const;
export type Membership = (typeof memberships)[number];

/** The room of a try that was used before the world began. */
const before = 'an earlier room';

/** The tables of experiences and memberships, in memory; like the other records they outlive every process. */
export class StoredExperiences {
  readonly types: readonly string[];
  readonly tries = new Map<string, Try>();
  readonly publishing: Publishing;

  constructor(random: SeededRandom, now: () => number, people: number) {
    // Few people have to want the same.
    this.types = people < 6 ? ['breathing'] : ['breathing', 'questions'];
    this.publishing = new Publishing(random, now, this.types);
  }

  version(id: string | undefined): StoredVersion | undefined {
    return this.publishing.version(id ?? '');
  }

  membership(accountId: string): Membership {
    return memberships[Number(/\d+$/.exec(accountId)?.[0]) % memberships.length] ?? 'none';
  }

  /** What the catalogue of a process reads. */
  readonly catalogue = {
    categories: async () => [],
    facilitators: async () => [{ id: 'author', published: true, image: null }],
    experiences: async () => this.publishing.experiences,
    versions: async (ids: readonly string[]) => ids.flatMap((id) => this.publishing.version(id) ?? []),
    files: async () => [],
  } as unknown as CatalogueStore;

  /** What the domain of memberships reads and writes. A change within a transaction is undone with it. */
  readonly memberships: Pick<MembershipStore, 'tryOf' | 'claimTry' | 'markTryUsed' | 'releaseTry' | 'releaseTriesOf'> = {
    tryOf: async (accountId) =>
      this.membership(accountId) === 'none'
        ? { accountId, roomID: before, claimedAt: new Date(0), usedAt: new Date(0) }
        : this.tries.get(accountId),
    claimTry: async (tx, row) => {
      if (this.membership(row.accountId) === 'none' || this.tries.has(row.accountId)) return false;
      this.tries.set(row.accountId, { usedAt: null, ...row } as Try);
      rollback(tx, () => this.tries.delete(row.accountId));
      return true;
    },
    markTryUsed: async (tx, accountId, roomID, usedAt) => {
      this.#change(tx, accountId, roomID, (held) => this.tries.set(accountId, { ...held, usedAt }));
    },
    releaseTry: async (tx, accountId, roomID) => {
      this.#change(tx, accountId, roomID, () => this.tries.delete(accountId));
    },
    releaseTriesOf: async (tx, rooms) => {
      for (const [accountId, { roomID }] of [...this.tries])
        if (rooms.includes(roomID)) this.#change(tx, accountId, roomID, () => this.tries.delete(accountId));
    },
  };

  /** Changes the unused try that this room holds. */
  #change(tx: object, accountId: string, roomID: string, change: (held: Try) => void): void {
    const held = this.tries.get(accountId);
    if (held?.roomID !== roomID || held.usedAt !== null) return;
    change(held);
    rollback(tx, () => this.tries.set(accountId, held));
  }
}
