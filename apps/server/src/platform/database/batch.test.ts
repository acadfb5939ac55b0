import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** A batched function whose calls are answered when a test says so. */
function setUp(options: Parameters<typeof batch>[1] = {}) {
  const calls: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = batch(
    (keys: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        calls.push({ keys, answer: () => resolve(keys.map((key) => `answer ${key}`)), fail: reject });
      }),
    { lanes: 1, ...options },
  );
  const settled = () => new Promise((resume) => setTimeout(resume));
  return { calls, ask, settled };
}

test('[PLA-1] requests of one turn, or made during a batch, go out in one batch; each caller gets its own answer', async () => {
  const { calls, ask, settled } = setUp();
  const first = [ask(1), ask(2)];
  await settled();
  const later = [ask(3), ask(4), ask(5)];
  await settled();
  expect(calls.map(({ keys }) => keys)).toEqual([[1, 2]]);
  calls[0]?.answer();
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
  await settled();
  expect(calls[1]?.keys).toEqual([3, 4, 5]);
  calls[1]?.answer();
  expect(await Promise.all(later)).toEqual(['answer 3', 'answer 4', 'answer 5']);
});

test('[PLA-1] a request is not answered by a batch that was sent before it, nor delayed by one that hangs', async () => {
  const { calls, ask, settled } = setUp({ lanes: 2 });
  void ask(1);
  await settled();
  const again = ask(1);
  await settled();
  expect(calls).toHaveLength(2);
  calls[1]?.answer();
  expect(await again).toBe('answer 1');
});

test('[PLA-1] a batch has a maximum size, and its failure rejects every request in it', async () => {
  const { calls, ask, settled } = setUp({ most: 2 });
  const all = [ask(1), ask(2), ask(3)].map((each) => each.catch((error: Error) => error.message));
  await settled();
  calls[0]?.fail(new Error('away'));
  await settled();
  calls[1]?.answer();
  expect(await Promise.all(all)).toEqual(['away', 'away', 'answer 3']);
});

test('[PLA-1] a batch that fails because of one request is repeated one request at a time', async () => {
  const { calls, ask, settled } = setUp();
  const all = [ask(1), ask(2)].map((each) => each.catch((error: Error) => error.message));
  await settled();
  const violation = Object.assign(new Error('one of them'), { code: '23505' });
  calls[0]?.fail(violation);
  await settled();
  expect(calls.slice(1).map(({ keys }) => keys)).toEqual([[1], [2]]);
  calls[1]?.fail(violation);
  calls[2]?.answer();
  expect(await Promise.all(all)).toEqual(['one of them', 'answer 2']);
});
