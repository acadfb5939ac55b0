import { useEffect } from 'react';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { type Listed, listed } from './list.ts';
import { drawnAt, watchGatherings } from './watch.ts';

interface Gatherings extends Listed {
  /** The server's time, epoch ms. */
  readonly now: number;
}

/** The gatherings and the time, drawn again whenever what they say changes. */
export function useGatherings(): Gatherings {
  const { durations } = useConfiguration();
  useEffect(() => watchGatherings(durations), [durations]);
  return { ...useObservable(listed), now: useObservable(drawnAt) };
}
