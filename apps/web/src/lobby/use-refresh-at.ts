import { useEffect } from 'react';
import { encounter } from '../encounters/current.ts';
import { refreshSession } from '../session/session.ts';

/** Between two attempts to read the account once the instant has passed, ms: the first may fail, or come a moment early. */
const retry = 2_000;
/** The longest delay of a browser's timer, ms. */
const longest = 2 ** 31 - 1;

/** How long until a server instant, ms. */
function left(instant: number): number {
  const ports = encounter.get()?.getSnapshot().context.ports;
  if (!ports) return instant - Date.now();
  const now = ports.clock.now();
  return ports.serverClock.local(instant, now) - now;
}

/** Reads the account again once a server instant (epoch ms) has passed, and until that has changed what is shown. */
export function useRefreshAt(instant: number | null): void {
  useEffect(() => {
    if (instant === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const wait = (least: number) => {
      if (isOver) return;
      timer = setTimeout(() => void refreshSession().then(() => wait(retry)), Math.min(Math.max(left(instant), least), longest));
    };
    wait(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [instant]);
}
