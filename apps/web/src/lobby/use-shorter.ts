import { useEffect } from 'react';
import { lookingTexts } from '../encounters/parts/looking-texts.ts';
import { needTexts } from '../platform/i18n.ts';
import { Observable, useObservable } from '../platform/observable.ts';

const loaded = new Observable<typeof import('./shorter.tsx') | undefined>(undefined);

/** The choice of first meetings shorter than the minute; undefined until it has loaded, and where it is not wanted. */
export function useShorter(isWanted: boolean) {
  useEffect(() => {
    if (isWanted && !loaded.get())
      void Promise.all([import('./shorter.tsx'), needTexts(lookingTexts)])
        .then(([parts]) => loaded.set(parts))
        .catch(() => {});
  }, [isWanted]);
  const parts = useObservable(loaded);
  return isWanted ? parts : undefined;
}
