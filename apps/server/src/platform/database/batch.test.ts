import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** Questions that are answered when a test says so. */
function bed(options: Parameters<typeof batch>[1] = {}) {
  const asked: { all: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = batch(
    (all: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        asked.push({ all, answer: () => resolve(all.map((each) => `answer ${each}`)), fail: reject });
      }),
    { lanes: 1, ...options },
  );
  const settled = () => new Promise((resume) => setTimeout(resume));
  return { asked, ask, settled };
}

test('[PLA-1] what is asked in one breath, or while others wait for an answer, is asked batch; each gets their own', async () => {
  const { asked, ask, settled } = bed();
  const first = [ask(1), ask(2)];
  await settled();
  const later = [ask(3), ask(4), ask(5)];
  await settled();
  expect(asked.map(({ all }) => all)).toEqual([[1, 2]]);
  asked[0]?.answer();
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
  await settled();
  expect(asked[1]?.all).toEqual([3, 4, 5]);
  asked[1]?.answer();
  expect(await Promise.all(later)).toEqual(['answer 3', 'answer 4', 'answer 5']);
});

test('[PLA-1] nobody is answered by a question that went out before they asked, nor kept by one that hangs', async () => {
  const { asked, ask, settled } = bed({ lanes: 2 });
  void ask(1);
  await settled();
  const again = ask(1);
  await settled();
  expect(asked).toHaveLength(2);
  asked[1]?.answer();
  expect(await again).toBe('answer 1');
});

test('[PLA-1] so much at a time, and a failure is told to all who were asked about', async () => {
  const { asked, ask, settled } = bed({ most: 2 });
  const all = [ask(1), ask(2), ask(3)].map((each) => each.catch((error: Error) => error.message));
  await settled();
  asked[0]?.fail(new Error('away'));
  await settled();
  asked[1]?.answer();
  expect(await Promise.all(all)).toEqual(['away', 'away', 'answer 3']);
});

test('[PLA-1] what fails because of one is asked again one by one', async () => {
  const { asked, ask, settled } = bed();
  const all = [ask(1), ask(2)].map((each) => each.catch((error: Error) => error.message));
  await settled();
  const violation = Object.assign(new Error('one of them'), { code: '23505' });
  asked[0]?.fail(violation);
  await settled();
  expect(asked.slice(1).map((each) => each.all)).toEqual([[1], [2]]);
  asked[1]?.fail(violation);
  asked[2]?.answer();
  expect(await Promise.all(all)).toEqual(['one of them', 'answer 2']);
});
