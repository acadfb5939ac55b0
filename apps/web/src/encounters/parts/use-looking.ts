import { partsOnDemand } from '../../platform/parts-on-demand.ts';
import { useConfiguration } from '../../platform/use-configuration.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The parts of what is added to the specified minute. */
export type Looking = typeof import('./looking.ts');
const useLookingParts = partsOnDemand(
  () => import('./looking.ts'),
  ({ lookingTexts }) => lookingTexts,
);

/** The parts of the guard, which most installations do not have. */
export type Guard = typeof import('../guard/parts.ts');
const useGuardParts = partsOnDemand(
  () => import('../guard/parts.ts'),
  ({ guardTexts }) => guardTexts,
);

/**
 * The parts, loaded before they may be needed; undefined where none are offered. Both pictures are covered, and soft, without them: a network
 * that fails now must not leave anybody seen.
 */
export function useLooking(actor: ScreenProps['actor']): Looking | undefined {
  const isOffered = useContext(
    actor,
    ({ ports, room }) => ports.additions.length > 0 || ports.wishes.offered.length > 0 || room?.length !== undefined,
  );
  return useLookingParts(
    isOffered,
    useContext(actor, ({ additions }) => additions.length),
  );
}

/** The guard, where the installation has it. */
export const useGuard = (): Guard | undefined => useGuardParts(useConfiguration().additions.includes('guard'));
