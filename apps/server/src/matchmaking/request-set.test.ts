import { expect, test } from 'vitest';
import { RequestSet } from './request-set.ts';

test('[MAT-21] the last twenty thousand requests are known, each by its account and id', () => {
  const requests = new RequestSet();
  for (let n = 0; n < 20_000; n++) requests.add({ accountId: 'ann', clickID: `request ${n}` });
  expect(requests.has({ accountId: 'ann', clickID: 'request 0' })).toBe(true);
  expect(requests.has({ accountId: 'ben', clickID: 'request 0' })).toBe(false);
  requests.add({ accountId: 'ann', clickID: 'request 19999' });
  expect(requests.has({ accountId: 'ann', clickID: 'request 0' })).toBe(true);
  requests.add({ accountId: 'ann', clickID: 'one more' });
  expect(requests.has({ accountId: 'ann', clickID: 'request 0' })).toBe(false);
  expect(requests.has({ accountId: 'ann', clickID: 'request 1' })).toBe(true);
});

test('[MAT-21] a request without an id is never known', () => {
  const requests = new RequestSet();
  requests.add({ accountId: 'ann', clickID: '' });
  expect(requests.has({ accountId: 'ann', clickID: '' })).toBe(false);
});

test('a request that was deleted is not known any more, and others are', () => {
  const requests = new RequestSet();
  for (const clickID of ['one', 'two']) requests.add({ accountId: 'ann', clickID });
  requests.delete({ accountId: 'ann', clickID: 'one' });
  expect(['one', 'two'].map((clickID) => requests.has({ accountId: 'ann', clickID }))).toEqual([false, true]);
});
