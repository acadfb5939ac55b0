import { Observable } from '../platform/observable.ts';
import { TabValue } from '../platform/tab-storage.ts';
import { ownPath } from '../session/destination.ts';

const remembered = new TabValue<string>('unspoken.origin');

/** The page on which Connect was pressed; the user returns there. It survives a reload of the encounter. */
export const origin = new Observable(ownPath(remembered.get() ?? null, location.origin) ?? '/');
origin.subscribe(() => remembered.set(origin.get()));
