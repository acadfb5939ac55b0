import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import { isPausedSearch } from '@unspoken/encounter/rules';

/**
 * Ends a search that goes on in the background, or is paused, so that the user can meet a friend.
 * @returns false if a partner has just been found, who takes precedence
 */
export function endSearch(actor: EncounterActor): boolean {
  const snapshot = actor.getSnapshot();
  if (snapshot.hasTag('partner found')) return false;
  if (userStateOf(snapshot) === 'waiting' || isPausedSearch(snapshot.context)) actor.send({ type: 'cancel pressed' });
  const state = userStateOf(actor.getSnapshot());
  return state === 'present' || state === 'absent';
}
