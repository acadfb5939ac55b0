import type { UserState } from '@unspoken/contract/encounters';
import { type ComponentType, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useObservable } from '../platform/observable.ts';
import { encounter } from './encounter.ts';
import { Digesting, Ended } from './screens/afterwards.tsx';
import { EnteringRoom, GettingMedia } from './screens/arriving.tsx';
import { Minute } from './screens/minute.tsx';
import { Preparing } from './screens/preparing.tsx';
import { type ScreenProps, useUserState } from './use-encounter.ts';

const screens: Partial<Record<UserState, ComponentType<ScreenProps>>> = {
  enteringRoom: EnteringRoom,
  gettingMedia: GettingMedia,
  preparing: Preparing,
  // One component for both, so that the partner's picture is the same element before and after the start.
  ready: Minute,
  connected: Minute,
  disconnected: Ended,
  digesting: Digesting,
};

/** Where Connect was pressed: there a person goes back to. */
let origin = '/';

/** /experience: the screen of the present state, or back to where one came from. */
export function EncounterPage() {
  const actor = useObservable(encounter);
  const state = useUserState();
  const Screen = screens[state];
  if (!actor || (!Screen && state !== 'mediaDenied')) return <Navigate to={origin} replace />;
  return Screen ? <Screen actor={actor} /> : null;
}

/** Takes the person to the encounter as it begins, and to the explanation if their camera fails. */
export function EncounterNavigation() {
  const state = useUserState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const inRoom = screens[state] !== undefined;
  useEffect(() => {
    if (state === 'mediaDenied') navigate('/camerafailure', { replace: pathname === '/experience' });
    else if (inRoom && pathname !== '/experience') {
      origin = pathname;
      navigate('/experience');
    }
  }, [state, inRoom, pathname, navigate]);
  return null;
}
