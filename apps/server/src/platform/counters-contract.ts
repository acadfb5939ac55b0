import { expect, test } from 'vitest';
import type { Counters } from './limits.ts';

/** What every implementation of `Counters` must do. `wait` lets time pass. */
export function countersContract(name: string, create: () => { counters: Counters; wait: (ms: number) => Promise<void> }): void {
  test(`${name}: a window allows its count of uses, then none until it ends; each key has its own window`, async () => {
    const { counters, wait } = create();
    const limit = { count: 3, window: 3_000 };
    const take = (key: string) => counters.take(key, limit);
    expect([await take('ann'), await take('ann'), await take('ann')]).toEqual([0, 0, 0]);
    await wait(500);
    const left = await take('ann');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2_500);
    expect(await take('ben')).toBe(0);
    await wait(2_510);
    expect(await take('ann')).toBe(0);
  });

  test(`${name}: concurrent uses never exceed the limit`, async () => {
    const { counters } = create();
    const taken = await Promise.all(Array.from({ length: 50 }, () => counters.take('many', { count: 7, window: 60_000 })));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(7);
  });
}
