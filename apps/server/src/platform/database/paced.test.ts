import { expect, test } from 'vitest';
import { inPacedBatches } from './paced.ts';

/** A store of `rows` rows, of which each takes `each` ms to go; says how many were asked for at a time. */
function slow(rows: number, each: (taken: number) => number) {
  let [now, left] = [0, rows];
  const sizes: number[] = [];
  const take = async (most: number) => {
    sizes.push(most);
    const taken = Math.min(most, left);
    left -= taken;
    now += taken * each(rows - left);
    return taken;
  };
  return { sizes, run: () => inPacedBatches(() => now, take) };
}

test('[OPS-16] rows that go quickly are taken in ever larger batches, up to 200, until there are fewer', async () => {
  const { sizes, run } = slow(1_000, () => 0.01);
  expect(await run()).toBe(1_000);
  expect(sizes).toEqual([5, 10, 20, 40, 80, 160, 200, 200, 200, 200]);
});

test('[OPS-16] rows that go slowly are taken in as many as take 30 ms, and never in none', async () => {
  const { sizes, run } = slow(30, () => 12);
  expect(await run()).toBe(30);
  expect(sizes).toEqual([5, ...Array(13).fill(2)]);
  const slower = slow(12, () => 900);
  await slower.run();
  expect(slower.sizes).toEqual([5, ...Array(8).fill(1)]);
});

test('[OPS-16] the pace follows: a disk that slows down is given less at once', async () => {
  const { sizes, run } = slow(300, (taken) => (taken > 100 ? 5 : 1));
  await run();
  expect(sizes.slice(0, 7)).toEqual([5, 10, 20, 30, 30, 30, 6]);
});
