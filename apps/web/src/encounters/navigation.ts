import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isInRoom, origin, useUserState } from './current.ts';

/** Takes the person to the encounter as it begins, and to the explanation if their camera fails. */
export function EncounterNavigation() {
  const state = useUserState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    // From the encounter only: who has read the explanation and gone on is not taken back to it.
    if (state === 'mediaDenied' && pathname === '/experience') navigate('/camerafailure', { replace: true });
    else if (isInRoom(state) && pathname !== '/experience') {
      // The link of an invitation works once: there is nothing to go back to.
      origin.set(pathname.startsWith('/xp-i/') ? '/' : pathname);
      navigate('/experience');
    }
  }, [state, pathname, navigate]);
  return null;
}
