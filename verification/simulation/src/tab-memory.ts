import type { Press, TabMemory } from '@unspoken/encounter/ports';

/** What a tab remembers across a reload. */
export function tabMemory(): TabMemory {
  let remembered: string | undefined;
  let waited: Press | undefined;
  return {
    press: () => waited,
    rememberPress: (press) => {
      waited = press;
    },
    room: () => remembered,
    remember: (roomID) => {
      remembered = roomID;
    },
  };
}
