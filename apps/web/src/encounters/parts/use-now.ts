import { useEffect, useState } from 'react';
import { whileSeen } from '../../platform/while-seen.ts';

const read = () => performance.timeOrigin + performance.now();

/** The time of this machine, updated at the given interval, ms, while the component is mounted and the page is seen. */
export function useNow(every: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => whileSeen(() => setNow(read()), every), [every]);
  return now;
}
