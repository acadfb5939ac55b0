import { Observable } from '../platform/observable.ts';

const key = 'unspoken.noRepeat';

const stored = (): Readonly<Record<string, boolean>> => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, boolean>;
  } catch {
    return {};
  }
};

/** Whether people met within the last hour are skipped, by experience type; kept in this browser. */
export const avoidRepeat = new Observable(stored());

export function setAvoidRepeat(experienceType: string, on: boolean): void {
  avoidRepeat.set({ ...avoidRepeat.get(), [experienceType]: on });
  try {
    localStorage.setItem(key, JSON.stringify(avoidRepeat.get()));
  } catch {
    // Storage is unavailable: the choice holds until the page is left.
  }
}
