import { isCurrent } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { serverNow } from './list.ts';
import { spacePath } from './space-path.ts';

/** The gathering whose private space this tab has entered last. */
let entered: Gathering | undefined;

export function noteEntered(gathering: Gathering): void {
  entered = gathering;
}

/** Whether the page is the private space of a gathering that takes place. */
export const isAtGathering = (): boolean =>
  entered !== undefined &&
  entered.groupID !== null &&
  location.pathname === spacePath(entered.groupID) &&
  isCurrent(entered, serverNow());
