import type { UserState } from '@unspoken/contract/encounters';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useObservable } from '../platform/observable.ts';
import { encounter, isInRoom, openNow, origin, useUserState } from './current.ts';

/** Somebody has cancelled on another page, before the encounter was shown: there is nothing to tell them. */
const hasLeftUnseen = (state: UserState): boolean =>
  state === 'disconnected' && encounter.get()?.getSnapshot().context.endReason === 'cancel_self';

/** Takes the person to the encounter as it begins, and to the explanation if their camera fails. */
export function EncounterNavigation() {
  const state = useUserState();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isWanted = useObservable(openNow);
  useEffect(() => {
    // From the encounter only: who has read the explanation and gone on is not taken back to it.
    if (state === 'mediaDenied' && pathname === '/experience') navigate('/camerafailure', { replace: true });
    else if (isInRoom(state) && pathname !== '/experience' && !hasLeftUnseen(state)) {
      const open = () => {
        openNow.set(false);
        // The link of an invitation works once: there is nothing to go back to.
        origin.set(pathname.startsWith('/xp-i/') ? '/' : pathname);
        navigate('/experience');
      };
      // Whoever reads another page is told first, and is not taken away in the middle of a sentence.
      const isReading = pathname !== '/' && !pathname.startsWith('/xp-i/');
      if (!isReading || isWanted || state !== 'enteringRoom') open();
      else {
        const notice = encounter.get()?.getSnapshot().context.durations.foundNotice;
        const timer = setTimeout(open, notice);
        return () => clearTimeout(timer);
      }
    }
    return undefined;
  }, [state, pathname, navigate, isWanted]);
  return null;
}
