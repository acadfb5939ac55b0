import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useLocation, useNavigate } from 'react-router';
import { encounter, roomOpenedOn, useUserState } from '../encounters/current.ts';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { isOnHold } from '../lobby/held-back.ts';
import { isSupported } from '../lobby/unsupported.tsx';
import { Observable, useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useSession } from '../session/use-session.ts';
import { chosenExperience } from './chosen.ts';
import { inviteTo } from './invitation.ts';
import { type CardPool, offerTo, poolsOf } from './offers.ts';

/** The pools chosen on the cards, by type, until the page is left: the card and its dialog share the choice. */
const chosenPools = new Observable<Readonly<Record<string, CardPool>>>({});

/** What the user can do with a card, and how. Wherever it is shown, waiting and inviting take place in the lobby. */
export function useCardChoices({ type, name }: Pick<ExperienceCard, 'type' | 'name'>) {
  const { user } = useSession();
  const { pause } = useConfiguration();
  const state = useUserState();
  const actor = useObservable(encounter);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const offer = offerTo(user);
  const pools = poolsOf(offer);
  const chosen = useObservable(chosenPools)[type];
  const pool = pools.find((each) => each === chosen) ?? pools[0] ?? 'anyone';
  const isFree = state === 'present' || state === 'absent';
  // An account that is not confirmed or not admitted has no chart; a guest has one, but only for the invitation.
  const isMember = actor !== undefined && user?.role !== 'experienceGuest';
  const isBarred = pause === 'paused' || !isSupported() || (user !== undefined && isOnHold(user));
  return {
    offer,
    pools,
    pool,
    isMember,
    /** The user waits already, or is in a room. */
    isBusy: !isFree,
    canConnect: isMember && isFree && !isBarred,
    choosePool: (to: CardPool) => chosenPools.set({ ...chosenPools.get(), [type]: to }),
    connect() {
      chosenExperience.set({ type, name });
      const noRepeat = avoidRepeat.get()[type] ?? false;
      actor?.send({ type: 'connect pressed', experienceType: type, poolType: pool, noRepeat });
      if (pathname !== '/') navigate('/', { state: roomOpenedOn(pathname) });
    },
    invite() {
      inviteTo({ type, name });
      if (pathname !== '/') navigate('/');
    },
  };
}
