import { useEffect } from 'react';
import { needTexts } from '../../platform/i18n.ts';
import { Observable, useObservable } from '../../platform/observable.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The parts of what is added to the specified minute. */
export type Looking = typeof import('./looking.ts');
const loaded = new Observable<Looking | undefined>(undefined);

/**
 * The parts, loaded before they may be needed; undefined where none are offered. Both pictures are covered, and soft, without them: a network
 * that fails now must not leave anybody seen.
 */
export function useLooking(actor: ScreenProps['actor']): Looking | undefined {
  const isOffered = useContext(
    actor,
    ({ ports, room }) => ports.additions.length > 0 || ports.wishes.offered.length > 0 || room?.length !== undefined,
  );
  const known = useContext(actor, ({ additions }) => additions.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded before is tried again when both pages are known
  useEffect(() => {
    if (isOffered && !loaded.get())
      void import('./looking.ts')
        .then(async (parts) => {
          await needTexts(parts.lookingTexts);
          loaded.set(parts);
        })
        .catch(() => {});
  }, [isOffered, known]);
  return useObservable(loaded);
}
