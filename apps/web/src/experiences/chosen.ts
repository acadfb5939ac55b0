import { Observable } from '../platform/observable.ts';
import { TabValue } from '../platform/tab-storage.ts';

/** An experience by its type, with its name in the language in which it was chosen. */
export interface ChosenExperience {
  readonly type: string;
  readonly name: string;
}

const remembered = new TabValue<ChosenExperience>('unspoken.experience');

/** What the user last wanted to connect in, or to invite to; undefined for the minute. Kept by this tab. */
export const chosenExperience = new Observable<ChosenExperience | undefined>(remembered.get());
chosenExperience.subscribe(() => remembered.set(chosenExperience.get()));
