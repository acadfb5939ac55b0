import type { UserState } from '@unspoken/contract/encounters';
import { type EncounterActor, type EncounterSnapshot, userStateOf } from '@unspoken/encounter/machine';
import { useSelector } from '@xstate/react';
import { useObservable } from '../platform/observable.ts';
import { encounter } from './encounter.ts';

/** The person's state; `present` while no machine runs. */
export function useUserState(): UserState {
  const actor = useObservable(encounter);
  return useSelector(actor, (snapshot) => (snapshot ? userStateOf(snapshot) : 'present'));
}

export interface ScreenProps {
  readonly actor: EncounterActor;
}

export const useTag = (actor: EncounterActor, tag: string): boolean =>
  useSelector(actor, (snapshot: EncounterSnapshot) => snapshot.hasTag(tag));

export const useContext = <T>(actor: EncounterActor, of: (context: EncounterSnapshot['context']) => T): T =>
  useSelector(actor, (snapshot: EncounterSnapshot) => of(snapshot.context));
