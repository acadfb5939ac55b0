import { hasRecentlyEnded, isCurrent } from '@unspoken/contract/gathering-time';
import type { HostedGathering } from '@unspoken/contract/gatherings';
import { localeOf } from '@unspoken/contract/languages';

/** What a host reads of a gathering's state: what was decided, and once it is approved how far it is. */
export type ShownState = HostedGathering['state'] | 'running' | 'over';

export function shownState(gathering: HostedGathering, now: number): ShownState {
  const { state, endTimeMillSec } = gathering;
  if (state === 'approved' && isCurrent(gathering, now)) return 'running';
  return (state === 'approved' || state === 'proposed') && endTimeMillSec <= now ? 'over' : state;
}

/** Whether it is still to be, or takes place. */
export const isAhead = ({ state, endTimeMillSec }: HostedGathering, now: number): boolean =>
  state !== 'cancelled' && now < endTimeMillSec;

/** Whether the host can change it: until it begins; and at any time what is not approved, which they propose again by it. */
export const mayEdit = ({ state, startTimeMillSec }: HostedGathering, now: number): boolean =>
  state === 'approved' ? now < startTimeMillSec : state !== 'cancelled';

/** Whether there is something to cancel. */
export const mayCancel = (gathering: HostedGathering, now: number): boolean =>
  gathering.state !== 'refused' && isAhead(gathering, now);

/** What is still ahead by its start, then what has been, the last first. */
export function inOrder(gatherings: readonly HostedGathering[], now: number): readonly HostedGathering[] {
  const ahead = gatherings.filter((gathering) => isAhead(gathering, now));
  const gone = gatherings.filter((gathering) => !isAhead(gathering, now));
  return [
    ...ahead.toSorted((one, other) => one.startTimeMillSec - other.startTimeMillSec),
    ...gone.toSorted((one, other) => other.startTimeMillSec - one.startTimeMillSec),
  ];
}

type Figure = 'registered' | 'came' | 'here' | 'inMinute' | 'waiting' | 'minutes' | 'surveyYes' | 'surveyNo';

/** The figures that mean something at this time: before, while people can be there, and afterwards. */
export function figuresAt(
  gathering: HostedGathering,
  now: number,
  durations: { gatheringDoors: number; gatheringClosing: number },
): readonly Figure[] {
  if (now < gathering.startTimeMillSec - durations.gatheringDoors) return ['registered'];
  if (now < gathering.startTimeMillSec) return ['registered', 'came', 'here'];
  if (isCurrent(gathering, now)) return ['registered', 'came', 'here', 'inMinute', 'waiting', 'minutes'];
  const here: readonly Figure[] = hasRecentlyEnded(gathering, now, durations) ? ['here'] : [];
  return ['registered', 'came', ...here, 'minutes', 'surveyYes', 'surveyNo'];
}

/** The time zones of this browser, with one more that it may not list. */
export function zonesWith(zone: string): readonly string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  return known.includes(zone) ? known : [zone, ...known];
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A wall time in words, without a zone: the date and the time are those that the host has entered. */
export const wallTimeIn = (language: string, { date, time }: { readonly date: string; readonly time: string }): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T${time}Z`),
  );
