import { useEffect } from 'react';
import { needTexts } from '../../platform/i18n.ts';
import { Observable, useObservable } from '../../platform/observable.ts';
import { useConfiguration } from '../../platform/use-configuration.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The parts of what is added to the specified minute. */
export type Looking = typeof import('./looking.ts');
const looking = new Observable<Looking | undefined>(undefined);

/** The parts of the guard, which most installations do not have. */
export type Guard = typeof import('../guard/parts.ts');
const guard = new Observable<Guard | undefined>(undefined);

/** Loads parts where they are offered; what could not be loaded is tried again when `attempt` changes. */
function useParts<Parts>(
  loaded: Observable<Parts | undefined>,
  isOffered: boolean,
  attempt: number,
  load: () => Promise<void>,
): Parts | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others are the same at every call
  useEffect(() => {
    if (isOffered && !loaded.get()) void load().catch(() => {});
  }, [isOffered, attempt]);
  return useObservable(loaded);
}

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
  return useParts(looking, isOffered, known, () =>
    import('./looking.ts').then(async (parts) => {
      await needTexts(parts.lookingTexts);
      looking.set(parts);
    }),
  );
}

/** The guard, where the installation has it. */
export const useGuard = (): Guard | undefined =>
  useParts(guard, useConfiguration().additions.includes('guard'), 0, () =>
    import('../guard/parts.ts').then(async (parts) => {
      await needTexts(parts.guardTexts);
      guard.set(parts);
    }),
  );
