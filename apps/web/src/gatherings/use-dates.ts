import type { Gathering } from '@unspoken/contract/gatherings';
import { useWords } from './use-words.ts';

/** Writes when a gathering takes place, in the reader's zone: `Saturday 28 November, 20:00 to 20:15`. */
export function useDates(): (gathering: Gathering, now: number) => string {
  const { t, times } = useWords();
  return ({ startTimeMillSec: start, endTimeMillSec: end }, now) =>
    `${times.dayTitle(start, now)}, ${t('fromTo', { from: times.time(start), to: times.time(end) })}`;
}
