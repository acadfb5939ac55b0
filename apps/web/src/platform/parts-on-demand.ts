import { useEffect } from 'react';
import { needTexts, type TextsOfPart } from './i18n.ts';
import { Observable, useObservable } from './observable.ts';

/**
 * A hook that loads parts of a page together with their texts once they are wanted, and returns them; undefined until then, and where they are
 * not wanted. A page is whole without them: a network that fails shows no error, and it is tried again when `attempt` changes.
 */
export function partsOnDemand<Parts>(load: () => Promise<Parts>, textsOf: (parts: Parts) => TextsOfPart) {
  const loaded = new Observable<Parts | undefined>(undefined);
  const loadAll = async () => {
    const parts = await load();
    await needTexts(textsOf(parts));
    loaded.set(parts);
  };
  return function useParts(isWanted: boolean, attempt = 0): Parts | undefined {
    // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded before is tried again
    useEffect(() => {
      if (isWanted && !loaded.get()) loadAll().catch(() => {});
    }, [isWanted, attempt]);
    const parts = useObservable(loaded);
    return isWanted ? parts : undefined;
  };
}
