import { Observable } from '../platform/observable.ts';

/** Where a user who signs out on a members-only page goes; undefined until the user has signed out in this tab. */
export const exit = new Observable<string | undefined>(undefined);
