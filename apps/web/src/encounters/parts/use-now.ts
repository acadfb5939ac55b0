import { useEffect, useState } from 'react';

const read = () => performance.timeOrigin + performance.now();

/** The time of this machine, updated at the given interval, ms, while the component is mounted. */
export function useNow(every: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
