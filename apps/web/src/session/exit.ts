import { Observable } from '../platform/observable.ts';

/** Where somebody who signs out goes from a page that is for members only; undefined while nobody has signed out here. */
export const exit = new Observable<string | undefined>(undefined);
