import type { Database } from '../platform/database/database.ts';
import type { AccountStore } from './store.ts';

/** Hears whose account has changed. */
export type AccountListener = (accountId: string) => void;

/**
 * The store of accounts, which tells whose row was changed: once the change is committed, so that whoever asks then
 * reads it. Every change to an account goes through here, whatever causes it.
 */
export function tellingStore(store: AccountStore, tell: AccountListener): AccountStore {
  const uncommitted = new WeakMap<object, Set<string>>();
  const changed = (accountId: string, tx?: Database): void => {
    const ids = tx && uncommitted.get(tx);
    if (ids) ids.add(accountId);
    else tell(accountId);
  };
  return {
    ...store,
    async transaction(run) {
      const ids = new Set<string>();
      const done = await store.transaction((tx) => {
        uncommitted.set(tx, ids);
        return run(tx);
      });
      for (const accountId of ids) tell(accountId);
      return done;
    },
    async update(accountId, values, tx) {
      await store.update(accountId, values, tx);
      changed(accountId, tx);
    },
    async noteTried(accountId, at) {
      await store.noteTried(accountId, at);
      changed(accountId);
    },
    async apply(tx, row) {
      const isApplied = await store.apply(tx, row);
      if (isApplied) changed(row.accountId, tx);
      return isApplied;
    },
    async decide(tx, accountId, decision, stage) {
      const moved = await store.decide(tx, accountId, decision, stage);
      if (moved) changed(accountId, tx);
      return moved;
    },
  };
}
