import { changeNotificationRequests, notificationRequests } from '@unspoken/contract/notifications';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

/** The switches that are on; undefined until they are known. */
export const requested = new Observable<readonly string[] | undefined>(undefined);

/** Until when a single notification that was asked for on this page is awaited, server epoch ms. */
export const awaited = new Observable<number | undefined>(undefined);

/** Whether push reaches this browser while no page is open; undefined until it is known. */
export const isReached = new Observable<boolean | undefined>(undefined);

/** The connect request of this page for which somebody has been called. */
export const callingFor = new Observable<string | undefined>(undefined);

/** Another person may use this tab next. */
export function forgetRequests(): void {
  requested.set(undefined);
  awaited.set(undefined);
  isReached.set(undefined);
  callingFor.set(undefined);
}

/** Changes are made one after another, each of what the server knows: two switches, or two tabs, do not undo each other's. */
let last: Promise<unknown> = Promise.resolve();

/** Reads the switches. What fails leaves them as they were. */
export async function readRequests(): Promise<void> {
  requested.set((await call(notificationRequests)).experienceTypes);
}

/** Turns a switch on or off. */
export function setRequest(type: string, on: boolean): Promise<void> {
  const change = async () => {
    const others = (await call(notificationRequests)).experienceTypes.filter((each) => each !== type);
    const body = { experienceTypes: on ? [...others, type] : others };
    requested.set((await call(changeNotificationRequests, { body })).experienceTypes);
  };
  const changed = last.then(change);
  last = changed.catch(() => {});
  return changed;
}
