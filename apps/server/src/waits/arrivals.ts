import { minuteType, poolKey } from '@unspoken/contract/matchmaking';
import { days, type WaitStore } from './store.ts';

/** How long before or after a quarter of an hour a member may connect to have kept it, ms. Source: requirements/waits 2.6. */
const near = 180_000;
/** For how long what was read serves everybody, ms. */
const fresh = 900_000;
const quarters = 96;

/** How many people usually connect with anyone around each quarter of the day, in UTC: the mean of the last days. */
export function usualArrivals(store: Pick<WaitStore, 'byQuarter'>): (now: number) => Promise<readonly number[]> {
  let read: { readonly at: number; readonly means: Promise<readonly number[]> } | undefined;
  const pool = poolKey({ experienceType: minuteType, poolType: 'anyone', groupSpace: 'open' });
  const means = async (now: number): Promise<readonly number[]> => {
    const counted = Array.from({ length: quarters }, () => 0);
    for (const { quarter, count } of await store.byQuarter(pool, new Date(now), near)) counted[quarter] = count / days;
    return counted;
  };
  return (now) => {
    if (read && now - read.at < fresh) return read.means;
    const started = { at: now, means: means(now) };
    read = started;
    started.means.catch(() => {
      if (read === started) read = undefined;
    });
    return started.means;
  };
}
