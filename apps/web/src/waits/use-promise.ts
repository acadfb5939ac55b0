import { type WaitPromise, waitPromises } from '@unspoken/contract/waits';
import { useEffect, useRef } from 'react';
import { peopleCount } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { useLoaded } from '../platform/use-loaded.ts';

/** How often the promise is read while it is seen, and how soon again because somebody has begun to wait, ms. */
const readsEvery = 30_000;
const soonest = 10_000;

/** What can be said of a wait in this pool that begins now; undefined while that is not known. */
export function useWaitPromise(experienceType: string, poolType: string): WaitPromise | undefined {
  const { answer, failure, load } = useLoaded(waitPromises);
  const key = `${experienceType}:${poolType}`;
  const somebodyWaits = (useObservable(peopleCount)?.[key] ?? 0) > 0;
  const readAt = useRef(Date.now());
  useEffect(() => {
    const read = (least: number) => {
      if (document.visibilityState !== 'visible' || Date.now() - readAt.current < least) return;
      readAt.current = Date.now();
      void load();
    };
    if (somebodyWaits) read(soonest);
    const shown = () => read(soonest);
    const timer = setInterval(() => read(readsEvery), soonest);
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [load, somebodyWaits]);
  const promise = failure === undefined ? answer?.promises[key] : undefined;
  // Whoever waited when it was read may have gone.
  return promise?.kind === 'somebody' && !somebodyWaits ? undefined : promise;
}
