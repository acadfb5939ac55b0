import type { EncounterActor } from '@unspoken/encounter/machine';
import { groupOf } from '@unspoken/encounter/noted';
import { useContext } from '../encounters/use-encounter.ts';

/** Whether the user connects with the people of a gathering. Source: requirements/gatherings 4.2. */
export const useIsInGathering = (actor: EncounterActor): boolean => useContext(actor, groupOf) !== undefined;

/** Whether the user waits without a time-out, for somebody who has been left alone. */
export const useStandsIn = (actor: EncounterActor): boolean =>
  useContext(actor, ({ patientUntil, ports }) => patientUntil !== undefined && ports.clock.now() < patientUntil);
