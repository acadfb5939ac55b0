import { createStore, del, entries, set } from 'idb-keyval';
import type { Pending, TransferPorts } from './transfers.ts';

interface Kept extends Pending {
  readonly account: string;
}

/**
 * Files that are being sent, in this browser's storage, until all of them has arrived. Where the browser keeps nothing, an upload that is
 * interrupted goes on once the same file is chosen again. Those of another account are removed: it may have been another person.
 */
export function pendingFiles(account: string): TransferPorts['pending'] {
  const store = createStore('unspoken-uploads', 'files');
  const ifPossible = async <Value>(run: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await run();
    } catch (error) {
      console.warn(`a file is not kept in this browser: ${(error as Error).message}`);
      return undefined;
    }
  };
  return {
    keep: (mediaID, pending) => ifPossible(() => set(mediaID, { ...pending, account } satisfies Kept, store)),
    forget: (mediaID) => ifPossible(() => del(mediaID, store)),
    async all() {
      const kept = (await ifPossible(() => entries<string, Kept>(store))) ?? [];
      for (const [mediaID, each] of kept) if (each.account !== account) await ifPossible(() => del(mediaID, store));
      return kept.filter(([, each]) => each.account === account);
    },
  };
}
