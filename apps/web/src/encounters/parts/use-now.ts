import { useEffect, useState } from 'react';

const read = () => performance.timeOrigin + performance.now();

/** The time by this machine, renewed every so many ms while the component stands. */
export function useNow(every: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
