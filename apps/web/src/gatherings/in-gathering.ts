import { isCurrent } from '@unspoken/contract/gathering-time';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { groupOf } from '@unspoken/encounter/noted';
import { useContext } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { listed, serverNow } from './list.ts';

/**
 * Whether the user connects with the people of a gathering: in its private space, or with anybody while a regular one takes place.
 * Source: requirements/gatherings 4.2.
 */
export function useIsInGathering(actor: EncounterActor): boolean {
  const { all = [] } = useObservable(listed);
  const isInSpace = useContext(actor, groupOf) !== undefined;
  const poolType = useContext(actor, ({ pool }) => pool.poolType);
  return isInSpace || (poolType === 'anyone' && all.some((each) => each.isRegular && isCurrent(each, serverNow())));
}

/** Whether the user waits without a time-out, for somebody who has been left alone. */
export const useStandsIn = (actor: EncounterActor): boolean =>
  useContext(actor, ({ patientUntil, ports }) => patientUntil !== undefined && ports.clock.now() < patientUntil);
