import { useEffect } from 'react';
import { Observable, useObservable } from '../../platform/observable.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';

const loaded = new Observable<typeof import('./veil.tsx') | undefined>(undefined);

/**
 * The controls of the veil, loaded before they may be needed; undefined where there is no veil. Both pictures are covered without them: a
 * network that fails now must not leave anybody seen.
 */
export function useVeilParts(actor: ScreenProps['actor']): typeof import('./veil.tsx') | undefined {
  const isOffered = useContext(actor, ({ ports }) => ports.additions.includes('veil'));
  const isKnown = useContext(actor, ({ additions }) => additions.includes('veil'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded before is tried again when both are known to have it
  useEffect(() => {
    if (isOffered && !loaded.get())
      void import('./veil.tsx').then(
        (parts) => loaded.set(parts),
        () => {},
      );
  }, [isOffered, isKnown]);
  return useObservable(loaded);
}
