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

  test(`${name}: different subjects are counted once each, and again once the window has ended`, async () => {
    const { counters, wait } = create();
    const limit = { count: 2, window: 3_000 };
    const take = (subject: string, key = 'one') => counters.takeDistinct(key, subject, limit);
    expect([await take('ann'), await take('ann')]).toEqual([0, 0]);
    await wait(500);
    // The window is that of the first.
    expect([await take('ben'), await take('ann')]).toEqual([0, 0]);
    const left = await take('cay');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(2_500);
    // Those that are counted already stay welcome, and another key counts by itself.
    expect([await take('ben'), (await take('cay')) > 0, await take('cay', 'two')]).toEqual([0, true, 0]);
    await wait(2_510);
    expect([await take('cay'), await take('dan'), (await take('ann')) > 0]).toEqual([0, 0, true]);
  });

  test(`${name}: a subject that is dropped makes room for one other`, async () => {
    const { counters } = create();
    const limit = { count: 2, window: 60_000 };
    const take = (subject: string) => counters.takeDistinct('one', subject, limit);
    await counters.dropDistinct('one', 'ann');
    expect([await take('ann'), await take('ben'), (await take('cay')) > 0]).toEqual([0, 0, true]);
    await counters.dropDistinct('one', 'ann');
    expect([await take('cay'), (await take('ann')) > 0]).toEqual([0, true]);
  });

  test(`${name}: concurrent subjects never exceed the limit`, async () => {
    const { counters } = create();
    const limit = { count: 7, window: 60_000 };
    const taken = await Promise.all(Array.from({ length: 50 }, (_, i) => counters.takeDistinct('many', `${i}`, limit)));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(7);
  });
}
