import { changeNotificationRequests, notificationRequests } from '@unspoken/contract/notifications';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

/** The switches that are on; undefined until they are known. */
export const requested = new Observable<readonly string[] | undefined>(undefined);

/** Reads the switches. What fails leaves them as they were. */
export async function readRequests(): Promise<void> {
  requested.set((await call(notificationRequests)).experienceTypes);
}

/** Turns a switch on or off. */
export async function setRequest(type: string, on: boolean): Promise<void> {
  const others = (requested.get() ?? (await call(notificationRequests)).experienceTypes).filter((each) => each !== type);
  const body = { experienceTypes: on ? [...others, type] : others };
  requested.set((await call(changeNotificationRequests, { body })).experienceTypes);
}
