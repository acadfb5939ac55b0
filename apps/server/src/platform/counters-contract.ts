import { expect, test } from 'vitest';
import type { Counters } from './limits.ts';

/** What every twin of the counters must do. `wait` lets time pass. */
export function countersContract(name: string, create: () => { counters: Counters; wait: (ms: number) => Promise<void> }): void {
  test(`${name}: a window has so many uses, then none until it is over; each key has its own`, async () => {
    const { counters, wait } = create();
    const limit = { count: 3, window: 400 };
    const take = (key: string) => counters.take(key, limit);
    expect([await take('ann'), await take('ann'), await take('ann')]).toEqual([0, 0, 0]);
    await wait(100);
    const left = await take('ann');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(300);
    expect(await take('ben')).toBe(0);
    await wait(310);
    expect(await take('ann')).toBe(0);
  });

  test(`${name}: of many at once no more are counted than the limit allows`, async () => {
    const { counters } = create();
    const taken = await Promise.all(Array.from({ length: 50 }, () => counters.take('many', { count: 7, window: 60_000 })));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(7);
  });
}
