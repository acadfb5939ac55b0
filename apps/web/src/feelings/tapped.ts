import type { Feeling } from '@unspoken/contract/feelings';
import { TabValue } from '../platform/tab-storage.ts';

const value = new TabValue<{ readonly roomID: string; readonly feeling: Feeling }>('unspoken.feeling');

/** How the user of this tab felt before the minute in a room, if they have tapped it. It survives a reload, and leaves the tab never. */
export const tappedBefore = (roomID: string | undefined): Feeling | undefined => {
  const tapped = value.get();
  return tapped?.roomID === roomID ? tapped?.feeling : undefined;
};

export const rememberTap = (roomID: string, feeling: Feeling): void => value.set({ roomID, feeling });

export const forgetTap = (): void => value.set(undefined);
