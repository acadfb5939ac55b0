import { isScripted } from '@unspoken/encounter/model';
import { isWished } from '@unspoken/encounter/statements';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { partsOnDemand } from '../platform/parts-on-demand.ts';
import { loadFeelings } from './load.ts';

const useParts = partsOnDemand(loadFeelings, ({ feelingTexts }) => feelingTexts);

/** The two taps of feeling; undefined until they have loaded, and for users who have not chosen to help. */
export const useFeelings = (actor: ScreenProps['actor']) =>
  useParts(
    // They are about the minute: experiences and shorter meetings are others.
    useContext(
      actor,
      (context) => isWished(context, 'sharesChange') && !isScripted(context) && context.room?.length === undefined,
    ),
  );
