import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isInRoom, origin, useUserState } from './current.ts';

/** Takes the person to the encounter as it begins, and to the explanation if their camera fails. */
export function EncounterNavigation() {
  const state = useUserState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (state === 'mediaDenied') navigate('/camerafailure', { replace: pathname === '/experience' });
    else if (isInRoom(state) && pathname !== '/experience') {
      origin.set(pathname);
      navigate('/experience');
    }
  }, [state, pathname, navigate]);
  return null;
}
