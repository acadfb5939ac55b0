import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** A value known only in the browser; a prerendered page starts with the value it was rendered with. */
export const useHere = <T>(read: () => T, beforehand: T): T => useSyncExternalStore(never, read, () => beforehand);
