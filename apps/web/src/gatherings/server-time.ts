import { nextChange } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import { useEffect, useState } from 'react';
import { encounter } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { listed, serverNow } from './list.ts';

/** How long the server's clock is waited for before this machine's own is used, ms; and how often it is asked for meanwhile. */
const patience = 5_000;
const interval = 100;

/** Whether the server's clock is known: by the socket, or by an answer of the list. */
const isKnown = (): boolean =>
  encounter.get()?.getSnapshot().context.ports.serverClock.measured(0) !== undefined || listed.get().all !== undefined;

/**
 * The server's time, epoch ms, read again whenever what is shown of these gatherings changes; undefined until it is known. The list
 * has to be the same each time.
 */
export function useServerTime(gatherings: readonly Gathering[]): number | undefined {
  const actor = useObservable(encounter);
  const { durations } = useConfiguration();
  const [now, setNow] = useState(() => (isKnown() ? serverNow() : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another machine has another measurement of the clock
  useEffect(() => {
    const since = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      clearTimeout(timer);
      const time = isKnown() || performance.now() - since >= patience ? serverNow() : undefined;
      setNow(time);
      timer = setTimeout(read, time === undefined ? interval : Math.ceil(nextChange(gatherings, time, durations) - time));
    };
    read();
    // Timers may have stood still while the page was hidden, or the machine asleep.
    document.addEventListener('visibilitychange', read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [actor, gatherings, durations]);
  return now;
}
