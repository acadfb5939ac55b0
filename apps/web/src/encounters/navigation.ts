import type { UserState } from '@unspoken/contract/encounters';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useObservable } from '../platform/observable.ts';
import { signOut } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import {
  encounter,
  isInRoom,
  isOfInvitation,
  isSearching,
  openNow,
  roomEntryOf,
  roomOpenedOn,
  roomOpens,
  searchedSpace,
  showsSearch,
  userState,
  useUserState,
  useWaitingRoom,
} from './current.ts';
import { origin } from './origin.ts';

/** The user cancelled on another page before the encounter was shown, so there is nothing to explain. */
const hasLeftUnseen = (state: UserState): boolean =>
  state === 'disconnected' && encounter.get()?.getSnapshot().context.endReason === 'cancel_self';

/** The pages open to a user who came by an invitation and has no account. */
const isForGuests = (path: string): boolean =>
  isOfInvitation(path) || path === '/experience' || path === '/camerafailure' || path === '/testing/testrtc';

/**
 * A guest account ends when the guest goes elsewhere, but only in the tab in which they came: other tabs share the account,
 * and must not end it for the tab that has the minute.
 */
function useGuestsLeave(state: UserState, pathname: string): void {
  const isGuest = useSession().user?.role === 'experienceGuest';
  const cameHere = useRef(false);
  useEffect(() => {
    if (isForGuests(pathname)) cameHere.current = true;
    else if (isGuest && cameHere.current && (state === 'present' || state === 'absent')) void signOut();
  }, [isGuest, state, pathname]);
}

/** React Router numbers the entries that it adds to the tab's history. */
const isFirstPage = (): boolean => ((history.state as { idx?: number } | null)?.idx ?? 0) === 0;

/** Connect leads from the lobby into the waiting room, which is left when the search ends. */
function useRoomOfSearch(pathname: string): void {
  const { state } = useLocation();
  const isFromElsewhere = roomEntryOf(state).isFromElsewhere === true;
  const isEntered = roomEntryOf(state).room === true;
  const isWaiting = useObservable(isSearching);
  const opens = useObservable(roomOpens);
  const isOpen = useWaitingRoom() && (isEntered || !opens);
  const navigate = useNavigate();
  // From here on the entry says it, so that Back leads out of the room.
  useEffect(() => {
    if (!opens) return undefined;
    const close = () => roomOpens.set(false);
    if (isEntered || !isWaiting) close();
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, [opens, isEntered, isWaiting]);
  const before = useRef({ isWaiting: false, isOpen: false, opens: false });
  useEffect(() => {
    const was = before.current;
    before.current = { isWaiting, isOpen, opens };
    // One search may follow another at once.
    const begins = !was.isWaiting || (opens && !was.opens);
    if (isWaiting && begins && pathname === '/' && !isOpen) navigate('/', { state: roomOpenedOn('/') });
    // The encounter takes the place of the room by itself.
    if (isWaiting || !was.isOpen || pathname !== '/' || isInRoom(userState.get())) return;
    // It leads to the lobby: a step back, unless the room was opened on another page or is the first page of this tab.
    if (isFromElsewhere || isFirstPage()) navigate('/', { replace: true });
    else navigate(-1);
  }, [isWaiting, isOpen, opens, isFromElsewhere, pathname, navigate]);
}

/** The page that explains the failure, and for which device. */
const failurePage = (): string =>
  encounter.get()?.getSnapshot().context.failedDevice === 'microphone' ? '/camerafailure?device=microphone' : '/camerafailure';

/** The guidance is on the page of the connect request: a user who goes elsewhere has closed it. */
function useLeavingGuidance(state: UserState, pathname: string): void {
  const isSeen = useRef(false);
  useEffect(() => {
    const isGuided = state === 'firstTimeGuidance';
    const isHere = pathname === '/' || showsSearch(pathname);
    if (isGuided && !isHere && isSeen.current) encounter.get()?.send({ type: 'cancel pressed' });
    isSeen.current = isGuided && isHere;
  }, [state, pathname]);
}

/** The group space at a path, if there is one. */
const spaceAt = (path: string): string | undefined => /^\/groupspace\/(\w+)$/.exec(path)?.[1];

/** Reports which group space is shown. A user whose encounter has begun there has not left it. */
function useShownSpace(pathname: string): void {
  const actor = useObservable(encounter);
  const begun = useObservable(origin);
  const groupSpace = spaceAt(pathname === '/experience' ? begun : pathname);
  useEffect(() => {
    if (!actor || groupSpace === undefined) return undefined;
    actor.send({ type: 'group space shown', groupSpace });
    return () => encounter.get()?.send({ type: 'group space shown', groupSpace: undefined });
  }, [actor, groupSpace]);
}

/**
 * Back from what follows an encounter does what the button onwards does there; while it runs, Back asks first. Returns whether the
 * user has left.
 */
function leaveByBack(state: UserState): boolean {
  const actor = encounter.get();
  const reason = actor?.getSnapshot().context.endReason;
  const isEarly = state === 'disconnected' && (reason === 'manual_self' || reason === 'manual_other');
  actor?.send({ type: isEarly ? 'leave pressed' : 'move on pressed' });
  return !isInRoom(userState.get());
}

/** Takes the user to the encounter as it begins, and to the explanation if their camera fails. */
export function EncounterNavigation() {
  const state = useUserState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isWanted = useObservable(openNow);
  const isByBack = useNavigationType() === 'POP';
  const wasShown = useRef(false);
  useGuestsLeave(state, pathname);
  useRoomOfSearch(pathname);
  useLeavingGuidance(state, pathname);
  useShownSpace(pathname);
  // A minute uses its invitation up, so the invitation's page is no longer a place to return to.
  useEffect(() => {
    if (state === 'connected' && isOfInvitation(origin.get())) origin.set('/');
  }, [state]);
  useEffect(() => {
    const isOver = state === 'disconnected' || state === 'digesting';
    const hasComeBack = wasShown.current && isByBack;
    wasShown.current = pathname === '/experience';
    if (hasComeBack && isOver && !wasShown.current && leaveByBack(state)) return undefined;
    // Only from the encounter: a user who has read the explanation and moved on is not taken back to it.
    if (state === 'mediaDenied' && pathname === '/experience') navigate(failurePage(), { replace: true });
    else if (isInRoom(state) && pathname !== '/experience' && !hasLeftUnseen(state)) {
      const open = () => {
        openNow.set(false);
        // It may be on its way already, and still be loading: a second entry in the history would take a second press of Back.
        if (location.pathname === '/experience') return;
        origin.set(searchedSpace.get() ?? pathname);
        navigate('/experience');
      };
      // A user who is reading another page is notified first, instead of being taken away in the middle of a sentence.
      const isReading = pathname !== '/' && !showsSearch(pathname);
      if (!isReading || isWanted || state !== 'enteringRoom') open();
      else {
        const notice = encounter.get()?.getSnapshot().context.durations.foundNotice;
        const timer = setTimeout(open, notice);
        return () => clearTimeout(timer);
      }
    }
    return undefined;
  }, [state, pathname, navigate, isWanted, isByBack]);
  return null;
}
