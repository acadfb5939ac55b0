import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** What is known only where a page is shown; in one that was rendered beforehand, first what was taken for granted then. */
export const useHere = <T>(read: () => T, beforehand: T): T => useSyncExternalStore(never, read, () => beforehand);
