import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryInUse, mostGrowth, withoutStall } from './stalls.ts';

const busyFor = (ms: number) => {
  const began = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(began);
    if (user + system >= ms * 1_000) return;
  }
};

test('a task that computes for 100 ms each time is a stall, and one that waits or computes for less is none', async () => {
  await expect(withoutStall(async () => busyFor(110))).rejects.toThrow('busy for');
  expect(await withoutStall(async () => busyFor(50) ?? 'done')).toBe('done');
  expect(await withoutStall(() => wait(150, 'done'))).toBe('done');
});

test('a task that computes for long only once is none, and its first result counts', async () => {
  let runs = 0;
  const result = await withoutStall(async () => {
    if (runs === 0) busyFor(110);
    return ++runs;
  });
  expect([result, runs]).toEqual([1, 2]);
});

test('memory that is kept counts as in use, and memory that is not does not', async () => {
  const before = await memoryInUse();
  const kept = Array.from({ length: 2 }, () => Buffer.alloc(mostGrowth, 1));
  expect((await memoryInUse()) - before).toBeGreaterThan(mostGrowth);
  kept.length = 0;
  expect((await memoryInUse()) - before).toBeLessThan(mostGrowth);
});
