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

/** Whether the waiting room is open. Over the lobby it is an entry of its own in the tab's history, so that Back leads out of it. */
export const useWaitingRoom = (): boolean => {
  const { pathname, state } = useLocation();
  const isOpened = (state as { room?: boolean } | null)?.room === true;
  return useObservable(isSearching) && (pathname.startsWith('/xp-i/') || (pathname === '/' && isOpened));
};
/** The arguments with which `navigate` opens it. */
export const waitingRoom = ['/', { state: { room: true } }] as const;

/** Whether the encounter is about to replace the lobby or the page of an invitation. */
export const useEntering = (): boolean => {
  const { pathname } = useLocation();
  return useUserState() === 'enteringRoom' && (pathname === '/' || pathname.startsWith('/xp-i/'));
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

/** The page on which Connect was pressed; the user returns there. */
export const origin = new Observable('/');
