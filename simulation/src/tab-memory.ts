import type { TabMemory } from '@unspoken/encounter/ports';

/** What a tab remembers over a reload. */
export function tabMemory(): TabMemory {
  let remembered: string | undefined;
  return {
    room: () => remembered,
    remember: (roomID) => {
      remembered = roomID;
    },
  };
}
