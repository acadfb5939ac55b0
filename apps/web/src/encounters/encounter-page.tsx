import type { UserState } from '@unspoken/contract/encounters';
import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
import { useObservable } from '../platform/observable.ts';
import { encounter, isSearching, roomOpenedOn, showsSearch, useUserState } from './current.ts';
import { origin } from './origin.ts';
import { LeaveConfirmation } from './parts/leave-confirmation.tsx';
import { Afterwards } from './screens/afterwards.tsx';
import { EnteringRoom, GettingMedia } from './screens/arriving.tsx';
import { ComingBack } from './screens/coming-back.tsx';
import { Room } from './screens/room.tsx';
import { tabMemory } from './tab-memory.ts';
import type { ScreenProps } from './use-encounter.ts';

const screens: Partial<Record<UserState, ComponentType<ScreenProps>>> = {
  enteringRoom: EnteringRoom,
  gettingMedia: GettingMedia,
  preparing: Room,
  ready: Room,
  connected: Room,
  disconnected: Afterwards,
  digesting: Afterwards,
};

/** /experience: the screen of the present state, or back to the page the user came from. */
export default function EncounterPage() {
  const actor = useObservable(encounter);
  const state = useUserState();
  const Screen = screens[state];
  // The page was reloaded during the minute; the server is about to report whether it still runs.
  if (!Screen && tabMemory.room() !== undefined) return <ComingBack />;
  // While the code of the next page loads, this one is still rendered, and must not lead anywhere else.
  if (!Screen && location.pathname !== '/experience') return null;
  if (!actor || (!Screen && state !== 'mediaDenied')) {
    // The user has gone on to somebody else.
    if (actor && isSearching.get() && !showsSearch(origin.get()))
      return <Navigate to="/" state={roomOpenedOn(origin.get())} replace />;
    return <Navigate to={origin.get()} replace />;
  }
  return Screen ? (
    <>
      <Screen actor={actor} />
      <LeaveConfirmation actor={actor} />
    </>
  ) : null;
}
