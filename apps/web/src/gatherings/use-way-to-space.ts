import { currentOf } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useUserState } from '../encounters/current.ts';
import { TabValue } from '../platform/tab-storage.ts';
import { spacePath } from './space-path.ts';

/** The gatherings to whose space this tab has led already. */
const led = new TabValue<readonly string[]>('unspoken.gatherings');

/** The space of this gathering is open in this tab: the way back from it leads to the lobby. */
export const noteSpace = (gatheringID: string): void => led.set([...new Set([...(led.get() ?? []), gatheringID])]);

/**
 * Leads a member whose gathering has begun from the lobby to its private space, once per tab: a member who returns from there stays. It is
 * used by the lobby alone, so nobody is moved from any other page, out of an encounter, or while they wait. Source:
 * requirements/gatherings 5.3.
 */
export function useWayToSpace(all: readonly Gathering[], now: number): void {
  const navigate = useNavigate();
  const state = useUserState();
  const isFree = state === 'present' || state === 'absent';
  const current = currentOf(all, now);
  const groupID = current?.registered && current.isPrivate ? current.groupID : null;
  // Also on each redraw: a dialog that was open may be closed by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time says when to look again
  useEffect(() => {
    if (!current || groupID === null || !isFree || document.querySelector('dialog[open]')) return;
    if (led.get()?.includes(current.gatheringID)) return;
    noteSpace(current.gatheringID);
    void navigate(spacePath(groupID));
  }, [current, groupID, isFree, navigate, now]);
}
