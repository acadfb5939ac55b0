import { currentOf, isSpaceOpen, nextOf, recentlyEndedOf } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import type { PageDurations } from '@unspoken/contract/page-durations';

/** What the lobby says: of a gathering that takes place, one that has just ended, or the next one. */
export interface LobbyView {
  readonly kind: 'now' | 'ended' | 'next';
  readonly gathering: Gathering;
  /** The one to come that is named beside it. */
  readonly other: Gathering | undefined;
}

interface Here {
  readonly durations: Pick<PageDurations, 'gatheringClosing'>;
  readonly minuteOfDay: (instant: number) => number;
}

/** Own gatherings go before others, then the one that begins first. */
const sooner = (one: Gathering, other: Gathering): number =>
  Number(other.registered) - Number(one.registered) || one.startTimeMillSec - other.startTimeMillSec;

/** The next regular and the next special one. Source: requirements/gatherings 2.3. */
const comingOf = (all: readonly Gathering[], now: number, { minuteOfDay }: Here): Gathering[] =>
  [true, false].flatMap((isRegular) => nextOf(all, now, isRegular, minuteOfDay) ?? []).toSorted(sooner);

/** What the lobby says at a server instant; `withEnded` only to those who can answer the survey. Source: requirements/gatherings 2, 11.1 to 11.3. */
export function lobbyView(all: readonly Gathering[], now: number, here: Here, withEnded: boolean): LobbyView | undefined {
  const [first, second] = comingOf(all, now, here);
  const current = currentOf(all, now);
  if (current) return { kind: 'now', gathering: current, other: first };
  const ended = withEnded ? recentlyEndedOf(all, now, here.durations) : undefined;
  if (ended) return { kind: 'ended', gathering: ended, other: first };
  return first && { kind: 'next', gathering: first, other: second };
}

/** The private space whose doors are open to this caller. */
export function openSpace(
  { groupID, ...times }: Gathering,
  now: number,
  durations: Pick<PageDurations, 'gatheringDoors' | 'gatheringClosing'>,
): string | undefined {
  return groupID !== null && isSpaceOpen(times, now, durations) ? groupID : undefined;
}

/** Those to which a registration can be moved: not begun, not full, and not the caller’s already. */
export const choicesBeside = (all: readonly Gathering[], { gatheringID }: Gathering, now: number): Gathering[] =>
  all.filter((each) => each.gatheringID !== gatheringID && each.startTimeMillSec > now && !each.isFull && !each.registered);
