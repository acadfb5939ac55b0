import { lookingTexts } from '../encounters/parts/looking-texts.ts';
import { partsOnDemand } from '../platform/parts-on-demand.ts';

/** The choice of first meetings shorter than the minute; undefined until it has loaded, and where it is not wanted. */
export const useShorter = partsOnDemand(
  () => import('./shorter.tsx'),
  () => lookingTexts,
);
