import type { TabMemory } from '@unspoken/encounter/ports';

const key = 'unspoken.room';

/** The room of a running minute outlives a reload of this tab, and only of this tab. */
export const tabMemory: TabMemory = {
  room() {
    try {
      return sessionStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  remember(roomID) {
    try {
      if (roomID === undefined) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, roomID);
    } catch {
      // Then a reload ends the minute.
    }
  },
};
