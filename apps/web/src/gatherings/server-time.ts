import { nextChange } from '@unspoken/contract/gathering-time';
import type { Gathering } from '@unspoken/contract/gatherings';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useEffect, useState } from 'react';
import { encounter } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { useConfiguration } from '../platform/use-configuration.ts';

/** How long the server's clock is waited for before this machine's own is used, ms; and how often it is asked for meanwhile. */
const patience = 5_000;
const interval = 100;

/** The server's time, epoch ms; undefined until its clock has been measured. */
function serverNow(actor: EncounterActor | undefined): number | undefined {
  const ports = actor?.getSnapshot().context.ports;
  const epoch = ports?.serverClock.measured(0);
  return ports && epoch !== undefined ? ports.clock.now() - epoch : undefined;
}

/** The server's time, epoch ms, read again whenever what is shown of these gatherings changes. The list has to be the same each time. */
export function useServerTime(gatherings: readonly Gathering[]): number | undefined {
  const actor = useObservable(encounter);
  const { durations } = useConfiguration();
  const [now, setNow] = useState(() => serverNow(encounter.get()));
  useEffect(() => {
    const since = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      clearTimeout(timer);
      const time = serverNow(actor) ?? (performance.now() - since < patience ? undefined : Date.now());
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
