import { type WaitPromise, waitPromises } from '@unspoken/contract/waits';
import { useEffect, useRef, useState } from 'react';
import { peopleCount } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { whileSeen } from '../platform/while-seen.ts';

/** How often the promise is read while it is seen, and how soon again because somebody has begun to wait, ms. */
const readsEvery = 30_000;
const soonest = 5_000;

/** What can be said of a wait in this pool that begins now; undefined while that is not known. */
export function useWaitPromise(experienceType: string, poolType: string, isWaiting: boolean): WaitPromise | undefined {
  const { answer, failure, load } = useLoaded(waitPromises);
  const key = `${experienceType}:${poolType}`;
  // The user is counted, too.
  const others = (useObservable(peopleCount)?.[key] ?? 0) - (isWaiting ? 1 : 0);
  const somebodyWaits = others > 0;
  const promise = failure === undefined ? answer?.promises[key] : undefined;
  // Others may wait whom the user could not meet: that is asked once for each change of their number.
  const [askedFor, setAskedFor] = useState(0);
  const isNews = somebodyWaits && promise?.kind !== 'somebody' && others !== askedFor;
  const readAt = useRef(Date.now());
  useEffect(() => {
    const read = () => {
      const age = Date.now() - readAt.current;
      if (document.visibilityState !== 'visible' || age < (isNews ? soonest : readsEvery)) return;
      readAt.current = Date.now();
      setAskedFor(others);
      void load();
    };
    read();
    return whileSeen(read, 1_000);
  }, [load, isNews, others]);
  // The person who waited when it was read may have gone.
  return promise?.kind === 'somebody' && !somebodyWaits ? undefined : promise;
}
