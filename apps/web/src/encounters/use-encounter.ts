import type { EncounterActor, EncounterSnapshot } from '@unspoken/encounter/machine';
import { useSelector } from '@xstate/react';

export interface ScreenProps {
  readonly actor: EncounterActor;
}

export const useTag = (actor: EncounterActor, tag: string): boolean =>
  useSelector(actor, (snapshot: EncounterSnapshot) => snapshot.hasTag(tag));

export const useContext = <T>(actor: EncounterActor, of: (context: EncounterSnapshot['context']) => T): T =>
  useSelector(actor, (snapshot: EncounterSnapshot) => of(snapshot.context));
