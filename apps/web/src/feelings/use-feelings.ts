import { isScripted } from '@unspoken/encounter/model';
import { isWished } from '@unspoken/encounter/statements';
import { useEffect } from 'react';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { needTexts } from '../platform/i18n.ts';
import { Observable, useObservable } from '../platform/observable.ts';

const loaded = new Observable<typeof import('./feelings.ts') | undefined>(undefined);

/** The two taps of feeling; undefined until they have loaded, and for users who have not chosen to help. */
export function useFeelings(actor: ScreenProps['actor']) {
  // They are about the minute: experiences and shorter meetings are others.
  const isWanted = useContext(
    actor,
    (context) => isWished(context, 'sharesChange') && !isScripted(context) && context.room?.length === undefined,
  );
  useEffect(() => {
    if (isWanted && !loaded.get())
      void import('./feelings.ts')
        .then(async (parts) => {
          await needTexts(parts.feelingTexts);
          loaded.set(parts);
        })
        .catch(() => {});
  }, [isWanted]);
  const parts = useObservable(loaded);
  return isWanted ? parts : undefined;
}
