import { Observable } from '../platform/observable.ts';

/** Where a user who signs out on a members-only page goes; undefined until the session of this page has ended. */
export const exit = new Observable<string | undefined>(undefined);
