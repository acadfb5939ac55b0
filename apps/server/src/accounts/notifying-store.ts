import type { Database } from '../platform/database/database.ts';
import type { AccountStore } from './store.ts';

/** Is called with the id of an account that has changed. */
export type AccountListener = (accountId: string) => void;

/**
 * A store that notifies `notify` of every update of an account's row. A change made in a transaction of this store is
 * notified after the commit, so that a listener reads the new row. All updates of accounts go through this store.
 */
export function notifyingStore(store: AccountStore, notify: AccountListener): AccountStore {
  const uncommitted = new WeakMap<object, Set<string>>();
  const changed = (accountId: string, tx?: Database): void => {
    const ids = tx && uncommitted.get(tx);
    if (ids) ids.add(accountId);
    else notify(accountId);
  };
  return {
    ...store,
    async transaction(run) {
      const ids = new Set<string>();
      const done = await store.transaction((tx) => {
        uncommitted.set(tx, ids);
        return run(tx);
      });
      for (const accountId of ids) notify(accountId);
      return done;
    },
    async update(accountId, values, tx) {
      await store.update(accountId, values, tx);
      changed(accountId, tx);
    },
    async recordConnectAttempt(accountId, at) {
      await store.recordConnectAttempt(accountId, at);
      changed(accountId);
    },
    async moveStage(tx, accountId, from, to) {
      const moved = await store.moveStage(tx, accountId, from, to);
      if (moved) changed(accountId, tx);
      return moved;
    },
  };
}
