import { expect, test, vi } from 'vitest';
import { SharedCount } from './shared-count.ts';

/** A count whose results the test gives one by one. */
function counted({ freshFor = 10, shownFor = 100 } = {}) {
  let at = 0;
  const counts: PromiseWithResolvers<number>[] = [];
  const shared = new SharedCount<number>({ now: () => at, freshFor, shownFor });
  const read = (key = 'one') =>
    shared.read(key, () => {
      const next = Promise.withResolvers<number>();
      counts.push(next);
      return next.promise;
    });
  const shows = (value: number) => vi.waitFor(async () => expect(await read()).toBe(value));
  return { read, shows, counts, pass: (ms: number) => (at += ms) };
}

test('it is counted once while it is fresh, also for those who ask meanwhile', async () => {
  const { read, counts, pass } = counted();
  const asked = [read(), read()];
  counts[0]?.resolve(1);
  expect(await Promise.all(asked)).toEqual([1, 1]);
  pass(9);
  expect([await read(), counts.length]).toEqual([1, 1]);
});

test('then it is counted once more, and nobody waits for that', async () => {
  const { read, shows, counts, pass } = counted();
  const first = read();
  counts[0]?.resolve(1);
  await first;
  pass(10);
  expect([await read(), await read(), counts.length]).toEqual([1, 1, 2]);
  counts[1]?.resolve(2);
  await shows(2);
  expect(counts).toHaveLength(2);
});

test('a renewal that fails changes nothing, and is tried again', async () => {
  const { read, shows, counts, pass } = counted();
  const first = read();
  counts[0]?.resolve(1);
  await first;
  pass(99);
  await read();
  counts[1]?.reject(new Error('away'));
  await vi.waitFor(async () => expect([await read(), counts.length]).toEqual([1, 3]));
  counts[2]?.resolve(3);
  await shows(3);
});

test('what is too old is not shown, and neither is a count of something else', async () => {
  const { read, counts, pass } = counted();
  const first = read();
  counts[0]?.resolve(1);
  await first;
  pass(100);
  const old = read();
  counts[1]?.resolve(2);
  expect(await old).toBe(2);
  const other = read('other');
  counts[2]?.resolve(3);
  expect(await other).toBe(3);
  const back = read();
  counts[3]?.resolve(4);
  expect(await back).toBe(4);
});

test('a count of a time to come, before the clock was set back, is not shown', async () => {
  const { read, counts, pass } = counted();
  const first = read();
  counts[0]?.resolve(1);
  await first;
  pass(-1);
  const next = read();
  counts[1]?.resolve(2);
  expect(await next).toBe(2);
});

test('a renewal that ends after something else was asked for does not replace it', async () => {
  const { read, counts, pass } = counted();
  const first = read();
  counts[0]?.resolve(1);
  await first;
  pass(10);
  await read();
  const other = read('other');
  counts[2]?.resolve(3);
  expect(await other).toBe(3);
  counts[1]?.resolve(2);
  await new Promise((resume) => setImmediate(resume));
  expect([await read('other'), counts.length]).toEqual([3, 3]);
});

test('a first count that fails fails for those who asked, and the next one counts anew', async () => {
  const { read, counts } = counted();
  const failing = read();
  counts[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const next = read();
  counts[1]?.resolve(2);
  expect(await next).toBe(2);
});
