import type { UserState } from '@unspoken/contract/encounters';
import type { PresenceCounts } from '@unspoken/contract/presence';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useLocation } from 'react-router';
import { Observable, useObservable } from '../platform/observable.ts';

/** The one encounter machine of this page, while a verified member is signed in. It lives outside React. */
export const encounter = new Observable<EncounterActor | undefined>(undefined);
export const peopleCount = new Observable<PresenceCounts | undefined>(undefined);
/** The user's state; `present` while no machine runs. */
export const userState = new Observable<UserState>('present');

export const useUserState = (): UserState => useObservable(userState);

/** Whether the user looks for somebody, also while the search is paused; not while they wait for a guest of their own. */
export const isSearching = new Observable(false);

export const isOfInvitation = (path: string): boolean => path.startsWith('/xp-i/');

/** The path of the group space in which the user has connected last, if it was one. */
export const searchedSpace = new Observable<string | undefined>(undefined);

/** Whether the page at this path shows by itself how the search goes: that of an invitation, or the space of the search. */
export const showsSearch = (path: string): boolean => isOfInvitation(path) || path === searchedSpace.get();

/** What an entry of the tab's history says of the waiting room. */
interface RoomEntry {
  readonly room?: boolean;
  /** It was opened on another page than the lobby, so that a step back does not lead there. */
  readonly isFromElsewhere?: boolean;
}
export const roomEntryOf = (state: unknown): RoomEntry => (state as RoomEntry | null) ?? {};
/** The entry of a waiting room that is opened on the page at this path. */
export const roomOpenedOn = (path: string): RoomEntry => ({ room: true, isFromElsewhere: path !== '/' });

/** Whether the search has just begun in the lobby: the waiting room is open, and its entry of the tab's history follows. */
export const roomOpens = new Observable(false);

/** Whether the waiting room is open. Over the lobby it is an entry of its own in the tab's history, so that Back leads out of it. */
export const useWaitingRoom = (): boolean => {
  const { pathname, state } = useLocation();
  const opens = useObservable(roomOpens);
  const isOpened = opens || roomEntryOf(state).room === true;
  useObservable(searchedSpace);
  return useObservable(isSearching) && (showsSearch(pathname) || (pathname === '/' && isOpened));
};

/** Whether the encounter is about to replace the page on which the user has connected. */
export const useEntering = (): boolean => {
  const { pathname } = useLocation();
  return useUserState() === 'enteringRoom' && (pathname === '/' || showsSearch(pathname));
};

/** Whether the realtime connection is open. */
export const realtimeReady = new Observable(false);

/** The states that are shown at /experience. */
const roomStates: readonly UserState[] = [
  'enteringRoom',
  'gettingMedia',
  'preparing',
  'ready',
  'connected',
  'disconnected',
  'digesting',
];
export const isInRoom = (state: UserState): boolean => roomStates.includes(state);

/** A partner was found, and a user who is reading another page wants to go there without delay. */
export const openNow = new Observable(false);
